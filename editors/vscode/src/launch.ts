// Which process is the server.

import * as path from 'node:path';
import type { Executable } from 'vscode-languageclient/node';
import { findInterpreter, type Search } from './interpreter';
import type { ProcessSettings } from './settings';

/** The server's process and in words where it comes from, or the Pythons that were tried in vain. */
export type Launch = { executable: Executable; described: string } | { search: Search };

/** Find the process by the settings. `extension` is the folder of the extension, `cwd` where the process runs. */
export async function findLaunch(settings: ProcessSettings, extension: string): Promise<Launch> {
  // Not the workspace: nothing in it may be taken for a module or a program.
  const options = { cwd: extension };
  const [program, ...rest] = settings.path;
  if (program !== undefined) {
    return {
      executable: { command: program, args: [...rest, '--stdio'], options },
      described: `vt-lsp.path: ${settings.path.join(' ')}`,
    };
  }
  const search = await findInterpreter(settings.interpreter, extension);
  if (search.found === undefined) {
    return { search };
  }
  const { command, foundBy, version } = search.found;
  // Isolated from the user's modules and variables, unless they are asked for.
  const isolated = settings.importStrategy === 'useBundled' ? ['-I'] : [];
  const script = path.join(extension, 'python', 'start_server.py');
  return {
    executable: {
      command: command[0]!,
      args: [...command.slice(1), ...isolated, script, settings.importStrategy],
      options,
    },
    described: `${command.join(' ')} (${version}, by ${foundBy}), ${settings.importStrategy}`,
  };
}
