// The client of yaml-language-server; $VT_YAML_SERVER is its program.

const { LanguageClient } = require('vscode-languageclient/node');

exports.activate = () => {
  const server = { command: process.execPath, args: [process.env.VT_YAML_SERVER, '--stdio'] };
  return new LanguageClient('yaml', 'yaml', { run: server, debug: server }, { documentSelector: [{ language: 'yaml' }] }).start();
};
