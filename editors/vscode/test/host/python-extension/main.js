const vscode = require('vscode');

let selected = process.env.VT_SELECTED_PYTHON;
const changed = new vscode.EventEmitter();

exports.activate = () => ({
  environments: {
    getActiveEnvironmentPath: () => ({ id: selected, path: selected }),
    resolveEnvironment: async ({ path }) => ({ executable: { uri: vscode.Uri.file(path) } }),
    onDidChangeActiveEnvironmentPath: changed.event,
  },
  select: (path) => {
    selected = path;
    changed.fire({ id: path, path, resource: undefined });
  },
});
