// The extension in the real editor, by mouse and keyboard.
//
//   node test/ui/run.mjs --vsix FILE --workspace FOLDER [--pictures FOLDER]
//
// The workspace is a checkout laid out from a corpus: files that the tests may change.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Editor, openBrowser } from '../editor.mjs';
import { Runner } from '../runner.mjs';
import { Workbench } from './workbench.mjs';

const { values: given } = parseArgs({ options: { vsix: { type: 'string' }, workspace: { type: 'string' }, pictures: { type: 'string' } } });
const derivatives = path.join(given.workspace, 'tools/autograd/derivatives.yaml');
const runner = new Runner(given.pictures);

function plant() {
  const text = readFileSync(derivatives, 'utf8');
  const entry = text.indexOf('- name: add.Tensor(');
  const key = text.indexOf('  other:', entry);
  writeFileSync(derivatives, `${text.slice(0, key)}  othr:${text.slice(key + 8)}`);
  return text.slice(0, key).split('\n').length;
}

const line = plant();
const editor = new Editor();
const browser = await openBrowser();
try {
  editor.install(given.vsix);
  await editor.start();
  const page = await (await browser.newContext({ viewport: { width: 1500, height: 900 } })).newPage();
  const bench = new Workbench(page, editor.origin);

  await runner.test('a mistake is underlined at the key at fault', page, async () => {
    await bench.open(given.workspace);
    await bench.openFile('tools/autograd/derivatives.yaml');
    await bench.goTo(line, 3);
    const squiggle = page.locator('.monaco-editor .squiggly-error').first();
    await squiggle.waitFor();
    const [around, word] = [await squiggle.boundingBox(), await bench.boxOf(0, '  othr:', 'othr')];
    assert.ok(Math.abs(around.x - word.x) < 3 && Math.abs(around.width - word.width) < 4, `${JSON.stringify(around)} is not ${JSON.stringify(word)}`);
    await runner.picture(page, 'squiggle');
  });

  await runner.test('its hover says what is wrong', page, async () => {
    const text = await bench.hover(await bench.boxOf(0, '  othr:', 'othr'));
    assert.match(text, /add\.Tensor.*has no argument.*othr/s);
    assert.match(text, /unknown-gradient-argument/);
    await runner.picture(page, 'hover of a mistake');
  });
} finally {
  await browser.close();
  await editor.stop();
}
process.exit(runner.end());
