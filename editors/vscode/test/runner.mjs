// Runs tests one after the other, each from where the one before left off, and prints how they went.

import { mkdirSync } from 'node:fs';
import path from 'node:path';

export class Runner {
  constructor(pictures) {
    this.pictures = pictures;
    this.passed = 0;
    this.failed = 0;
    if (pictures !== undefined) {
      mkdirSync(pictures, { recursive: true });
    }
  }

  /** Run one test, unless one before has failed; where it fails the page is kept as a picture. */
  async test(name, page, run) {
    if (this.failed > 0) {
      console.log(`not run ${name}`);
      return;
    }
    const started = Date.now();
    try {
      await run();
      this.passed += 1;
      console.log(`ok      ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    } catch (error) {
      this.failed += 1;
      console.log(`FAILED  ${name}: ${error.stack ?? error}`);
      await this.picture(page, `failed ${name}`).catch(() => undefined);
    }
  }

  async picture(page, name, options = {}) {
    if (this.pictures !== undefined && page !== undefined) {
      await page.screenshot({ path: path.join(this.pictures, `${name.replace(/[^A-Za-z0-9]+/g, '-')}.png`), ...options });
    }
  }

  /** Print the sum; returns the exit code. */
  end() {
    console.log(`${this.passed} passed, ${this.failed} failed`);
    return this.failed === 0 ? 0 : 1;
  }
}
