// Files that only their surroundings tell to be of a pair: a derivatives.yaml beside a native_functions.yaml, and files
// that the settings name. To the editor they are plain YAML, which other projects have under the same names.

import * as path from 'node:path';
import * as vscode from 'vscode';
import { LANGUAGES, SECTION } from './settings';

const BY_SETTING = { derivatives: 'derivatives-yaml', nativeFunctions: 'native-functions-yaml', tags: 'native-tags-yaml' } as const;

/** Give such files their language, those that are open and those that will be. */
export function adoptFiles(): vscode.Disposable {
  vscode.workspace.textDocuments.forEach((document) => void adopt(document));
  return vscode.workspace.onDidOpenTextDocument((document) => void adopt(document));
}

async function adopt(document: vscode.TextDocument): Promise<void> {
  const language = document.languageId === 'yaml' && document.uri.scheme === 'file' ? await languageOf(document.uri) : undefined;
  if (language !== undefined) {
    await vscode.languages.setTextDocumentLanguage(document, language);
  }
}

async function languageOf(uri: vscode.Uri): Promise<(typeof LANGUAGES)[number] | undefined> {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const settings = vscode.workspace.getConfiguration(SECTION, uri);
  for (const [name, language] of Object.entries(BY_SETTING)) {
    const named = settings.get<string>(name, '');
    if (named !== '' && folder !== undefined && path.resolve(folder.uri.fsPath, named) === uri.fsPath) {
      return language;
    }
  }
  const beside = path.basename(uri.fsPath) === 'derivatives.yaml' && (await exists(vscode.Uri.joinPath(uri, '..', 'native_functions.yaml')));
  return beside ? 'derivatives-yaml' : undefined;
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
