// Finding a Python that can run the server.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PythonExtension } from '@vscode/python-extension';
import * as vscode from 'vscode';

export const OLDEST: readonly [number, number] = [3, 10];
const PATIENCE_MS = 20_000;

/** A Python that was looked at; `version` is undefined where it does not run, with the reason in `problem`. */
export interface Interpreter {
  command: string[];
  foundBy: string;
  version?: string;
  problem?: string;
}

export interface Search {
  found?: Interpreter;
  tried: Interpreter[];
}

/** Look for a Python that is new enough: the setting's alone, else the Python extension's, else those on the PATH. */
export async function findInterpreter(setting: string, folder: string): Promise<Search> {
  const tried: Interpreter[] = [];
  for await (const candidate of setting ? [{ command: [setting], foundBy: 'vt-lsp.interpreter' }] : candidates()) {
    const seen = await inspect(candidate, folder);
    tried.push(seen);
    if (seen.version !== undefined && seen.problem === undefined) {
      return { found: seen, tried };
    }
  }
  return { tried };
}

async function* candidates(): AsyncIterable<Interpreter> {
  const selected = await selectedInterpreter();
  if (selected !== undefined) {
    yield { command: [selected], foundBy: 'the Python extension' };
  }
  const names = process.platform === 'win32' ? [['py', '-3'], ['python']] : [['python3'], ['python']];
  const versions = [14, 13, 12, 11, 10].map((minor) => [`python3.${minor}`]);
  for (const command of process.platform === 'win32' ? names : [...names, ...versions]) {
    yield { command, foundBy: 'the PATH' };
  }
}

/**
 * The interpreter that the Python extension has selected. Not in a workspace that is not trusted: it may be a program
 * of the workspace.
 */
async function selectedInterpreter(): Promise<string | undefined> {
  if (!vscode.workspace.isTrusted || vscode.extensions.getExtension('ms-python.python') === undefined) {
    return undefined;
  }
  const { environments } = await PythonExtension.api();
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const environment = await environments.resolveEnvironment(environments.getActiveEnvironmentPath(folder));
  return environment?.executable.uri?.fsPath;
}

/** Call `changed` when the Python extension selects another interpreter. */
export async function watchSelection(changed: () => void): Promise<vscode.Disposable | undefined> {
  if (vscode.extensions.getExtension('ms-python.python') === undefined) {
    return undefined;
  }
  const { environments } = await PythonExtension.api();
  return environments.onDidChangeActiveEnvironmentPath(changed);
}

async function inspect(candidate: Interpreter, folder: string): Promise<Interpreter> {
  const [program, ...options] = candidate.command;
  const code = 'import sys; print("%d.%d.%d" % sys.version_info[:3])';
  try {
    const run = promisify(execFile);
    const { stdout } = await run(program!, [...options, '-I', '-c', code], { cwd: folder, timeout: PATIENCE_MS });
    const version = stdout.trim();
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const isNew = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
    return isNew ? { ...candidate, version } : { ...candidate, version, problem: `too old: ${version}` };
  } catch (error) {
    return { ...candidate, problem: error instanceof Error ? error.message.split('\n')[0]! : String(error) };
  }
}
