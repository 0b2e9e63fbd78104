// The server's life: started, stopped, started again, and what it is asked.

import * as vscode from 'vscode';
import { LanguageClient, State, type LanguageClientOptions, type Middleware } from 'vscode-languageclient/node';
import { Crashes } from './crashes';
import { watchSelection, type Search } from './interpreter';
import { findLaunch } from './launch';
import type { Button, Notices } from './notices';
import { LANGUAGES, OF_PROCESS, SECTION, processSettings, serverSettings } from './settings';

/** `no-python`: none was found; `failed`: it does not start, or ended too often. */
export type SessionState = 'stopped' | 'starting' | 'running' | 'no-python' | 'failed';

export class ServerSession implements vscode.Disposable {
  client: LanguageClient | undefined;
  /** Which process it is, in words. */
  described = '';
  /** The Pythons that were looked at, where none can be used. */
  search: Search | undefined;

  private current: SessionState = 'stopped';
  private readonly changed = new vscode.EventEmitter<SessionState>();
  readonly onDidChange = this.changed.event;
  private readonly crashes = new Crashes((count, goesOn) => this.crashed(count, goesOn));
  private readonly disposables: vscode.Disposable[] = [this.changed];
  // Starts and stops, one after the other.
  private queue: Promise<void> = Promise.resolve();

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly log: vscode.LogOutputChannel,
    private readonly notices: Notices,
    private readonly middleware: () => Middleware,
  ) {
    this.disposables.push(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (OF_PROCESS.some((name) => event.affectsConfiguration(name))) {
          void this.restart();
        }
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => void this.restart()),
    );
    void watchSelection(() => void this.restart()).then(
      (watching) => watching !== undefined && this.disposables.push(watching),
      (error: unknown) => log.warn(`the Python extension cannot be asked: ${String(error)}`),
    );
  }

  get state(): SessionState {
    return this.current;
  }

  /** Start the server, anew where it runs. Resolves when it runs or cannot. */
  restart(): Promise<void> {
    this.crashes.forget();
    return this.enqueue(async () => {
      await this.end();
      await this.begin();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.end());
  }

  /** Ask the server. Raises where it does not run. */
  async request<T>(method: string, params: unknown): Promise<T> {
    await this.queue;
    if (this.client?.isRunning() !== true) {
      throw new Error('The vt-lsp server does not run');
    }
    return this.client.sendRequest<T>(method, params);
  }

  dispose(): void {
    this.disposables.forEach((one) => one.dispose());
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    this.queue = this.queue.then(work, work);
    return this.queue;
  }

  private become(state: SessionState): void {
    if (this.current !== state) {
      this.current = state;
      void vscode.commands.executeCommand('setContext', 'vt-lsp.running', state === 'running');
      this.changed.fire(state);
    }
  }

  private async begin(): Promise<void> {
    this.become('starting');
    const launch = await findLaunch(processSettings(), this.context.extensionPath);
    if ('search' in launch) {
      this.search = launch.search;
      this.become('no-python');
      this.tellNoPython(launch.search);
      return;
    }
    this.search = undefined;
    this.described = launch.described;
    this.log.info(`starting ${launch.described}`);
    const client = new LanguageClient(SECTION, 'vt-lsp', { run: launch.executable, debug: launch.executable }, this.options());
    this.client = client;
    this.disposables.push(client.onDidChangeState(({ newState }) => this.follow(client, newState)));
    try {
      await client.start();
    } catch (error) {
      // Where the process ended, `crashed` tells.
      this.log.error(`the server did not start: ${String(error)}`);
      if (this.current === 'starting' && client.state === State.Stopped) {
        this.become('failed');
        this.notices.error(`The vt-lsp server could not be started (${launch.described}): ${String(error)}`, ...this.remedies());
      }
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    if (client !== undefined) {
      await client.dispose().catch((error: unknown) => this.log.warn(`stopping: ${String(error)}`));
    }
    this.become('stopped');
  }

  private follow(client: LanguageClient, state: State): void {
    if (client === this.client && state !== State.Stopped) {
      this.become(state === State.Running ? 'running' : 'starting');
    }
  }

  private crashed(count: number, goesOn: boolean): void {
    if (!goesOn) {
      this.become('failed');
      this.notices.error(`The vt-lsp server has ended unexpectedly ${count} times and is not started again.`, ...this.remedies());
    } else if (count === 1) {
      this.notices.warn('The vt-lsp server has ended unexpectedly and is started again.', this.logsButton());
    } else {
      this.log.warn(`The server has ended unexpectedly, ${count} times by now, and is started again.`);
    }
  }

  private tellNoPython(search: Search): void {
    const tried = search.tried.map((one) => `${one.command.join(' ')} (${one.foundBy}): ${one.problem ?? ''}`);
    this.log.info(`Pythons that were tried:\n${tried.join('\n')}`);
    const configured = processSettings().interpreter;
    const what = configured ? `vt-lsp.interpreter (${configured}) is no Python 3.10 or newer` : 'none was found';
    const buttons: Button[] = [
      { title: 'Choose Interpreter', run: () => void vscode.commands.executeCommand('workbench.action.openSettings', 'vt-lsp.interpreter') },
      { title: 'Try Again', run: () => void this.restart() },
      this.logsButton(),
    ];
    this.notices.error(`vt-lsp needs Python 3.10 or newer: ${what}.`, ...buttons);
  }

  private remedies(): Button[] {
    return [{ title: 'Restart', run: () => void this.restart() }, this.logsButton()];
  }

  private logsButton(): Button {
    return { title: 'Show Logs', run: () => this.log.show() };
  }

  private options(): LanguageClientOptions {
    const languages = LANGUAGES.flatMap((language) => [
      { language, scheme: 'file' },
      { language, scheme: 'untitled' },
    ]);
    return {
      documentSelector: languages,
      outputChannel: this.log,
      errorHandler: this.crashes,
      diagnosticPullOptions: { onChange: true, onSave: true, onTabs: true },
      middleware: {
        ...this.middleware(),
        workspace: {
          configuration: ({ items }) =>
            items.map((item) => (item.section === SECTION ? serverSettings(this.uriOf(item.scopeUri)) : null)),
        },
      },
    };
  }

  private uriOf(scope: string | undefined): vscode.Uri | undefined {
    return scope === undefined ? undefined : vscode.Uri.parse(scope);
  }
}
