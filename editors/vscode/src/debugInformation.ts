// What a bug report needs: versions, settings, state; no text of a file.

import * as vscode from 'vscode';
import type { Notices } from './notices';
import type { ServerSession } from './session';
import { processSettings, serverSettings } from './settings';

/** The information as Markdown. */
export async function debugInformation(context: vscode.ExtensionContext, session: ServerSession, notices: Notices): Promise<string> {
  const status = session.state === 'running' ? await session.request<unknown>('vt-lsp/status', null) : null;
  const about = {
    extension: (context.extension.packageJSON as { version: string }).version,
    editor: `${vscode.env.appName} ${vscode.version}`,
    platform: `${process.platform} ${process.arch}`,
    remote: vscode.env.remoteName ?? null,
    trusted: vscode.workspace.isTrusted,
    server: { state: session.state, process: session.described, tried: session.search?.tried ?? null },
    settings: { ...processSettings(), ...serverSettings(undefined) },
    told: notices.told,
    status,
  };
  return `vt-lsp, debug information\n\n\`\`\`json\n${JSON.stringify(about, null, 2)}\n\`\`\`\n`;
}
