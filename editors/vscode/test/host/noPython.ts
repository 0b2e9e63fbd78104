// No Python that can be used, then one.

import * as assert from 'node:assert/strict';
import { DERIVATIVES, openFile, rules, setting, until, vtLsp } from './editing';

export function addNoPython(): void {
  describe('without a Python', () => {
    it('a missing interpreter is told', async () => {
      const { session, told, status } = await vtLsp();
      await openFile(DERIVATIVES);
      await until('the state', () => session.state === 'no-python');
      assert.match(told.at(-1)!, /needs Python 3\.10 or newer: vt-lsp\.interpreter \(\/no\/such\/python\)/);
      await until('the status bar', () => status.text.includes('no Python'));
    });

    it('one that is too old is told', async () => {
      const { session, told } = await vtLsp();
      await setting('interpreter', process.env.VT_OLD_PYTHON);
      await until('the old one was tried', () => session.search?.tried.some((one) => one.problem === 'too old: 3.8.10'));
      await until('the state', () => session.state === 'no-python');
      assert.equal(told.length, 2);
    });

    it('a right one starts the server at once', async () => {
      const { session } = await vtLsp();
      await setting('interpreter', process.env.VT_PYTHON);
      await until('the server runs', () => session.state === 'running');
      await until('findings', () => rules(DERIVATIVES).length > 0);
    });
  });
}
