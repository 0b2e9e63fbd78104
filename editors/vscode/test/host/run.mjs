// The suites in the extension host of the real editor, beside the packaged extension.
//
//   node test/host/run.mjs --vsix FILE --workspace FOLDER --python FILE [--record FOLDER --recorder SCRIPT] [SUITE ...]
//
// Each suite gets an editor with settings of its own and a fresh copy of the workspace. With --record, what the editor
// sends to the server that crashes is kept, a file for each process.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Editor, openBrowser } from '../editor.mjs';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const EXTENSION = path.join(HERE, '..', '..');
const LASTS_AT_MOST_MS = 300_000;

const { values: given, positionals } = parseArgs({
  options: { vsix: { type: 'string' }, workspace: { type: 'string' }, python: { type: 'string' }, record: { type: 'string' }, recorder: { type: 'string' } },
  allowPositionals: true,
});

/** A file that is run: `lines` under a shebang. */
function program(file, interpreter, lines) {
  writeFileSync(file, [`#!${interpreter}`, ...lines, ''].join('\n'), { mode: 0o755 });
  return file;
}

// What each suite needs: settings and variables of the editor, other extensions, files in the workspace.
const SUITES = {
  main: () => ({}),
  crashes: ({ scratch }) => {
    const pids = path.join(scratch, 'pids');
    const server = path.join(EXTENSION, 'python', 'start_server.py');
    const recorded = given.record === undefined ? '' : `${given.python} ${given.recorder} ${given.record}/$$`;
    const command = program(path.join(scratch, 'server'), '/bin/sh', [`echo $$ >> ${pids}`, `exec ${recorded} ${given.python} ${server} useBundled`]);
    return { settings: { 'vt-lsp.path': [command] }, environment: { VT_PIDS: pids } };
  },
  'no-python': ({ scratch }) => ({
    settings: { 'vt-lsp.interpreter': '/no/such/python' },
    environment: { VT_OLD_PYTHON: program(path.join(scratch, 'old-python'), '/bin/sh', ['echo 3.8.10']), VT_PYTHON: given.python },
  }),
  'python-extension': ({ scratch }) => ({
    environment: { VT_SELECTED_PYTHON: program(path.join(scratch, 'python'), '/bin/sh', [`exec ${given.python} "$@"`]), VT_PYTHON: given.python },
    extensions: ['python-extension'],
  }),
  universal: () => ({}),
  untrusted: ({ workspace }) => {
    const evil = program(path.join(workspace, 'evil'), '/bin/sh', [`touch ${workspace}/was-run`]);
    mkdirSync(path.join(workspace, '.vscode'));
    const settings = { 'vt-lsp.path': [evil], 'vt-lsp.interpreter': evil, 'vt-lsp.importStrategy': 'fromEnvironment' };
    writeFileSync(path.join(workspace, '.vscode', 'settings.json'), JSON.stringify(settings));
    return { trust: false, settings: { 'security.workspace.trust.startupPrompt': 'never' } };
  },
};

function copyWorkspace(to) {
  cpSync(given.workspace, to, { recursive: true });
  writeFileSync(path.join(to, 'notes.yaml'), '- a: b\n');
  for (const [folder, name] of [['finance', 'derivatives'], ['beside', 'derivatives'], ['beside', 'native_functions']]) {
    mkdirSync(path.join(to, folder), { recursive: true });
    writeFileSync(path.join(to, folder, `${name}.yaml`), '- name: swap\n  notional: 100\n');
  }
  const git = (...options) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...options], { cwd: to, stdio: 'pipe' });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'start');
}

async function runSuite(name, browser) {
  const scratch = mkdtempSync(path.join(tmpdir(), 'vt-suite-'));
  const workspace = path.join(scratch, 'workspace');
  const result = path.join(scratch, 'result');
  copyWorkspace(workspace);
  const { settings, environment = {}, extensions = [], trust = true } = SUITES[name]({ scratch, workspace });
  const editor = new Editor({ settings, trust, environment: { ...environment, VT_SUITE: name, VT_RESULT: result } });
  try {
    editor.install(given.vsix);
    for (const one of extensions) {
      editor.installFolder(path.join(HERE, one));
    }
    await editor.start();
    const page = await (await browser.newContext()).newPage();
    console.log(`suite ${name}`);
    const { code, logged } = await inHost(page, editor.origin, workspace);
    console.log(existsSync(result) ? readFileSync(result, 'utf8') : logged.join('\n'));
    return code;
  } finally {
    await editor.stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Run the tests in the page's extension host; returns the exit code that it gives, and what the editor logged. */
async function inHost(page, origin, workspace) {
  const host = origin.replace('http://', 'vscode-remote://');
  const logged = [];
  const ended = new Promise((resolve) => {
    void page.exposeFunction('codeAutomationLog', (_, given) => void logged.push(given.join(' ')));
    void page.exposeFunction('codeAutomationExit', (code) => resolve(code));
  });
  const payload = [
    ['extensionDevelopmentPath', `${host}${path.join(HERE, 'extension')}`],
    ['extensionTestsPath', `${host}${path.join(EXTENSION, 'dist-tests', 'index.js')}`],
  ];
  await page.goto(`${origin}/?folder=${encodeURIComponent(workspace)}&payload=${encodeURIComponent(JSON.stringify(payload))}`);
  const late = new Promise((resolve) => setTimeout(() => resolve(124), LASTS_AT_MOST_MS).unref());
  const code = await Promise.race([ended, late]);
  return { code, logged: code === 124 ? [...logged, 'the tests did not end in time'] : logged };
}

const browser = await openBrowser();
const failed = [];
try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(SUITES)) {
    if ((await runSuite(name, browser)) !== 0) {
      failed.push(name);
    }
  }
} finally {
  await browser.close();
}
if (failed.length > 0) {
  console.log(`failed suites: ${failed.join(', ')}`);
}
process.exit(failed.length === 0 ? 0 : 1);
