// A server that ends by itself. The suite's `vt-lsp.path` writes the number of each process to $VT_PIDS.

import * as assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { DERIVATIVES, openFile, until, vtLsp } from './editing';

function processes(): number[] {
  const file = process.env.VT_PIDS!;
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : [];
}

export function addCrashes(): void {
  describe('a server that dies', () => {
    it('is started again, which is said once, and goes on where it was', async () => {
      const { session, told } = await vtLsp();
      const editor = await openFile(DERIVATIVES);
      await until('the server runs', () => processes().length === 1 && session.state === 'running');
      process.kill(processes().at(-1)!, 'SIGKILL');
      await until('another process', () => processes().length === 2 && session.state === 'running');
      assert.equal(told.filter((text) => text.includes('ended unexpectedly and is started again')).length, 1);
      const hover = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', editor.document.uri, new vscode.Position(3, 9));
      assert.ok(hover.length > 0);
    });

    it('is given up after the fifth time, and says so', async () => {
      const { session, told } = await vtLsp();
      for (let count = 2; count <= 5; count++) {
        process.kill(processes().at(-1)!, 'SIGKILL');
        if (count < 5) {
          await until(`process ${count + 1}`, () => processes().length === count + 1 && session.state === 'running');
        }
      }
      await until('the server is given up', () => session.state === 'failed');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      assert.equal(processes().length, 5);
      assert.ok(told.at(-1)!.includes('5 times and is not started again'));
      assert.equal(told.length, 2, told.join('\n'));
    });

    it('runs again when it is restarted', async () => {
      const { session } = await vtLsp();
      await vscode.commands.executeCommand('vt-lsp.restart');
      assert.equal(session.state, 'running');
      assert.equal(processes().length, 6);
    });
  });
}
