// The pages of the rules, as documents that need no network: `vt-lsp-rule:/unknown-type.md`.

import * as vscode from 'vscode';
import type { vsdiag } from 'vscode-languageclient';
import type { Middleware } from 'vscode-languageclient/node';
import type { ServerSession } from './session';

export const RULE_SCHEME = 'vt-lsp-rule';

export function ruleUri(rule: string): vscode.Uri {
  return vscode.Uri.from({ scheme: RULE_SCHEME, path: `/${rule}.md` });
}

/** Provides the pages, by asking the server for them. */
export class RulePages implements vscode.TextDocumentContentProvider {
  constructor(private readonly session: ServerSession) {}

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    return this.session.request<string>('workspace/executeCommand', {
      command: 'vt-lsp.explain',
      arguments: [uri.path.replace(/^\//, '').replace(/\.md$/, '')],
    });
  }
}

/** Show a rule's page; asks for the rule if none is given. */
export async function explainRule(session: ServerSession, rule?: string): Promise<void> {
  const chosen = rule ?? ruleAtCursor() ?? (await askForRule(session));
  if (chosen !== undefined) {
    await vscode.commands.executeCommand('vscode.openWith', ruleUri(chosen), 'vscode.markdown.preview.editor', {
      viewColumn: vscode.ViewColumn.Beside,
    });
  }
}

function ruleAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return undefined;
  }
  const at = editor.selection.active;
  const found = vscode.languages.getDiagnostics(editor.document.uri).find((one) => one.source === 'vt-lsp' && one.range.contains(at));
  return found === undefined ? undefined : ruleOf(found);
}

async function askForRule(session: ServerSession): Promise<string | undefined> {
  const rules = await session.request<{ id: string; severity: string; origin: string; summary: string }[]>('vt-lsp/rules', null);
  const items = rules.map((rule) => ({ label: rule.id, description: `${rule.severity}, ${rule.origin}`, detail: rule.summary }));
  const chosen = await vscode.window.showQuickPick(items, { placeHolder: 'A rule', matchOnDetail: true });
  return chosen?.label;
}

function ruleOf(diagnostic: vscode.Diagnostic): string | undefined {
  const code = diagnostic.code;
  return typeof code === 'object' ? String(code.value) : code === undefined ? undefined : String(code);
}

/** Let the rule of each diagnostic lead to its page here, where Markdown is rendered. */
function withPages(diagnostics: vscode.Diagnostic[]): void {
  for (const diagnostic of diagnostics) {
    const rule = ruleOf(diagnostic);
    if (rule !== undefined && typeof diagnostic.code === 'object') {
      diagnostic.code = { value: rule, target: ruleUri(rule) };
    }
  }
}

function reportWithPages(report: vsdiag.DocumentDiagnosticReport | null | undefined): void {
  if (report?.kind === 'full') {
    withPages(report.items);
  }
  if (report !== null && report !== undefined && 'relatedDocuments' in report) {
    for (const related of Object.values(report.relatedDocuments ?? {})) {
      reportWithPages(related);
    }
  }
}

/** All the ways by which diagnostics come in. `seen` is called after each. */
export function diagnosticsMiddleware(seen: () => void): Middleware {
  return {
    handleDiagnostics: (uri, diagnostics, next) => {
      withPages(diagnostics);
      next(uri, diagnostics);
      seen();
    },
    provideDiagnostics: async (document, previousId, token, next) => {
      const report = await next(document, previousId, token);
      reportWithPages(report);
      seen();
      return report;
    },
    provideWorkspaceDiagnostics: (previousIds, token, reporter, next) =>
      next(previousIds, token, (chunk) => {
        chunk?.items.forEach(reportWithPages);
        reporter(chunk);
      }),
  };
}
