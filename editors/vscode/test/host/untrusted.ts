// A workspace that is not trusted, whose settings name a program of its own.

import * as assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import * as vscode from 'vscode';
import { DERIVATIVES, fileUri, openFile, rules, until, vtLsp } from './editing';

export function addUntrusted(): void {
  describe('a workspace that is not trusted', () => {
    it('is checked, and its programs are not run', async () => {
      assert.equal(vscode.workspace.isTrusted, false);
      const { session } = await vtLsp();
      await openFile(DERIVATIVES);
      await until('findings', () => rules(DERIVATIVES).length > 0);
      assert.match(session.described, /by the PATH.*useBundled/);
      assert.equal(existsSync(fileUri('was-run').fsPath), false);
    });

    it('has no comparison with git, and that is said', async () => {
      const { told } = await vtLsp();
      await vscode.commands.executeCommand('vt-lsp.diffWithHead');
      assert.match(told.at(-1)!, /needs a trusted workspace/);
    });
  });
}
