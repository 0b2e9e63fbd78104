// The status bar: the release that the files are for, and how the server is.

import * as vscode from 'vscode';
import type { PairStatus, ServerStatus } from './protocol';
import type { ServerSession } from './session';
import { isOfPair } from './settings';
import { SLOW_YAML, isSlow } from './slowYaml';

const PAUSE_MS = 400;

export class StatusItem implements vscode.Disposable {
  readonly item = vscode.window.createStatusBarItem('vt-lsp.status', vscode.StatusBarAlignment.Right, 101);
  private timer: NodeJS.Timeout | undefined;
  private readonly disposables: vscode.Disposable[];

  constructor(private readonly session: ServerSession) {
    this.item.name = 'vt-lsp';
    this.item.command = 'vt-lsp.showMenu';
    this.disposables = [
      this.item,
      session.onDidChange(() => this.refresh()),
      vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
    ];
    this.refresh();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.disposables.forEach((one) => one.dispose());
  }

  /** Ask again, soon. */
  refresh(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), PAUSE_MS);
  }

  private async update(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || !isOfPair(document)) {
      this.item.hide();
      return;
    }
    const status = this.session.state === 'running' ? await this.ask() : undefined;
    const pair = status?.pairs.find((one) => Object.values(one.files).some((file) => file.path === document.uri.fsPath));
    const said = describe(this.session, status, pair);
    this.item.text = said.text;
    this.item.tooltip = new vscode.MarkdownString(said.lines.join('\n\n'));
    this.item.backgroundColor = said.color === undefined ? undefined : new vscode.ThemeColor(said.color);
    this.item.show();
  }

  private async ask(): Promise<ServerStatus | undefined> {
    try {
      return await this.session.request<ServerStatus>('vt-lsp/status', null);
    } catch (error) {
      this.session.log.debug(String(error));
      return undefined;
    }
  }
}

interface Said {
  text: string;
  lines: string[];
  color?: string;
}

function describe(session: ServerSession, status: ServerStatus | undefined, pair: PairStatus | undefined): Said {
  switch (session.state) {
    case 'starting':
      return { text: '$(sync~spin) vt-lsp', lines: ['The vt-lsp server is starting'] };
    case 'no-python':
      return { text: '$(error) vt-lsp: no Python', lines: ['vt-lsp needs Python 3.10 or newer'], color: 'statusBarItem.errorBackground' };
    case 'failed':
      return { text: '$(error) vt-lsp', lines: ['The vt-lsp server has ended'], color: 'statusBarItem.errorBackground' };
    case 'stopped':
      return { text: '$(circle-slash) vt-lsp', lines: ['The vt-lsp server does not run'] };
    case 'running':
      return running(status, pair);
  }
}

function running(status: ServerStatus | undefined, pair: PairStatus | undefined): Said {
  const lines = status === undefined ? [] : [`vt-lsp ${status.version}, Python ${status.python}`];
  const slow = status !== undefined && isSlow(status);
  if (slow) {
    lines.push(SLOW_YAML);
  }
  if (pair?.release === undefined) {
    return { text: '$(question) vt-lsp', lines: ['This file belongs to no pair that is known', ...lines] };
  }
  const exact = pair.exact !== false;
  const release = `PyTorch ${pair.release}`;
  const why = exact
    ? `Files for ${release} (found by: ${pair.foundBy})`
    : `Files for ${pair.named ?? 'an unknown release'}, read as ${release}, the nearest that is known: what its generator refuses is a warning here`;
  const entries = Object.entries(pair.entries ?? {}).map(([file, count]) => `${count} entries in ${file}.yaml`);
  const problems = Object.values(pair.files).flatMap((file) => (file.problem === '' ? [] : [file.problem]));
  const sign = problems.length > 0 || !exact ? '$(warning)' : slow ? '$(watch)' : '$(check)';
  return { text: `${sign} ${exact ? '' : '≈ '}${release}`, lines: [why, ...entries, ...problems, ...lines] };
}

/** What a click on the status offers. */
export async function showMenu(): Promise<void> {
  const items = [
    { label: '$(open-preview) Show generated C++', command: 'vt-lsp.showPreview' },
    { label: '$(book) Explain a rule', command: 'vt-lsp.explainRule' },
    { label: '$(debug-restart) Restart server', command: 'vt-lsp.restart' },
    { label: '$(output) Show logs', command: 'vt-lsp.showLogs' },
    { label: '$(copy) Copy debug information', command: 'vt-lsp.copyDebugInformation' },
    { label: '$(gear) Settings', command: 'workbench.action.openSettings', argument: '@ext:vt-lsp.vt-lsp' },
  ];
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: 'vt-lsp' });
  if (chosen !== undefined) {
    await vscode.commands.executeCommand(chosen.command, ...(chosen.argument === undefined ? [] : [chosen.argument]));
  }
}
