// The editor's window, as its user handles it.

import { pause } from '../editor.mjs';

const PATIENCE_MS = 60_000;

export class Workbench {
  constructor(page, origin) {
    this.page = page;
    this.origin = origin;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  /** Open a folder. */
  async open(folder) {
    await this.page.goto(`${this.origin}/?folder=${encodeURIComponent(folder)}`);
    await this.page.waitForSelector('.explorer-folders-view .monaco-list-row');
  }

  /** Open a file by its name in quick open, at a line if one follows behind a colon. */
  async openFile(name) {
    const file = name.split('/').at(-1).split(':')[0];
    const tab = this.page.locator('.tab.active').filter({ hasText: file }).first();
    await this.until(`${file} is open`, async () => {
      // An editor that has just started may not take keys yet, or know its files.
      await this.page.keyboard.press('Control+P');
      const input = this.page.locator('.quick-input-widget input').first();
      await input.fill(name, { timeout: 10_000 }).catch(() => undefined);
      const row = this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: file }).first();
      const listed = await row.waitFor({ timeout: 10_000 }).then(() => true, () => false);
      await this.page.keyboard.press(listed ? 'Enter' : 'Escape');
      return listed && tab.waitFor({ timeout: 10_000 }).then(() => true, () => false);
    });
  }

  /** Run a command by its title. */
  async command(title) {
    await this.page.keyboard.press('F1');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(`>${title}`);
    await this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: title }).first().waitFor();
    await input.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' }).catch(() => undefined);
  }

  /** Put the cursor at a line and column, from 1. */
  async goTo(line, column) {
    await this.page.keyboard.press('Control+G');
    const input = this.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill(`:${line}:${column}`);
    await this.page.locator('.quick-input-list .monaco-list-row.focused').filter({ hasText: `line ${line} at column ${column}` }).waitFor();
    await input.press('Enter');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Type at the end of a line. */
  async typeAtEnd(line, text) {
    await this.goTo(line, 1);
    await this.page.keyboard.press('End');
    await this.page.keyboard.type(text);
  }

  /** Take back what was typed there. */
  async eraseAtEnd(line, text) {
    await this.goTo(line, 1);
    await this.page.keyboard.press('End');
    for (let count = 0; count < text.length; count++) {
      await this.page.keyboard.press('Backspace');
    }
  }

  /** Give the keyboard to a group by its active tab. */
  async focus(at) {
    await this.group(at).locator('.tab.active').click();
  }

  /** The editor groups from the left. */
  group(at) {
    return this.page.locator('.editor-group-container').nth(at);
  }

  /** The text that a group shows, with ordinary blanks. */
  async text(at) {
    const lines = await this.group(at).locator('.view-line').evaluateAll((all) =>
      all
        .map((line) => ({ box: line.getBoundingClientRect(), text: line.textContent }))
        .filter(({ box }) => box.width > 0) // editors of other tabs are kept, hidden
        .sort((one, other) => one.box.top - other.box.top)
        .map(({ text }) => text),
    );
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** Wait until something holds. */
  async until(what, holds, patience = PATIENCE_MS) {
    const end = Date.now() + patience;
    let last;
    while (Date.now() < end) {
      last = await holds();
      if (last) {
        return last;
      }
      await pause(50);
    }
    throw new Error(`waited in vain: ${what}`);
  }

  /** Read the hover at a place of the window. */
  async hover(box) {
    await this.page.mouse.move(box.x - 40, box.y + 60);
    await this.page.mouse.move(box.x + Math.min(box.width / 2, 12), box.y + box.height / 2, { steps: 4 });
    const hover = this.page.locator('.monaco-hover:not(.hidden) .monaco-hover-content').first();
    await hover.waitFor();
    return this.until('a hover with text', async () => {
      const text = (await hover.innerText().catch(() => '')).replaceAll('\u00a0', ' ');
      return text.includes('Loading') ? '' : text;
    });
  }

  /** Where a word of a line is in the window: a box around its letters. */
  async boxOf(at, line, word) {
    const box = await this.group(at).locator('.view-line').evaluateAll(
      (all, [wanted, piece]) => {
        for (const one of all) {
          const text = one.textContent.replaceAll('\u00a0', ' ');
          const from = text.indexOf(wanted) < 0 ? -1 : text.indexOf(piece, text.indexOf(wanted));
          if (from >= 0) {
            const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
            const range = document.createRange();
            let seen = 0;
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
              const end = seen + node.data.length;
              if (seen <= from && from < end) range.setStart(node, from - seen);
              if (seen < from + piece.length && from + piece.length <= end) range.setEnd(node, from + piece.length - seen);
              seen = end;
            }
            const { x, y, width, height } = range.getBoundingClientRect();
            return { x, y, width, height };
          }
        }
        return null;
      },
      [line, word],
    );
    if (box === null) {
      throw new Error(`not in sight: ${line} … ${word}`);
    }
    return box;
  }

  /** The text of the pages that web views show. */
  async webviewText() {
    const frames = this.page.frames().filter((frame) => frame.parentFrame() !== null);
    const texts = await Promise.all(frames.map((frame) => frame.evaluate(() => document.body?.innerText ?? '').catch(() => '')));
    return texts.join('\n');
  }

  /** Close the active tab with the mouse: a web view may have the keyboard. */
  async closeTab() {
    const tab = this.page.locator('.editor-group-container.active .tab.active');
    await tab.hover();
    await tab.locator('.tab-actions .action-label').first().click();
    if ((await tab.count()) > 0) {
      await tab.click();
    }
  }

  /** The width of what is selected in a group. */
  async selected(at) {
    const boxes = await this.group(at).locator('.selected-text').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
    return boxes.reduce((sum, width) => sum + width, 0);
  }
}
