// Going between the two files, and writing the entry that is missing.

import * as vscode from 'vscode';
import type { CodeAction, Location } from 'vscode-languageclient';
import { rangeOf, select } from './places';
import type { ReferencesArguments } from './protocol';
import type { ServerSession } from './session';

/** The code lens's command: the places that an entry reaches, in the editor's own view of references. */
export async function showReferences(session: ServerSession, ...[uri, position, locations]: ReferencesArguments): Promise<void> {
  const converter = session.client?.protocol2CodeConverter;
  if (converter !== undefined) {
    const places = locations.map((location) => converter.asLocation(location));
    await vscode.commands.executeCommand('editor.action.showReferences', converter.asUri(uri), converter.asPosition(position), places);
  }
}

/** Go to the operator at the cursor in the pair's other file, or to that file alone. */
export async function goToOtherFile(session: ServerSession): Promise<void> {
  const editor = activeEditor();
  const uri = editor.document.uri.toString();
  const place = await otherPlace(session, editor);
  if (place !== undefined) {
    await select(vscode.Uri.parse(place.uri), rangeOf(place.range), { focus: true });
    return;
  }
  const other = await session.request<string | null>('workspace/executeCommand', { command: 'vt-lsp.otherFile', arguments: [uri] });
  if (other === null) {
    throw new Error('There is no other file to this one');
  }
  await vscode.window.showTextDocument(vscode.Uri.parse(other, true));
}

/** The place in the other file of the entry at the cursor: what its schema leads to. */
async function otherPlace(session: ServerSession, editor: vscode.TextEditor): Promise<Location | undefined> {
  const schema = schemaAbove(editor.document, editor.selection.active.line);
  if (schema === undefined) {
    return undefined;
  }
  const uri = editor.document.uri.toString();
  const params = { textDocument: { uri }, position: schema };
  for (const method of ['textDocument/definition', 'textDocument/implementation', 'textDocument/declaration']) {
    const found = await session.request<unknown>(method, params);
    const places = (Array.isArray(found) ? found : found ? [found] : []).map(toLocation);
    const other = places.find((place) => place.uri !== uri && /(derivatives|native_functions)\.yaml$/.test(place.uri));
    if (other !== undefined) {
      return other;
    }
  }
  return undefined;
}

/** Where the schema of the entry around a line starts. */
function schemaAbove(document: vscode.TextDocument, line: number): vscode.Position | undefined {
  for (let at = line; at >= 0; at--) {
    const found = /^- *(?:func|name) *: *['"]?/.exec(document.lineAt(at).text);
    if (found !== null) {
      return new vscode.Position(at, found[0].length);
    }
  }
  return undefined;
}

function toLocation(found: Location | { targetUri: string; targetSelectionRange: Location['range'] }): Location {
  return 'targetUri' in found ? { uri: found.targetUri, range: found.targetSelectionRange } : found;
}

/** Write a derivatives entry for the function at the cursor, and go there. */
export async function createEntry(session: ServerSession): Promise<void> {
  const editor = activeEditor();
  const at = editor.selection.active;
  const actions = await session.request<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: editor.document.uri.toString() },
    range: { start: at, end: at },
    context: { diagnostics: [], only: ['refactor'] },
  });
  const action = actions.find(({ data }) => (data as { action?: string } | undefined)?.action === 'create-derivatives-entry');
  if (action === undefined) {
    throw new Error('No derivatives entry can be written for what stands at the cursor: it has one, or needs none');
  }
  const resolved = await session.request<CodeAction>('codeAction/resolve', action);
  const edit = await session.client?.protocol2CodeConverter.asWorkspaceEdit(resolved.edit);
  if (edit === undefined || !(await vscode.workspace.applyEdit(edit))) {
    throw new Error('The entry could not be written: the files have changed meanwhile');
  }
  const [uri, edits] = edit.entries().find(([one]) => one.toString() !== editor.document.uri.toString()) ?? [];
  const written = edits?.[0];
  if (uri !== undefined && written !== undefined) {
    const lines = written.newText.split('\n');
    const line = written.range.start.line + Math.max(lines.findIndex((text) => text.startsWith('- name')), 0);
    await select(uri, new vscode.Range(line, 0, line, 0), { focus: true });
  }
}

function activeEditor(): vscode.TextEditor {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    throw new Error('Open derivatives.yaml or native_functions.yaml first');
  }
  return editor;
}
