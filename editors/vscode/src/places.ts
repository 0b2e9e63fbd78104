// Showing stretches of files.

import * as vscode from 'vscode';
import type { Range as ProtocolRange } from 'vscode-languageclient';

export function rangeOf(range: ProtocolRange): vscode.Range {
  return new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
}

/** A visible editor of a document. */
export function visibleEditor(uri: vscode.Uri): vscode.TextEditor | undefined {
  const wanted = uri.toString();
  return vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === wanted);
}

/** Select a stretch of a file, where it is visible already, else in the active column or the one given. */
export async function select(uri: vscode.Uri, range: vscode.Range, how: { focus: boolean; column?: vscode.ViewColumn }): Promise<vscode.TextEditor> {
  const visible = visibleEditor(uri);
  const document = visible?.document ?? (await vscode.workspace.openTextDocument(uri));
  const editor =
    visible !== undefined && !how.focus
      ? visible
      : await vscode.window.showTextDocument(document, {
          viewColumn: visible?.viewColumn ?? how.column ?? vscode.ViewColumn.Active,
          preserveFocus: !how.focus,
        });
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  return editor;
}
