// A server without the compiled part of PyYAML works, but slowly: told once for each version of the extension.

import * as vscode from 'vscode';
import type { Notices } from './notices';
import type { ServerStatus } from './protocol';
import type { ServerSession } from './session';

const KEY = 'vt-lsp.slowYamlTold';

export const SLOW_YAML =
  'PyYAML has no compiled part in this Python, so that vt-lsp reads files several times slower. The package of the extension for this platform brings it, and so does an environment with PyYAML and vt-lsp in it (vt-lsp.importStrategy: fromEnvironment).';

export function isSlow(status: ServerStatus): boolean {
  return status.yaml.startsWith('pure');
}

/** Tell the user when the server runs, if it is so and was not told. */
export function watchForSlowYaml(context: vscode.ExtensionContext, session: ServerSession, notices: Notices): vscode.Disposable {
  return session.onDidChange((state) => {
    const version = (context.extension.packageJSON as { version: string }).version;
    if (state === 'running' && context.globalState.get(KEY) !== version) {
      void session.request<ServerStatus>('vt-lsp/status', null).then(
        (status) => {
          if (isSlow(status)) {
            notices.warn(SLOW_YAML);
            void context.globalState.update(KEY, version);
          }
        },
        (error: unknown) => session.log.debug(String(error)),
      );
    }
  });
}
