// The pictures of the documentation, of the examples with mistakes.

import path from 'node:path';

const SIZE = { width: 1180, height: 580 };

export async function takePictures(runner, bench, examples, docs) {
  const { page } = bench;
  const shot = (name) => page.screenshot({ path: path.join(docs, `vscode-${name}.png`) });

  await runner.test('picture: mistakes', page, async () => {
    await page.setViewportSize(SIZE);
    await bench.open(examples);
    await page.keyboard.press('Control+B');
    await bench.openFile('tools/autograd/derivatives.yaml');
    await page.locator('.monaco-editor .squiggly-error').first().waitFor();
    await page.locator('.statusbar-item').filter({ hasText: 'PyTorch 1.8.1' }).waitFor();
    await page.keyboard.press('Control+Shift+M');
    await page.locator('.markers-panel .monaco-list-row').first().waitFor();
    await bench.hover(await bench.boxOf(0, "- name: 'ring_shift", '0'));
    await shot('mistakes');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+J');
  });

  await runner.test('picture: preview', page, async () => {
    await bench.group(0).locator('.view-line').first().click();
    await bench.goTo(6, 14);
    await bench.command('vt-lsp: Show Generated C++ to the Side');
    await page.locator('.tab').filter({ hasText: 'soft_gate.cpp' }).waitFor();
    await bench.group(1).locator('.view-overlays .cdr').first().waitFor({ state: 'attached' });
    await bench.hover(await bench.boxOf(1, 'if (should_compute_output({ gate_ix })', 'should_compute_output'));
    await shot('preview');
    await page.keyboard.press('Escape');
  });
}
