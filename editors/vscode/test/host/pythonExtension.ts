// The interpreter that the Python extension has selected; a stand-in for it tells and changes that.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DERIVATIVES, openFile, rules, until, vtLsp } from './editing';

export function addPythonExtension(): void {
  describe('with the Python extension', () => {
    it('its interpreter runs the server', async () => {
      const { session } = await vtLsp();
      await openFile(DERIVATIVES);
      await until('findings', () => rules(DERIVATIVES).length > 0);
      assert.ok(session.described.startsWith(process.env.VT_SELECTED_PYTHON!), session.described);
      assert.match(session.described, /by the Python extension/);
    });

    it('another selection starts the server anew', async () => {
      const { session } = await vtLsp();
      const python = vscode.extensions.getExtension<{ select(path: string): void }>('ms-python.python')!;
      python.exports.select(process.env.VT_PYTHON!);
      await until('the other one', () => session.state === 'running' && session.described.startsWith(process.env.VT_PYTHON!));
    });
  });
}
