// Runs one suite in the extension host and writes how it went to the file $VT_RESULT. $VT_SUITE names the suite.

import { writeFileSync } from 'node:fs';
import { format } from 'node:util';
import Mocha from 'mocha';
import { addCrashes } from './crashes';
import { addMain } from './main';
import { addNoPython } from './noPython';
import { addPythonExtension } from './pythonExtension';
import { addUniversal } from './universal';
import { addUntrusted } from './untrusted';

const SUITES: Record<string, () => void> = {
  main: addMain,
  crashes: addCrashes,
  'no-python': addNoPython,
  'python-extension': addPythonExtension,
  universal: addUniversal,
  untrusted: addUntrusted,
};

export function run(): Promise<void> {
  const name = process.env.VT_SUITE ?? 'main';
  const mocha = new Mocha({ ui: 'bdd', timeout: 120_000, color: false });
  mocha.suite.emit('pre-require', globalThis as never, '', mocha);
  SUITES[name]!();
  const lines: string[] = [];
  Mocha.reporters.Base.consoleLog = (...given: unknown[]) => void lines.push(format(...given));
  return new Promise((resolve, reject) => {
    const runner = mocha.run((failures) => {
      const passes = runner.stats?.passes ?? 0;
      lines.push(`${passes} passed, ${failures} failed`);
      writeFileSync(process.env.VT_RESULT!, `${lines.join('\n')}\n`);
      if (failures > 0 || passes === 0) {
        reject(new Error(`${failures} tests failed`));
      } else {
        resolve();
      }
    });
  });
}
