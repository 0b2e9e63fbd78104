// The extension's parts and how they are connected.

import * as vscode from 'vscode';
import { adoptFiles } from './adoption';
import { debugInformation } from './debugInformation';
import { HEAD_SCHEME, HeadTexts, diffWithHead } from './headDiff';
import { createEntry, goToOtherFile, showReferences } from './navigation';
import { Notices } from './notices';
import { Previews } from './preview';
import { PreviewOrigins } from './previewOrigins';
import type { ReferencesArguments } from './protocol';
import { RULE_SCHEME, RulePages, diagnosticsMiddleware, explainRule } from './rulePages';
import { ServerSession } from './session';
import { watchForSlowYaml } from './slowYaml';
import { StatusItem, showMenu } from './status';

/** What other extensions, and the tests, may use. */
export interface VtLsp {
  readonly session: ServerSession;
  readonly status: vscode.StatusBarItem;
  /** What the user was told lately. */
  readonly told: readonly string[];
}

let session: ServerSession | undefined;

export function activate(context: vscode.ExtensionContext): VtLsp {
  const log = vscode.window.createOutputChannel('vt-lsp', { log: true });
  const notices = new Notices(log);
  const made = new ServerSession(context, log, notices, () => diagnosticsMiddleware(() => status.refresh()));
  const status = new StatusItem(made);
  const previews = new Previews(made);
  const heads = new HeadTexts(made);
  session = made;
  context.subscriptions.push(
    log,
    made,
    status,
    previews,
    heads,
    new PreviewOrigins(made, previews),
    adoptFiles(),
    watchForSlowYaml(context, made, notices),
    vscode.workspace.registerTextDocumentContentProvider(RULE_SCHEME, new RulePages(made)),
    vscode.workspace.registerTextDocumentContentProvider(HEAD_SCHEME, heads),
  );
  const commands: Record<string, (...given: never[]) => unknown> = {
    showPreview: (uri?: string | vscode.Uri, operator?: string) => previews.show(typeof uri === 'string' ? vscode.Uri.parse(uri) : uri, operator),
    choosePreview: () => previews.choose(),
    diffWithHead: () => diffWithHead(made, previews, heads),
    goToOtherFile: () => goToOtherFile(made),
    createEntry: () => createEntry(made),
    explainRule: (rule?: string) => explainRule(made, typeof rule === 'string' ? rule : undefined),
    restart: () => made.restart(),
    showLogs: () => log.show(),
    copyDebugInformation: async () => {
      await vscode.env.clipboard.writeText(await debugInformation(context, made, notices));
      notices.inform('The debug information is in the clipboard.');
    },
    showMenu: () => showMenu(),
    showReferences: (...given: ReferencesArguments) => showReferences(made, ...given),
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(`vt-lsp.${name}`, telling(notices, run)));
  }
  void made.restart();
  return { session: made, status: status.item, told: notices.told };
}

export function deactivate(): Promise<void> | undefined {
  return session?.stop();
}

/** A command whose failure is told to the user in its own words. */
function telling(notices: Notices, run: (...given: never[]) => unknown): (...given: never[]) => Promise<void> {
  return async (...given) => {
    try {
      await run(...given);
    } catch (error) {
      notices.warn(error instanceof Error ? error.message : String(error));
    }
  };
}
