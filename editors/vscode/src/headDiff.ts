// The generated C++ as the files in HEAD make it, beside that of the buffers.

import * as vscode from 'vscode';
import { PREVIEW_SCHEME, type Preview } from './protocol';
import type { Previews } from './preview';
import type { ServerSession } from './session';

export const HEAD_SCHEME = 'vt-lsp-head';

interface Repository {
  show(ref: string, path: string): Promise<string>;
  state: { onDidChange: vscode.Event<void>; HEAD?: { commit?: string } };
}

interface GitExtension {
  getAPI(version: 1): { getRepository(uri: vscode.Uri): Repository | null; openRepository(root: vscode.Uri): Promise<Repository | null> };
}

/** Provides `vt-lsp-head:/OPERATOR.cpp?DOCUMENT`: texts of HEAD come from VS Code's git, the C++ from the server. */
export class HeadTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private watched: { repository: Repository; watching: vscode.Disposable } | undefined;
  private readonly open = new Map<string, vscode.Uri>();

  constructor(private readonly session: ServerSession) {}

  dispose(): void {
    this.changed.dispose();
    this.watched?.watching.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const operator = uri.path.replace(/^\//, '').replace(/\.cpp$/, '');
    const document = vscode.Uri.parse(uri.query, true);
    const other = await this.session.request<string | null>('workspace/executeCommand', {
      command: 'vt-lsp.otherFile',
      arguments: [document.toString()],
    });
    const texts: Record<string, string> = {};
    for (const one of other === null ? [document] : [document, vscode.Uri.parse(other, true)]) {
      texts[one.toString()] = await this.textAtHead(one);
    }
    this.open.set(uri.toString(), uri);
    const found = await this.session.request<{ text: string } | null>('vt-lsp/previewOfTexts', {
      textDocument: { uri: document.toString() },
      operator,
      texts,
    });
    return found?.text ?? '';
  }

  /** A file's text in HEAD; empty for one that HEAD does not have. Raises where there is no repository. */
  private async textAtHead(uri: vscode.Uri): Promise<string> {
    const repository = await this.repositoryOf(uri);
    try {
      return await repository.show('HEAD', uri.fsPath);
    } catch (error) {
      this.session.log.info(`not in HEAD: ${uri.fsPath}: ${String(error)}`);
      return '';
    }
  }

  private async repositoryOf(uri: vscode.Uri): Promise<Repository> {
    const extension = vscode.extensions.getExtension<GitExtension>('vscode.git');
    if (extension === undefined) {
      throw new Error('The Git extension of the editor is not there');
    }
    const git = (await extension.activate()).getAPI(1);
    const folder = vscode.workspace.getWorkspaceFolder(uri)?.uri;
    const repository = git.getRepository(uri) ?? (folder === undefined ? null : await git.openRepository(folder));
    if (repository === null) {
      throw new Error(`${uri.fsPath} lies in no git repository that the editor knows`);
    }
    if (this.watched?.repository !== repository) {
      this.watched?.watching.dispose();
      let commit = repository.state.HEAD?.commit;
      const watching = repository.state.onDidChange(() => {
        if (repository.state.HEAD?.commit !== commit) {
          commit = repository.state.HEAD?.commit;
          this.open.forEach((one) => this.changed.fire(one));
        }
      });
      this.watched = { repository, watching };
    }
    return repository;
  }
}

/** Compare the C++ of the operator at the cursor, or of the one that the preview shows. */
export async function diffWithHead(session: ServerSession, previews: Previews, heads: HeadTexts): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    throw new Error('The comparison runs git, which needs a trusted workspace');
  }
  const editor = vscode.window.activeTextEditor;
  const inPreview = editor?.document.uri.scheme === PREVIEW_SCHEME ? previews.current : undefined;
  const source = inPreview?.source ?? editor?.document.uri;
  const found =
    source === undefined
      ? null
      : await session.request<Preview | null>('vt-lsp/preview', {
          textDocument: { uri: source.toString() },
          ...(inPreview === undefined ? { position: editor?.selection.active } : { operator: inPreview.operator }),
        });
  if (source === undefined || found === null) {
    throw new Error('Put the cursor into an entry of derivatives.yaml or native_functions.yaml first');
  }
  const now = vscode.Uri.parse(found.uri, true);
  const head = now.with({ scheme: HEAD_SCHEME });
  // Told here, before an empty side says something else.
  await heads.provideTextDocumentContent(head);
  await vscode.commands.executeCommand('vscode.diff', head, now, `${found.operator}: generated C++, HEAD ↔ now`, { preview: true });
}
