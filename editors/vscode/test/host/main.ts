// Commands, settings and restarts in a workspace with mistakes, a git repository.

import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { DERIVATIVES, NATIVE, fileUri, openFile, positionOf, previewEditor, replace, rules, setting, until, vtLsp } from './editing';

const ENTRY = '- name: soft_gate(';

export function addMain(): void {
  describe('the extension', () => {
    it('gives the files languages of their own', async () => {
      assert.equal((await openFile(NATIVE)).document.languageId, 'native-functions-yaml');
      assert.equal((await openFile(DERIVATIVES)).document.languageId, 'derivatives-yaml');
      for (const stranger of ['notes.yaml', 'finance/derivatives.yaml']) {
        assert.equal((await vscode.workspace.openTextDocument(fileUri(stranger))).languageId, 'yaml');
      }
    });

    it('knows a pair side by side', async () => {
      const uri = fileUri('beside/derivatives.yaml');
      await vscode.workspace.openTextDocument(uri);
      await until('its language', () => vscode.workspace.textDocuments.some((one) => one.uri.toString() === uri.toString() && one.languageId === 'derivatives-yaml'));
    });

    it('tells of mistakes at their places, with a page for each', async () => {
      await until('findings', () => rules(DERIVATIVES).includes('unknown-gradient-argument'));
      const found = vscode.languages.getDiagnostics(fileUri(DERIVATIVES)).find((one) => typeof one.code === 'object' && one.code.value === 'unknown-gradient-argument')!;
      const document = await vscode.workspace.openTextDocument(fileUri(DERIVATIVES));
      assert.equal(document.getText(found.range), 'shfit');
      assert.equal(found.relatedInformation?.length, 1);
      const { target } = found.code as { target: vscode.Uri };
      assert.equal(target.toString(), 'vt-lsp-rule:/unknown-gradient-argument.md');
      const page = await vscode.workspace.openTextDocument(target);
      assert.match(page.getText(), /^# unknown-gradient-argument/);
    });

    it('has every command that it announces', async () => {
      const extension = vscode.extensions.getExtension('vt-lsp.vt-lsp')!;
      const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
      const known = new Set(await vscode.commands.getCommands(true));
      assert.deepEqual(contributes.commands.filter(({ command }) => !known.has(command)), []);
    });
  });

  describe('settings', () => {
    after(() => setting('rules', undefined));

    it('change what is told, at once and back', async () => {
      await setting('rules', { 'unknown-gradient-argument': 'off' });
      await until('it is off', () => !rules(DERIVATIVES).includes('unknown-gradient-argument'));
      await setting('rules', undefined);
      await until('it is on again', () => rules(DERIVATIVES).includes('unknown-gradient-argument'));
    });

    it('of the extension are no concern of the server', async () => {
      const { told } = await vtLsp();
      await setting('preview.follow', false);
      await setting('preview.follow', undefined);
      assert.deepEqual(told, []);
    });
  });

  describe('the preview', () => {
    it('shows the C++ beside, and follows edits', async () => {
      const editor = await openFile(DERIVATIVES);
      const at = positionOf(editor.document, ENTRY).translate(0, 9);
      editor.selection = new vscode.Selection(at, at);
      await vscode.commands.executeCommand('vt-lsp.showPreview');
      const preview = await until('a preview', () => previewEditor());
      assert.equal(preview.document.languageId, 'cpp');
      assert.match(preview.document.getText(), /SoftGateBackward/);
      assert.equal(vscode.window.activeTextEditor, editor);
      await replace(editor, 'grad.mul(gate_curve(gate, sharpness))', 'grad.div(gate_curve(gate, sharpness))');
      await until('the edit is there', () => preview.document.getText().includes('grad.div(gate_curve'));
      await replace(editor, 'grad.div(gate_curve(gate, sharpness))', 'grad.mul(gate_curve(gate, sharpness))');
      await until('and taken back', () => !preview.document.getText().includes('grad.div(gate_curve'));
    });

    it('follows the cursor', async () => {
      const editor = await openFile(DERIVATIVES);
      const at = positionOf(editor.document, '- name: tally_marks(').translate(0, 9);
      editor.selection = new vscode.Selection(at, at);
      await until('another preview', () => previewEditor('tally_marks'));
    });

    it('says why a line is there, and leads to its token', async () => {
      const editor = await openFile(DERIVATIVES);
      const at = positionOf(editor.document, ENTRY).translate(0, 9);
      editor.selection = new vscode.Selection(at, at);
      const preview = await until('the preview', () => previewEditor('soft_gate'));
      const where = positionOf(preview.document, 'grad.mul(gate_curve');
      const [hover] = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', preview.document.uri, where);
      assert.match((hover!.contents[0] as vscode.MarkdownString).value, /derivatives\.yaml:\d+/);
      const [place] = await vscode.commands.executeCommand<vscode.Location[]>('vscode.executeDefinitionProvider', preview.document.uri, where);
      const formula = 'grad.mul(gate_curve(gate, sharpness))';
      assert.equal(place!.uri.toString(), editor.document.uri.toString());
      assert.equal(editor.document.getText(place!.range), formula);
    });
  });

  describe('commands', () => {
    it('compare the C++ with HEAD', async () => {
      const editor = await openFile(DERIVATIVES);
      const at = positionOf(editor.document, ENTRY).translate(0, 9);
      editor.selection = new vscode.Selection(at, at);
      await replace(editor, 'grad.mul(gate_curve(gate, sharpness))', 'grad.div(gate_curve(gate, sharpness))');
      editor.selection = new vscode.Selection(at, at);
      await vscode.commands.executeCommand('vt-lsp.diffWithHead');
      const head = await until('the side of HEAD', () => vscode.workspace.textDocuments.find((one) => one.uri.scheme === 'vt-lsp-head'));
      assert.ok(head.getText().includes('grad.mul(gate_curve') && !head.getText().includes('grad.div('));
      const now = await until('the other side', () => vscode.workspace.textDocuments.find((one) => one.uri.scheme === 'vt-lsp' && one.uri.path === head.uri.path));
      await until('the edit', () => now.getText().includes('grad.div(gate_curve'));
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await replace(await openFile(DERIVATIVES), 'grad.div(gate_curve(gate, sharpness))', 'grad.mul(gate_curve(gate, sharpness))');
    });

    it('go to the same operator in the other file, and back', async () => {
      const editor = await openFile(DERIVATIVES);
      const at = positionOf(editor.document, '- name: fold_tiles(').translate(1, 4);
      editor.selection = new vscode.Selection(at, at);
      await vscode.commands.executeCommand('vt-lsp.goToOtherFile');
      const native = vscode.window.activeTextEditor!;
      assert.equal(native.document.uri.toString(), fileUri(NATIVE).toString());
      assert.match(native.document.lineAt(native.selection.active.line).text, /^- func: fold_tiles\(/);
      await vscode.commands.executeCommand('vt-lsp.goToOtherFile');
      const back = vscode.window.activeTextEditor!;
      assert.match(back.document.lineAt(back.selection.active.line).text, /^- name: fold_tiles\(/);
    });

    it('create a derivatives entry and go there', async () => {
      const editor = await openFile(NATIVE);
      const at = positionOf(editor.document, '- func: affine_patch_backward(').translate(0, 9);
      editor.selection = new vscode.Selection(at, at);
      await vscode.commands.executeCommand('vt-lsp.createEntry');
      const written = await until('the entry', () => (vscode.window.activeTextEditor?.document.uri.path.endsWith('derivatives.yaml') ? vscode.window.activeTextEditor : undefined));
      assert.match(written.document.lineAt(written.selection.active.line).text, /^- name: affine_patch_backward\(/);
      await vscode.commands.executeCommand('undo');
      await until('it is taken back', () => !written.document.getText().includes('- name: affine_patch_backward('));
    });

    it('explain a rule', async () => {
      await vscode.commands.executeCommand('vt-lsp.explainRule', 'unknown-type');
      await until('the page', () =>
        vscode.window.tabGroups.all.flatMap((group) => group.tabs).some((tab) => (tab.input as { uri?: vscode.Uri } | undefined)?.uri?.toString() === 'vt-lsp-rule:/unknown-type.md'),
      );
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    });

    it('copy the debug information', async () => {
      await vscode.commands.executeCommand('vt-lsp.copyDebugInformation');
      const text = await vscode.env.clipboard.readText();
      const about = JSON.parse(text.split('```json\n')[1]!.split('\n```')[0]!) as { status: { pairs: { release: string }[] }; server: { state: string } };
      assert.equal(about.server.state, 'running');
      assert.equal(about.status.pairs[0]!.release, '1.8.1');
    });

    it('say what is missing where they cannot work', async () => {
      const { told } = await vtLsp();
      await openFile('notes.yaml');
      await vscode.commands.executeCommand('vt-lsp.showPreview');
      assert.match(told.at(-1)!, /No operator is generated/);
    });
  });

  describe('restart', () => {
    it('starts another process, and what was open is known to it', async () => {
      const { session } = await vtLsp();
      await openFile(DERIVATIVES);
      await vscode.commands.executeCommand('vt-lsp.restart');
      assert.equal(session.state, 'running');
      await until('findings', () => rules(DERIVATIVES).includes('unknown-gradient-argument'));
    });

    it('follows the settings that choose the process', async () => {
      const { session } = await vtLsp();
      await setting('importStrategy', 'fromEnvironment');
      await until('the other strategy', () => session.state === 'running' && session.described.endsWith('fromEnvironment'));
      await setting('importStrategy', undefined);
      await until('and back', () => session.state === 'running' && session.described.endsWith('useBundled'));
    });

    it('shows the release in the status bar', async () => {
      const { status } = await vtLsp();
      await openFile(DERIVATIVES);
      await until('the release', () => status.text.includes('PyTorch 1.8.1'));
    });
  });
}
