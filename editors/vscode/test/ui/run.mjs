// The extension in the real editor, by mouse and keyboard.
//
//   node test/ui/run.mjs --vsix FILE --workspace FOLDER --examples FOLDER --docs FOLDER [--pictures FOLDER]
//
// The workspace is a checkout laid out from a corpus: files that the tests may change. The pictures of the documentation
// are taken of a copy of the examples.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Editor, openBrowser } from '../editor.mjs';
import { Runner } from '../runner.mjs';
import { takePictures } from './pictures.mjs';
import { Workbench } from './workbench.mjs';

const { values: given } = parseArgs({ options: { vsix: { type: 'string' }, workspace: { type: 'string' }, examples: { type: 'string' }, docs: { type: 'string' }, pictures: { type: 'string' } } });
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
    // The editor draws lines anew while the grammar is loading: what is measured in between is nowhere.
    let around = null;
    let word = null;
    for (let tries = 0; tries < 50 && !(around && word); tries += 1) {
      [around, word] = [await squiggle.boundingBox(), await bench.boxOf(0, '  othr:', 'othr')];
      if (!(around && word)) await page.waitForTimeout(200);
    }
    assert.ok(around && word, 'the squiggle and its word are not to be seen');
    assert.ok(Math.abs(around.x - word.x) < 3 && Math.abs(around.width - word.width) < 4, `${JSON.stringify(around)} is not ${JSON.stringify(word)}`);
    await runner.picture(page, 'squiggle');
  });

  await runner.test('its hover says what is wrong', page, async () => {
    const text = await bench.hover(await bench.boxOf(0, '  othr:', 'othr'));
    assert.match(text, /add\.Tensor.*has no argument.*othr/s);
    assert.match(text, /unknown-gradient-argument/);
    await runner.picture(page, 'hover of a mistake');
  });

  await runner.test('the rule of a problem opens its page, rendered, without a network', page, async () => {
    await bench.hover(await bench.boxOf(0, '  othr:', 'othr'));
    await page.locator('.monaco-hover:not(.hidden) a').filter({ hasText: 'unknown-gradient-argument' }).first().click();
    await page.locator('.tab.active').filter({ hasText: 'unknown-gradient-argument' }).waitFor();
    await bench.until('the page is rendered', async () => (await bench.webviewText()).includes('unknown-gradient-argument'));
    await runner.picture(page, 'page of a rule');
    await bench.closeTab();
  });

  await runner.test('a quick fix mends it', page, async () => {
    await bench.goTo(line, 4);
    await page.keyboard.press('Control+.');
    const fix = page.locator('.action-widget .monaco-list-row').filter({ hasText: 'Rename `othr` to `other`' });
    await fix.waitFor();
    await runner.picture(page, 'quick fix');
    await fix.click();
    await bench.until('the key is right', async () => (await bench.text(0)).includes('  other'));
    await page.locator('.monaco-editor .squiggly-error').first().waitFor({ state: 'hidden' });
  });

  await runner.test('the hover of an operator shows the C++', page, async () => {
    const text = await bench.hover(await bench.boxOf(0, '- name: add.Tensor', 'add'));
    assert.match(text, /AddBackward0/);
    assert.match(text, /grad_fn/);
    await runner.picture(page, 'hover with the C++');
  });

  await runner.test('the preview opens beside', page, async () => {
    await page.setViewportSize({ width: 1800, height: 900 });
    await bench.goTo(line, 12);
    await bench.command('vt-lsp: Show Generated C++ to the Side');
    await page.locator('.tab').filter({ hasText: 'add.Tensor.cpp' }).waitFor();
    await bench.until('the C++', async () => (await bench.text(1)).includes('AddBackward0'));
    await runner.picture(page, 'preview');
  });

  await runner.test('it marks what stems from the formula at the cursor, and follows an edit', page, async () => {
    await bench.until('the section is in sight', async () => (await bench.text(1)).includes('/*other*/'));
    await bench.group(1).locator('.view-overlays .cdr').first().waitFor({ state: 'attached' });
    await bench.typeAtEnd(line, ' * 3');
    await bench.until('the edit in the C++', async () => (await bench.text(1)).includes('* 3'));
    await page.keyboard.press('Home');
    await runner.picture(page, 'preview after an edit');
    await bench.eraseAtEnd(line, ' * 3');
    await bench.until('the edit is gone', async () => !(await bench.text(1)).includes('* 3'));
  });

  await runner.test('it follows the cursor', page, async () => {
    await bench.goTo(line - 10, 12);
    await page.locator('.tab').filter({ hasText: 'abs.cpp' }).waitFor();
    await bench.goTo(line, 12);
    await page.locator('.tab').filter({ hasText: 'add.Tensor.cpp' }).waitFor();
  });

  await runner.test('a click in it selects the token, a hover says why', page, async () => {
    await bench.until('the section is in sight', async () => (await bench.text(1)).includes('/*other*/'));
    await bench.goTo(line - 2, 1);
    const box = await bench.boxOf(1, 'needs_input_grad[/*other*/', 'needs_input_grad');
    const text = await bench.hover(box);
    assert.match(text, new RegExp(`derivatives\\.yaml:${line}`));
    await runner.picture(page, 'hover in the preview');
    await page.keyboard.press('Escape');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await bench.until('the formula is selected', async () => (await bench.selected(0)) > 100);
    await runner.picture(page, 'click in the preview');
  });

  await runner.test('the comparison with HEAD shows what changed', page, async () => {
    await bench.focus(0);
    await bench.typeAtEnd(line, ' * 3');
    await bench.command('vt-lsp: Compare Generated C++ with HEAD');
    await page.locator('.tab.active').filter({ hasText: 'HEAD' }).waitFor();
    await page.locator('.monaco-diff-editor .line-insert, .monaco-diff-editor .char-insert').first().waitFor({ state: 'attached' });
    await runner.picture(page, 'comparison with HEAD');
    await bench.closeTab();
    await bench.focus(0);
    await bench.eraseAtEnd(line, ' * 3');
  });

  await runner.test('rename reaches schema and formulas', page, async () => {
    await bench.goTo(line, 4);
    await page.keyboard.press('F2');
    const input = page.locator('.rename-input');
    await input.waitFor();
    await input.fill('second');
    await input.press('Enter');
    await bench.until('the new name', async () => (await bench.text(0)).includes('second.scalar_type()'));
    await runner.picture(page, 'rename');
    await bench.until('the schema is renamed', async () => /add\.Tensor\(Tensor self, Tensor second/.test(await bench.text(0)));
    assert.equal(await page.locator('.monaco-editor .squiggly-error').count(), 0);
  });

  await runner.test('go to the schema and back', page, async () => {
    await bench.goTo(line - 2, 12);
    await page.keyboard.press('F12');
    await page.locator('.tab.active').filter({ hasText: 'native_functions.yaml' }).waitFor();
    await bench.until('the schema', async () => (await bench.text(0)).includes('func: add.Tensor(Tensor self, Tensor second'));
    await runner.picture(page, 'schema');
    await page.keyboard.press('Alt+O');
    await page.locator('.tab.active').filter({ hasText: 'derivatives.yaml' }).waitFor();
  });

  await runner.test('completion offers what a formula can use', page, async () => {
    await bench.typeAtEnd(line, ' + se');
    await page.keyboard.press('Control+Space');
    await page.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: 'second' }).first().waitFor();
    await runner.picture(page, 'completion');
    await page.keyboard.press('Escape');
  });
  await takePictures(runner, bench, given.examples, given.docs);
} finally {
  await browser.close();
  await editor.stop();
}
process.exit(runner.end());
