// Compiles bin/, generator/ and runtime/ into dist/, what `svc generate` copies of templates/ into
// dist/templates, and admin/ into dist/admin. Tests call it too, so that real processes run what is
// published. `--if-needed` does nothing when no source has changed since the last successful run.
//
// The entry points are then bundled: `svc/runtime` has some six hundred modules, and a server that loads
// them one by one takes twice as long to start. A command of `svc` would take a quarter longer. Shared code
// is in shared files, so that there is one copy of each class. Rolldown bundles the runtime, since it can
// put all that a server loads at its start into one file: esbuild makes 120 of it, which takes a server 65
// ms (187 and 252 ms of processor until the first response).
//
// The dashboard is bundled by Vite, only when its own sources have changed, and its files are compressed here
// once instead of at each request.
//
// The compiler writes to a temporary folder and only files that differ are moved into dist/, each atomically:
// a process that runs from dist/ meanwhile never sees half a file.
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
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import { rolldown } from 'rolldown';
import { compileSdk } from './compile-sdk.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const stampFile = join(root, '.svc/build-stamp');
const adminStampFile = join(root, '.svc/admin-build-stamp');

const adminStamp = stampOf(
  // What the dashboard imports, and what that imports.
  ['admin', 'templates/sdk', 'runtime/codegen', 'runtime/errors', 'runtime/util', 'runtime/auth/passwords'],
  ['package.json', 'templates/pages/geist-latin.woff2', 'templates/pages/geist-latin-ext.woff2'],
);
const hasAdmin = existsSync(join(dist, 'admin/index.html')) && readStamp(adminStampFile) === adminStamp;
const stamp = stampOf(
  ['bin', 'generator', 'runtime', 'templates/sdk', 'templates/validators'],
  [
    'tsconfig.json',
    'tsconfig.build.json',
    'package.json',
    'package-lock.json',
    'scripts/build.js',
    'scripts/compile-sdk.js',
  ],
);
linkItself();
const isCurrent = hasAdmin && existsSync(dist) && readStamp(stampFile) === stamp;
if (process.argv.includes('--if-needed') && isCurrent) process.exit(0);

const compiled = mkdtempSync(join(tmpdir(), 'svc-build-'));
try {
  const adminStatus = hasAdmin ? 0 : buildAdmin(join(compiled, 'admin'));
  const sdkStatus = compileSdk(join(compiled, 'templates')) ? 0 : 1;
  const status = compile(compiled) || (await bundleEntries(compiled)) || sdkStatus;
  const isKept = (path) => path.startsWith(`admin${sep}`) && (hasAdmin || adminStatus !== 0);
  moveInto(compiled, dist, isKept);
  const binary = join(dist, 'bin/svc.js');
  if (existsSync(binary)) chmodSync(binary, 0o755);
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, status === 0 ? stamp : '');
  writeFileSync(adminStampFile, adminStatus === 0 ? adminStamp : '');
  process.exitCode = status || adminStatus;
} finally {
  rmSync(compiled, { recursive: true, force: true });
}

// A built server has its own package.json, so within this repository `svc` is not found by its own name: the
// demo and the benchmarks run servers in place, and find it here as if it were installed.
function linkItself() {
  const link = join(root, 'node_modules/svc');
  if (!existsSync(link)) symlinkSync('..', link);
}

function compile(outDir) {
  const compiler = createRequire(import.meta.url)
    .resolve('typescript/package.json')
    .replace(/package\.json$/, 'bin/tsc');
  const args = [compiler, '-p', join(root, 'tsconfig.build.json'), '--outDir', outDir];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}

async function bundleEntries(folder) {
  await bundleRuntime(folder, ['index', 'config/index']);
  // Programs and a worker: each is one file.
  for (const program of [
    'storage/dialects/sqlite/reader-process',
    'storage/dialects/sqlite/reader-watch',
    'files/images/image-process',
  ])
    await bundleRuntime(folder, [program]);
  // With chunks of its own: those of the server are copied to where it runs.
  const commandLine = [
    'bin/svc.js',
    'bin/dev/worker.js',
    'bin/dev/entry-worker.js',
    'generator/generate.js',
    'generator/load/load-config.js',
  ];
  bundle({ folder, chunks: 'bin/chunks', entries: commandLine.map((path) => join(folder, path)) });
  for (const room of ['bin', 'generator'])
    for (const file of filesIn(join(folder, room)))
      if (
        !isPartOf(
          file,
          [...commandLine, 'bin/chunks/'].map((path) => join(folder, path)),
        )
      )
        rmSync(file);
  return 0;
}

async function bundleRuntime(folder, names) {
  const file = (name) => join(folder, 'runtime', `${name}.js`);
  const input = Object.fromEntries(names.map((name) => [`runtime/${name}`, file(name)]));
  const external = (id) => !id.startsWith('.') && !isAbsolute(id);
  const bundled = await rolldown({
    input,
    external,
    platform: 'node',
    logLevel: 'warn',
    // The temporary folder would be in each file, and in the hash of its name.
    experimental: { attachDebugInfo: 'none' },
  });
  // A config loads a few modules only. A program is one file.
  const ofConfig = names.length > 1 ? new Set(await modulesOf(file('config/index'), external)) : null;
  // Each file takes about a millisecond of a start, so what the start of a service with files loads is one.
  const ofFiles = new Set(ofConfig === null ? [] : await modulesOf(file('files/open-files'), external));
  await bundled.write({
    dir: folder,
    format: 'esm',
    comments: false,
    chunkFileNames: 'runtime/chunks/[name]-[hash].js',
    codeSplitting: ofConfig !== null && {
      groups: [
        { name: 'config', test: (id) => ofConfig.has(id), priority: 2 },
        { name: 'start', tags: ['$initial'], priority: 1 },
        { name: 'files', test: (id) => ofFiles.has(id) },
      ],
    },
  });
  await bundled.close();
}

async function modulesOf(entry, external) {
  const bundled = await rolldown({ input: entry, external, platform: 'node' });
  const { output } = await bundled.generate({ format: 'esm' });
  await bundled.close();
  return output[0].moduleIds;
}

function isPartOf(file, paths) {
  return paths.some((path) => file === path || (path.endsWith(sep) && file.startsWith(path)));
}

function bundle({ folder, entries, chunks }) {
  const { buildSync } = createRequire(import.meta.url)('esbuild');
  buildSync({
    entryPoints: entries,
    absWorkingDir: folder,
    outdir: folder,
    outbase: folder,
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    chunkNames: `${chunks}/[name]-[hash]`,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'warning',
  });
}

function buildAdmin(outDir) {
  const vite = createRequire(import.meta.url)
    .resolve('vite/package.json')
    .replace(/package\.json$/, 'bin/vite.js');
  const args = ['build', '-c', join(root, 'admin/vite.config.ts'), '--outDir', outDir, '--logLevel', 'error'];
  // Tests run with another NODE_ENV, which would bundle React for development.
  const env = { ...process.env, NODE_ENV: 'production' };
  const status = spawnSync(process.execPath, [vite, ...args], { stdio: 'inherit', env }).status ?? 1;
  if (status === 0) compressFiles(outDir);
  return status;
}

// At the highest level, and only files of a kilobyte or more: below that it saves no packet.
function compressFiles(folder) {
  for (const file of filesIn(folder)) {
    if (!/\.(js|css|html|svg|json)$/.test(file)) continue;
    const bytes = readFileSync(file);
    const brotli = brotliCompressSync(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 11 } });
    const gzip = gzipSync(bytes, { level: 9 });
    if (bytes.length < 1024 || gzip.length >= bytes.length) continue;
    writeFileSync(`${file}.br`, brotli);
    writeFileSync(`${file}.gz`, gzip);
  }
}

function moveInto(from, to, isKept) {
  const fresh = new Set(filesIn(from).map((file) => relative(from, file)));
  const before = filesIn(to).map((file) => relative(to, file));
  for (const path of before) if (!fresh.has(path) && !isKept(path)) rmSync(join(to, path), { force: true });
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

function stampOf(rooms, single) {
  const hash = createHash('sha256');
  const files = rooms.flatMap((room) => filesIn(join(root, room))).sort();
  for (const file of [...files, ...single.map((path) => join(root, path))]) {
    const { mtimeMs, size } = statSync(file);
    hash.update(`${relative(root, file)} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
