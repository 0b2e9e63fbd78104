// VS Code as code-server, and a browser that shows it.

import { spawn, execFileSync } from 'node:child_process';
import { cpSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const HERE = path.dirname(fileURLToPath(import.meta.url));
const MODULES = path.join(HERE, 'editor', 'node_modules');
const ENTRY = path.join(MODULES, 'code-server', 'out', 'node', 'entry.js');
const BROWSER = process.env.VT_CHROMIUM ?? '/usr/bin/chromium';
const STARTS_WITHIN_MS = 60_000;

// What a first start shows beside the files, and what would make pictures and timings differ from run to run.
const SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'window.commandCenter': false,
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'telemetry.telemetryLevel': 'off',
  'extensions.ignoreRecommendations': true,
  'git.openRepositoryInParentFolders': 'never',
  'workbench.colorTheme': 'Default Dark Modern',
};

/** A place for one editor: its settings, its extensions, its data. */
export class Editor {
  constructor({ settings = {}, trust = true, environment = {} } = {}) {
    this.home = mkdtempSync(path.join(tmpdir(), 'vt-editor-'));
    this.user = path.join(this.home, 'user');
    this.extensions = path.join(this.home, 'extensions');
    this.trust = trust;
    this.environment = environment;
    this.configure(settings);
  }

  /** Write the user's settings, also as those of the machine: the ones that choose programs count only there. */
  configure(settings) {
    for (const place of ['User', 'Machine']) {
      const folder = path.join(this.user, place);
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, 'settings.json'), JSON.stringify({ ...SETTINGS, ...settings }, null, 2));
    }
  }

  get #environment() {
    return { ...process.env, XDG_CONFIG_HOME: path.join(this.home, 'config'), XDG_DATA_HOME: path.join(this.home, 'data'), ...this.environment };
  }

  get #places() {
    return ['--user-data-dir', this.user, '--extensions-dir', this.extensions];
  }

  install(...vsixs) {
    for (const vsix of vsixs) {
      execFileSync(process.execPath, [ENTRY, ...this.#places, '--install-extension', vsix], { env: this.#environment, stdio: 'pipe', timeout: 60_000 });
    }
  }

  /** Install an extension that is no VSIX but a folder. */
  installFolder(folder) {
    const { publisher, name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const id = `${publisher}.${name}`;
    const relative = `${id}-${version}`;
    const location = path.join(this.extensions, relative);
    cpSync(folder, location, { recursive: true });
    const list = path.join(this.extensions, 'extensions.json');
    const known = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
    const entry = { identifier: { id }, version, location: { $mid: 1, path: location, scheme: 'file' }, relativeLocation: relative };
    writeFileSync(list, JSON.stringify([...known, entry]));
  }

  /** Start the editor; resolves when it answers. */
  async start() {
    const port = await freePort();
    const options = [
      ...['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--disable-telemetry', '--disable-update-check'],
      ...(this.trust ? ['--disable-workspace-trust'] : []),
      ...['--disable-getting-started-override', '--vscode-option', 'enable-smoke-test-driver'],
    ];
    this.server = spawn(process.execPath, [ENTRY, ...options, ...this.#places], { env: this.#environment, stdio: ['ignore', 'pipe', 'pipe'] });
    const log = createWriteStream(path.join(this.home, 'server.log'));
    this.server.stdout.pipe(log);
    this.server.stderr.pipe(log);
    this.origin = `http://127.0.0.1:${port}`;
    const end = Date.now() + STARTS_WITHIN_MS;
    while (!(await answers(`${this.origin}/healthz`))) {
      if (Date.now() > end || this.server.exitCode !== null) {
        throw new Error(`the editor did not start: see ${this.home}/server.log`);
      }
      await pause(100);
    }
  }

  async stop() {
    if (this.server !== undefined && this.server.exitCode === null) {
      const ended = new Promise((resolve) => this.server.once('exit', resolve));
      this.server.kill('SIGTERM');
      await Promise.race([ended, pause(10_000)]);
      this.server.kill('SIGKILL');
    }
    rmSync(this.home, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A browser with nothing kept from before. */
export async function openBrowser() {
  const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath: BROWSER, args: quiet });
}

export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
