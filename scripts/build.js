// Compiles bin/, generator/ and runtime/ into dist/. Tests call it too, so that real processes run what is published.
// `--if-needed` does nothing when no source has changed since the last successful run.
//
// The two entry points are then bundled: `svc/runtime` has some two hundred modules, and a server that reads them one by one
// needs twice as long to start. What they share stays in shared files, so that there is one copy of each class.
//
// The compiler writes to a temporary folder and only files that differ are moved into dist/, each in one step: a process
// that runs from dist/ meanwhile never sees half a file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const stampFile = join(root, 'node_modules/.svc-build-stamp');

const stamp = sourcesStamp();
if (process.argv.includes('--if-needed') && existsSync(dist) && readStamp() === stamp) process.exit(0);

const compiled = mkdtempSync(join(tmpdir(), 'svc-build-'));
try {
  const status = compile(compiled) || bundleEntries(compiled);
  moveInto(compiled, dist);
  const binary = join(dist, 'bin/svc.js');
  if (existsSync(binary)) chmodSync(binary, 0o755);
  writeFileSync(stampFile, status === 0 ? stamp : '');
  process.exitCode = status;
} finally {
  rmSync(compiled, { recursive: true, force: true });
}

function compile(outDir) {
  const compiler = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace(/package\.json$/, 'bin/tsc');
  const args = [compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', outDir];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

function bundleEntries(folder) {
  const { buildSync } = createRequire(import.meta.url)('esbuild');
  const runtime = join(folder, 'runtime');
  buildSync({
    entryPoints: [join(runtime, 'index.js'), join(runtime, 'config/index.js')],
    outdir: runtime,
    outbase: runtime,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
  return 0;
}

function moveInto(from, to) {
  const fresh = new Set(filesIn(from).map((file) => relative(from, file)));
  for (const file of filesIn(to)) if (!fresh.has(relative(to, file))) rmSync(file, { force: true });
  for (const path of fresh) {
    const target = join(to, path);
    const content = readFileSync(join(from, path));
    if (existsSync(target) && content.equals(readFileSync(target))) continue;
    mkdirSync(dirname(target), { recursive: true });
    const temporary = `${target}.${process.pid}.tmp`;
    writeFileSync(temporary, content);
    renameSync(temporary, target);
  }
}

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function sourcesStamp() {
  const hash = createHash('sha256');
  const files = ['bin', 'generator', 'runtime'].flatMap((room) => filesIn(join(root, room))).sort();
  for (const file of [
    ...files,
    join(root, 'tsconfig.json'),
    join(root, 'tsconfig.build.json'),
    join(root, 'package.json'),
  ]) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${relative(root, file)} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function readStamp() {
  return existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : null;
}
