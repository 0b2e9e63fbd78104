// The grammars on fixtures whose comments say what each word is. C++ is read with the editor's own grammar.

import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const EXTENSION = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
const CPP = path.join(EXTENSION, 'test/editor/node_modules/code-server/lib/vscode/extensions/cpp/syntaxes');

const grammars = ['cpp.tmLanguage.json', 'cpp.embedded.macro.tmLanguage.json', 'c.tmLanguage.json', 'platform.tmLanguage.json'].flatMap((name) => ['-g', path.join(CPP, name)]);
const command = path.join(EXTENSION, 'node_modules/vscode-tmgrammar-test/dist/unit.js');
execFileSync(process.execPath, [command, '--config', 'package.json', ...grammars, 'test/grammar/*.yaml'], { cwd: EXTENSION, stdio: 'inherit' });
