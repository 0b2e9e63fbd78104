// Bundles the extension, and its tests with --tests, each into one CommonJS file.
import { build } from 'esbuild';

const shared = {
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode', 'mocha'],
  logLevel: 'warning',
};

await build({ ...shared, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', minify: true });
if (process.argv.includes('--tests')) {
  await build({ ...shared, entryPoints: ['test/host/index.ts'], outfile: 'dist-tests/index.js' });
}
