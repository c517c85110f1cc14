// Runs a TypeScript program of this repository: `node scripts/run.js bench/http/run.ts [arguments]`.
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const [entry, ...rest] = process.argv.slice(2);
if (!entry) {
  console.error('usage: node scripts/run.js FILE.ts [arguments]');
  process.exit(2);
}
// Next to the packages, so that the bundle's imports resolve; named by process id, so that two runs do not
// conflict.
const folder = join(root, 'node_modules/.svc-run', String(process.pid));
mkdirSync(folder, { recursive: true });
const outfile = join(folder, `${basename(entry, '.ts')}.mjs`);
await build({
  entryPoints: [resolve(entry)],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  // Programs find their own files by this folder, not by the bundle's location.
  define: { 'import.meta.dirname': JSON.stringify(dirname(resolve(entry))) },
});
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...rest], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(signal ? 1 : (code ?? 1));
});
