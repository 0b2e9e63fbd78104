// How long one waits in the editor: from opening derivatives.yaml to the first squiggle, and from a keystroke to its mark.
//
//   node test/measure/run.mjs --workspace FOLDER --vsix FILE
//   node test/measure/run.mjs --workspace FOLDER --yaml-server FILE    (yaml-language-server's program, for comparison)
//
// The edit takes the colon behind a key away and puts it back: a mistake to either server.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { Editor, openBrowser, pause } from '../editor.mjs';
import { Workbench } from '../ui/workbench.mjs';

const ROUNDS = 20;
const HERE = path.dirname(fileURLToPath(import.meta.url));
const { values: given } = parseArgs({ options: { vsix: { type: 'string' }, workspace: { type: 'string' }, 'yaml-server': { type: 'string' } } });

const file = path.join(given.workspace, 'tools/autograd/derivatives.yaml');
const text = readFileSync(file, 'utf8');
const key = text.indexOf('  other:', text.indexOf('- name: add.Tensor('));
const line = text.slice(0, key).split('\n').length;
writeFileSync(file, `${text.slice(0, key)}  other${text.slice(key + 8)}`);

const yaml = given['yaml-server'];
const editor = new Editor({ environment: yaml === undefined ? {} : { VT_YAML_SERVER: path.resolve(yaml) } });
const browser = await openBrowser();

async function opened(bench) {
  const started = performance.now();
  await bench.openFile(`tools/autograd/derivatives.yaml:${line}`);
  await bench.page.locator('.monaco-editor .squiggly-error').first().waitFor();
  return performance.now() - started;
}

function median(times) {
  return Math.round([...times].sort((one, other) => one - other)[Math.floor(times.length / 2)]);
}

try {
  if (yaml === undefined) {
    editor.install(given.vsix);
  } else {
    const folder = path.join(HERE, 'yaml-extension');
    await build({ entryPoints: [path.join(folder, 'client.js')], outfile: path.join(folder, 'main.js'), bundle: true, platform: 'node', format: 'cjs', external: ['vscode'] });
    editor.installFolder(folder);
  }
  await editor.start();
  const page = await (await browser.newContext({ viewport: { width: 1500, height: 900 } })).newPage();
  const bench = new Workbench(page, editor.origin);
  const squiggle = page.locator('.monaco-editor .squiggly-error').first();
  await bench.open(given.workspace);
  await pause(8_000); // the editor's own start
  console.log(`open to first squiggle, the first time: ${Math.round(await opened(bench))} ms`);
  const again = [];
  for (let count = 0; count < 5; count++) {
    await bench.closeTab().catch(() => undefined);
    await pause(1_000);
    again.push(await opened(bench));
  }
  console.log(`open to first squiggle, again: ${median(again)} ms`);
  await bench.goTo(line, 8);
  const on = [];
  const off = [];
  for (let count = 0; count < ROUNDS; count++) {
    await pause(1_500);
    let started = performance.now();
    await page.keyboard.type(':');
    await squiggle.waitFor({ state: 'detached' });
    off.push(performance.now() - started);
    await pause(1_500);
    started = performance.now();
    await page.keyboard.press('Backspace');
    await squiggle.waitFor({ state: 'attached' });
    on.push(performance.now() - started);
  }
  console.log(`keystroke to the squiggle: ${median(on)} ms, to its end: ${median(off)} ms`);
} finally {
  await browser.close();
  await editor.stop();
}
