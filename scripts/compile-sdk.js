// Compiles the SDK's fixed part and the rules of validators to JavaScript next to declarations, formatted as
// if written by hand. The code may use only the standard library of ES2020: older framework templates and
// React Native have no more.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode, encode } from '@jridgewell/sourcemap-codec';

const root = fileURLToPath(new URL('..', import.meta.url));
const templates = join(root, 'templates');

/** Writes `sdk/` and `validators/` into a folder; returns whether everything compiled. */
export function compileSdk(outDir) {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-sdk-'));
  try {
    const isCompiled = compile(scratch);
    for (const path of filesIn(scratch).filter(isEmptyModule)) leaveEmpty(path);
    const code = filesIn(scratch).filter((path) => /\.(js|d\.ts)$/.test(path));
    const compiled = new Map(code.map((path) => [path, readFileSync(path, 'utf8')]));
    for (const [path, text] of compiled) writeFileSync(path, withGaps(text));
    const isFormatted = format(scratch);
    for (const [path, text] of compiled) if (existsSync(`${path}.map`)) finishMap(path, text);
    for (const path of filesIn(scratch)) {
      const target = join(outDir, relative(scratch, path));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, readFileSync(path));
    }
    return isCompiled && isFormatted;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** The rules are checked with the DOM's library too, since zod's types use `URL`. */
function compile(outDir) {
  const rooms = { sdk: ['es2020'], validators: ['es2020', 'dom'] };
  const done = Object.entries(rooms).map(([room, lib]) => {
    const compilerOptions = {
      ...{ target: 'es2021', lib, module: 'esnext', moduleResolution: 'bundler', types: [] },
      ...{ noEmit: false, declaration: true, sourceMap: true, inlineSources: true },
      ...{ rootDir: templates, outDir },
    };
    const project = join(outDir, `tsconfig.${room}.json`);
    const config = {
      extends: join(root, 'tsconfig.json'),
      compilerOptions,
      include: [join(templates, room)],
    };
    writeFileSync(project, JSON.stringify({ ...config, exclude: [] }));
    const isDone = runBinary('typescript', 'bin/tsc', ['-p', project]);
    rmSync(project);
    return isDone;
  });
  return done.every(Boolean);
}

/** With the formatter settings of this repository. */
function format(folder) {
  const { formatter, javascript } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  const config = { root: true, formatter, javascript, linter: { enabled: false } };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config));
  const isDone = runBinary(
    '@biomejs/biome',
    'bin/biome',
    ['format', '--write', '--reporter=summary', '.'],
    folder,
  );
  rmSync(join(folder, 'biome.json'));
  return isDone;
}

/** Modules of types alone have no code, and so nothing to map; Deno looks for their types all the same. */
function isEmptyModule(path) {
  return path.endsWith('.js') && /^export \{\};\s*\/\//.test(readFileSync(path, 'utf8'));
}

function leaveEmpty(path) {
  writeFileSync(path, 'export {};\n');
  rmSync(`${path}.map`);
}

/** The compiler removes empty lines: this adds one before each top-level statement. */
function withGaps(text) {
  return text.replace(
    /\n(?=\/\*\*|(?:export |async )*(?:function|class|const|interface|type|declare) )/g,
    (_, at) => (/(?:\*\/|^\/\/.*)$/.test(text.slice(0, at).split('\n').at(-1)) ? '\n' : '\n\n'),
  );
}

/** Adapts the compiler's map to the formatted file: both have the same tokens, only at other positions. */
function finishMap(path, compiled) {
  const map = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
  const places = placesOfWords(readFileSync(path, 'utf8'));
  const placeBefore = new Map(
    placesOfWords(compiled).map(([line, column], index) => [`${line} ${column}`, places[index]]),
  );
  const lines = [];
  decode(map.mappings).forEach((segments, line) => {
    for (const [column, ...original] of segments) {
      const place = placeBefore.get(`${line} ${column}`);
      if (place === undefined || original.length === 0) continue;
      lines[place[0]] ??= [];
      lines[place[0]].push([place[1], ...original]);
    }
  });
  const sources = map.sources.map((source) => source.split('/').at(-1));
  const { version, file, names, sourcesContent } = map;
  const mappings = encode(Array.from(lines, (segments) => segments ?? []));
  writeFileSync(`${path}.map`, JSON.stringify({ version, file, sources, names, sourcesContent, mappings }));
}

function placesOfWords(text) {
  return text
    .split('\n')
    .flatMap((content, line) => [...content.matchAll(/[\w$]+/g)].map(({ index }) => [line, index]));
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

function runBinary(name, binary, args, cwd = root) {
  const program = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), binary);
  // Its standard output only lists what it has done; errors must be visible.
  const { status, stdout } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', cwd });
  if (status !== 0) process.stderr.write(stdout);
  return status === 0;
}
