// What the suites have in common: the extension, its files, and waiting for things.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { VtLsp } from '../../src/extension';

export const DERIVATIVES = 'tools/autograd/derivatives.yaml';
export const NATIVE = 'aten/src/ATen/native/native_functions.yaml';

export async function vtLsp(): Promise<VtLsp> {
  const extension = vscode.extensions.getExtension<VtLsp>('vt-lsp.vt-lsp');
  assert.ok(extension, 'the extension is installed');
  return extension.activate();
}

export function fileUri(name: string): vscode.Uri {
  return vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, name);
}

export async function openFile(name: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(fileUri(name), { viewColumn: vscode.ViewColumn.One });
}

/** Wait until something holds, and return it. */
export async function until<T>(what: string, holds: () => T | Promise<T>, patience = 60_000): Promise<NonNullable<T>> {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    const found = await holds();
    if (found) {
      return found as NonNullable<T>;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain: ${what}`);
}

export function rules(name: string): string[] {
  return vscode.languages
    .getDiagnostics(fileUri(name))
    .filter((one) => one.source === 'vt-lsp')
    .map((one) => String(typeof one.code === 'object' ? one.code.value : one.code));
}

/** Where a text stands in a document, at its start. */
export function positionOf(document: vscode.TextDocument, text: string): vscode.Position {
  const at = document.getText().indexOf(text);
  assert.ok(at >= 0, `${text} is in ${document.uri.path}`);
  return document.positionAt(at);
}

/** Replace the first place of a text. */
export async function replace(editor: vscode.TextEditor, old: string, text: string): Promise<void> {
  const start = positionOf(editor.document, old);
  const end = editor.document.positionAt(editor.document.offsetAt(start) + old.length);
  assert.ok(await editor.edit((edit) => edit.replace(new vscode.Range(start, end), text)));
}

export async function setting(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('vt-lsp').update(name, value, vscode.ConfigurationTarget.Global);
}

/** The editor that shows generated C++, and which operator's. */
export function previewEditor(operator?: string): vscode.TextEditor | undefined {
  return vscode.window.visibleTextEditors.find(
    ({ document }) => document.uri.scheme === 'vt-lsp' && (operator === undefined || document.uri.path === `/${operator}.cpp`),
  );
}
