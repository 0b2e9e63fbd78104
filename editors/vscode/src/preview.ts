// The generated C++ beside the pair: a document of the server's own scheme, which follows the cursor and the edits.

import * as vscode from 'vscode';
import { PREVIEW_SCHEME, type Preview } from './protocol';
import type { ServerSession } from './session';
import { SECTION, isOfPair } from './settings';

// Moving through a file by the arrow keys asks for no preview on the way.
const PAUSE_MS = 120;

/** What a preview shows: the operator, those it can show instead, and the document of the pair it was asked from. */
export interface Shown {
  uri: vscode.Uri;
  operator: string;
  operators: string[];
  source: vscode.Uri;
}

export class Previews implements vscode.Disposable {
  private shown: Shown | undefined;
  private timer: NodeJS.Timeout | undefined;
  private held: string | undefined;
  private asked = 0;
  private readonly changed = new vscode.EventEmitter<Shown>();
  /** The preview shows something else, or the cursor in the pair has moved. */
  readonly onDidChange = this.changed.event;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly session: ServerSession) {
    this.disposables = [
      this.changed,
      vscode.window.onDidChangeTextEditorSelection((event) => this.moved(event.textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor !== undefined && this.moved(editor)),
    ];
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.disposables.forEach((one) => one.dispose());
  }

  /** The preview that is looked at. */
  get current(): Shown | undefined {
    return this.shown !== undefined && this.editor() !== undefined ? this.shown : undefined;
  }

  /** The editor that shows a preview. */
  editor(): vscode.TextEditor | undefined {
    return vscode.window.visibleTextEditors.find((editor) => editor.document.uri.scheme === PREVIEW_SCHEME);
  }

  /** Show the C++ of an operator, or of the one at the cursor. */
  async show(source?: vscode.Uri, operator?: string): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const uri = source ?? (editor?.document.uri.scheme === PREVIEW_SCHEME ? this.shown?.source : editor?.document.uri);
    if (uri === undefined) {
      throw new Error('Put the cursor into an entry of derivatives.yaml or native_functions.yaml first');
    }
    const position = operator === undefined ? editor?.selection.active : undefined;
    const found = await this.ask(uri, position, operator ?? undefined);
    if (found === null) {
      throw new Error('No operator is generated for what stands at the cursor');
    }
    await this.open(found, uri, this.editor()?.viewColumn ?? vscode.ViewColumn.Beside);
  }

  /** Let the user choose among the operators that the entry reaches. */
  async choose(): Promise<void> {
    const shown = this.shown;
    if (shown === undefined) {
      return;
    }
    const chosen = await vscode.window.showQuickPick(shown.operators, { placeHolder: 'Operators that the entry reaches' });
    if (chosen !== undefined) {
      const found = await this.ask(shown.source, undefined, chosen);
      if (found !== null) {
        await this.open({ ...found, operators: shown.operators }, shown.source, this.editor()?.viewColumn ?? vscode.ViewColumn.Beside);
      }
    }
  }

  /** Do not follow the next move to a document: it was not the user's. */
  holdFor(uri: vscode.Uri): void {
    this.held = uri.toString();
  }

  private async ask(uri: vscode.Uri, position: vscode.Position | undefined, operator: string | undefined): Promise<Preview | null> {
    return this.session.request<Preview | null>('vt-lsp/preview', {
      textDocument: { uri: uri.toString() },
      ...(operator === undefined ? { position } : { operator }),
    });
  }

  private async open(found: Preview, source: vscode.Uri, column: vscode.ViewColumn): Promise<void> {
    const uri = vscode.Uri.parse(found.uri, true);
    const document = await vscode.workspace.openTextDocument(uri);
    this.shown = { uri, operator: found.operator, operators: found.operators, source };
    await vscode.window.showTextDocument(document, { viewColumn: column, preserveFocus: true, preview: true });
    this.changed.fire(this.shown);
  }

  private moved(editor: vscode.TextEditor): void {
    if (this.shown === undefined || !isOfPair(editor.document) || this.editor() === undefined) {
      return;
    }
    if (this.held === editor.document.uri.toString()) {
      this.held = undefined;
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.follow(editor).catch((error: unknown) => this.session.log.debug(String(error))), PAUSE_MS);
  }

  private async follow(editor: vscode.TextEditor): Promise<void> {
    const asked = ++this.asked;
    const follows = vscode.workspace.getConfiguration(SECTION).get('preview.follow', true);
    const found = follows ? await this.ask(editor.document.uri, editor.selection.active, undefined) : null;
    const column = this.editor()?.viewColumn;
    if (asked !== this.asked || column === undefined || this.shown === undefined) {
      return;
    }
    if (found !== null && !found.operators.includes(this.shown.operator)) {
      await this.open(found, editor.document.uri, column);
    } else {
      if (found !== null) {
        this.shown = { ...this.shown, operators: found.operators, source: editor.document.uri };
      }
      this.changed.fire(this.shown);
    }
  }
}
