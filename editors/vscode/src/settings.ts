// The settings, and which of them the server is told.

import * as vscode from 'vscode';

export const SECTION = 'vt-lsp';

/** The languages of the pair's files. */
export const LANGUAGES = ['derivatives-yaml', 'native-functions-yaml', 'native-tags-yaml'] as const;

/** Settings of the server; the others are the extension's own. */
const OF_SERVER = ['nativeFunctions', 'derivatives', 'tags', 'implPath', 'dialect', 'rules', 'inlayHints', 'codeLens'];

/** Settings that choose the process: a change starts it anew. */
export const OF_PROCESS = ['path', 'interpreter', 'importStrategy'].map((name) => `${SECTION}.${name}`);

export type ImportStrategy = 'useBundled' | 'fromEnvironment';

export interface ProcessSettings {
  path: string[];
  interpreter: string;
  importStrategy: ImportStrategy;
}

/** The settings that choose the process. In a workspace that is not trusted VS Code leaves out the workspace's. */
export function processSettings(): ProcessSettings {
  const settings = vscode.workspace.getConfiguration(SECTION);
  return {
    path: settings.get<string[]>('path', []),
    interpreter: settings.get<string>('interpreter', '').trim(),
    importStrategy: settings.get<ImportStrategy>('importStrategy', 'useBundled'),
  };
}

/**
 * What the server is told for a folder: only what the user has set, since an editor's settings go before those of the
 * project's vt-lsp.toml, which a default must not.
 */
export function serverSettings(scope: vscode.Uri | undefined): Record<string, unknown> {
  const settings = vscode.workspace.getConfiguration(SECTION, scope);
  const told: Record<string, unknown> = {};
  for (const name of OF_SERVER) {
    const found = settings.inspect(name);
    const isSet =
      found?.globalValue !== undefined ||
      found?.workspaceValue !== undefined ||
      found?.workspaceFolderValue !== undefined;
    const value = settings.get<unknown>(name);
    if (isSet && value !== '') {
      told[name] = value;
    }
  }
  return told;
}

/** Whether a document is one of the pair. */
export function isOfPair(document: vscode.TextDocument): boolean {
  return (LANGUAGES as readonly string[]).includes(document.languageId);
}
