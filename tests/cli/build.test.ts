import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ServerProcess, startServer } from '../support/server-process.js';
import {
  projectFolder,
  run,
  svc,
  svcBinary,
  type TemporaryFolder,
  writeFiles,
} from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text', required: true }] }],
});
`;

/** Node as on a machine where `npm install sharp` has not run. */
const withoutSharp = `const Module = require('node:module');
const resolve = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => {
  if (name === 'sharp') throw new Error('Cannot find module');
  return resolve(name, ...rest);
};
`;

async function json(url: string, init?: RequestInit): Promise<unknown> {
  return await (await fetch(url, init)).json();
}

function post(url: string, body: unknown): Promise<unknown> {
  return json(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Runs the built server, with the database of the test run. */
async function serve({ path }: TemporaryFolder): Promise<ServerProcess> {
  const env = await databaseOfProject(path);
  return startServer(process.execPath, ['dist/server.js'], { cwd: path, env });
}

async function start({ path }: TemporaryFolder): Promise<ServerProcess> {
  const env = await databaseOfProject(path);
  return startServer(process.execPath, [svcBinary, 'start'], { cwd: path, env });
}

describe('svc build', () => {
  test('makes a server that plain Node runs, on an empty database', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const { code, stdout, stderr } = await svc(['build'], { cwd: folder.path });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/\+ dist\/server\.js \(.+B\)\n/);
    expect(stdout).toMatch(/start it with node dist\/server\.js\n$/);
    await using server = await serve(folder);
    expect(await post(`${server.url}/api/posts`, { title: 'One' })).toMatchObject({
      title: 'One',
      _revision: 1,
    });
    expect(await json(`${server.url}/api/openapi.json`)).toEqual(
      JSON.parse(readFileSync(join(folder.path, 'generated/openapi.json'), 'utf8')),
    );
    expect(await server.end()).toBe(0);
  });

  test('needs neither the config nor generated code when the server runs', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await svc(['build'], { cwd: folder.path });
    rmSync(join(folder.path, 'svc.config.ts'));
    rmSync(join(folder.path, 'generated'), { recursive: true });
    await using server = await serve(folder);
    expect(await json(`${server.url}/api/posts`)).toMatchObject({ docs: [], totalDocs: 0 });
  });

  test('makes a server that says in one line that sharp is not installed, and how to install it', async () => {
    const taking = config.replace("slug: 'posts',", "slug: 'posts', upload: true,");
    using folder = projectFolder({ 'svc.config.ts': taking, 'without-sharp.cjs': withoutSharp });
    await svc(['build'], { cwd: folder.path });
    const reason =
      'collections.posts.upload: takes images, which need the package sharp: npm install sharp, or name the types of other files in "mimeTypes".\n';
    for (const program of ['dist/server.js', svcBinary]) {
      const args = ['--require', './without-sharp.cjs', program, ...(program === svcBinary ? ['start'] : [])];
      const env = { ...(await databaseOfProject(folder.path)), PORT: '0' };
      const { code, stderr } = await run(process.execPath, args, { cwd: folder.path, env });
      expect([program, code, stderr]).toEqual([program, 1, reason]);
    }
  });

  test('is the same, byte by byte, when nothing changed', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const read = (): readonly string[] =>
      readdirSync(join(folder.path, 'dist'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    await svc(['build'], { cwd: folder.path });
    const before = read();
    await svc(['build'], { cwd: folder.path });
    expect(read()).toEqual(before);
  });

  test('--json lists the files', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const { stdout } = await svc(['build', '--json'], { cwd: folder.path });
    const result = JSON.parse(stdout) as { readonly files: readonly { readonly path: string }[] };
    expect(result).toMatchObject({ ok: true, generated: { output: 'generated' } });
    expect(result.files.map(({ path }) => path)).toEqual([
      'dist/server.js',
      'dist/server.js.map',
      'dist/openapi.json',
      'dist/admin.json',
      'dist/package.json',
      'dist/svc/',
    ]);
  });

  test.each([
    ['no zod', null],
    ['an older zod', 'export const version = 3;'],
  ])('works in a project that has %s, since svc has its own', async (_, zod) => {
    using folder = projectFolder({ 'svc.config.ts': config });
    rmSync(join(folder.path, 'node_modules/zod'));
    if (zod !== null) {
      writeFiles(folder.path, {
        'node_modules/zod/package.json': '{ "name": "zod", "type": "module", "exports": "./index.js" }',
        'node_modules/zod/index.js': zod,
      });
    }
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
    await using server = await serve(folder);
    expect(await post(`${server.url}/api/posts`, {})).toMatchObject({ details: [{ path: 'title' }] });
  });

  test('works where package.json does not say module', async () => {
    using folder = projectFolder({ 'package.json': '{}', 'svc.config.ts': config });
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0 });
    await using server = await serve(folder);
    expect(await json(`${server.url}/health/live`)).toEqual({ status: 'ok' });
  });

  test('writes a manifest with the packages that the config imports, in the versions that are there', async () => {
    using folder = projectFolder({
      'package.json':
        '{ "type": "module", "dependencies": { "@a/scoped": "^1.0.0", "local": "file:vendor/local.tgz", "unused": "1.0.0" } }',
      'svc.config.ts': `import '@a/scoped/part.js';\nimport 'local';\n${config}`,
      'node_modules/@a/scoped/package.json': '{ "name": "@a/scoped", "version": "1.2.3" }',
      'node_modules/@a/scoped/part.js': '',
      'node_modules/local/package.json': '{ "name": "local", "version": "2.0.0", "main": "main.js" }',
      'node_modules/local/main.js': '',
      'node_modules/unused/package.json': '{ "name": "unused", "version": "1.0.0" }',
    });
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
    const manifest: unknown = JSON.parse(readFileSync(join(folder.path, 'dist/package.json'), 'utf8'));
    expect(manifest).toMatchObject({
      type: 'module',
      dependencies: { '@a/scoped': '1.2.3', local: 'file:../vendor/local.tgz', svc: 'file:./svc' },
      allowScripts: { argon2: true, 'better-sqlite3': true },
    });
    expect(manifest).not.toHaveProperty('dependencies.unused');
    expect(existsSync(join(folder.path, 'dist/svc/dist/admin/index.html'))).toBe(true);
  });

  test('leaves the dashboard out of the package where the config does', async () => {
    using folder = projectFolder({
      'svc.config.ts': config.replace('collections:', 'admin: false,\n  collections:'),
    });
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(folder.path, 'dist/svc/dist/admin'))).toBe(false);
  });

  test('leaves other files in dist/ alone, and refuses to write over one', async () => {
    using folder = projectFolder({
      'svc.config.ts': config,
      'dist/mine.txt': 'mine',
      'dist/server.js': '// mine',
    });
    const { code, stderr } = await svc(['build'], { cwd: folder.path });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: dist/server.js was not written by svc build: move it away.\n',
    });
    expect(readFileSync(join(folder.path, 'dist/server.js'), 'utf8')).toBe('// mine');
    rmSync(join(folder.path, 'dist/server.js'));
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder.path, 'dist/mine.txt'), 'utf8')).toBe('mine');
  });

  test('keeps the last build when the config is broken', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await svc(['build'], { cwd: folder.path });
    const before = readFileSync(join(folder.path, 'dist/server.js'), 'utf8');
    writeFileSync(join(folder.path, 'svc.config.ts'), 'export default {');
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 1 });
    expect(readFileSync(join(folder.path, 'dist/server.js'), 'utf8')).toBe(before);
  });
});

describe('a config of several files', () => {
  const files = {
    'package.json': '{ "type": "module" }',
    'svc.config.ts': `import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { defineConfig } from 'svc';
import { answer } from 'a-commonjs-package';
import { pages } from './collections/pages.js';
import legacy from './legacy.cjs';
import limits from './limits.json' with { type: 'json' };

const require = createRequire(import.meta.url);
const { maxLength } = require('./collections/lengths.json');
const title = readFileSync(new URL('./data/title.txt', import.meta.url), 'utf8').trim();

export default defineConfig({
  collections: [
    pages,
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text', default: title, maxLength },
        { name: 'legacy', type: 'text', default: () => [legacy.name, legacy.text(), answer].join(' ') },
      ],
    },
  ],
  limits,
});
`,
    'collections/pages.ts': `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { collection } from './collection.js';

const options = JSON.parse(readFileSync(join(import.meta.dirname, 'options.json'), 'utf8')) as string[];
export const pages = collection('pages', [{ name: 'kind', type: 'select', options }]);
`,
    'collections/collection.ts': `export function collection<const S extends string, const F>(slug: S, fields: F) {
  return { slug, fields };
}
`,
    'collections/options.json': '["a", "b"]',
    'collections/lengths.json': '{ "maxLength": 50 }',
    'legacy.cjs': `const { readFileSync } = require('node:fs');
const { answer } = require('a-commonjs-package');
module.exports = { name: 'legacy' + answer, text: () => readFileSync(__dirname + '/data/title.txt', 'utf8').trim() };
`,
    'limits.json': '{ "maxLimit": 7 }',
    'data/title.txt': 'From a file\n',
    'node_modules/a-commonjs-package/package.json': '{ "name": "a-commonjs-package", "main": "main.js" }',
    'node_modules/a-commonjs-package/main.js': 'exports.answer = 42;',
  };

  test('with data files, CommonJS and packages is built and served', async () => {
    using folder = projectFolder(files);
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
    await using server = await serve(folder);
    expect(await post(`${server.url}/api/posts`, {})).toMatchObject({
      title: 'From a file',
      legacy: 'legacy42 From a file 42',
    });
    expect(await json(`${server.url}/api/posts?limit=8`)).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(await post(`${server.url}/api/pages`, { kind: 'b' })).toMatchObject({ kind: 'b' });
  });
});

describe('svc start', () => {
  test('builds first where there is no build, and not again', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    {
      await using first = await start(folder);
      expect(first.output()).toContain('Building first: there is no build yet.\n');
      expect(await post(`${first.url}/api/posts`, { title: 'Kept' })).toMatchObject({ title: 'Kept' });
      expect(await first.end('SIGTERM')).toBe(0);
    }
    await using second = await start(folder);
    expect(second.output()).not.toContain('Building');
    expect(await json(`${second.url}/api/posts`)).toMatchObject({ totalDocs: 1, docs: [{ title: 'Kept' }] });
    expect(await second.end('SIGINT')).toBe(0);
  });

  test('builds again when the config has changed, by content and not by date', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await svc(['build'], { cwd: folder.path });
    const file = join(folder.path, 'svc.config.ts');
    utimesSync(file, new Date(), new Date());
    {
      await using same = await start(folder);
      expect(same.output()).not.toContain('Building');
    }
    appendFileSync(file, '// changed\n');
    await using changed = await start(folder);
    expect(changed.output()).toContain('Building first: svc.config.ts has changed.\n');
  });

  test('builds again when a built file is missing', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await svc(['build'], { cwd: folder.path });
    rmSync(join(folder.path, 'dist/openapi.json'));
    await using server = await start(folder);
    expect(server.output()).toContain('Building first: dist/openapi.json is missing.\n');
  });

  test('runs a build that was deployed without its sources', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await svc(['build'], { cwd: folder.path });
    rmSync(join(folder.path, 'svc.config.ts'));
    await using server = await start(folder);
    expect(server.output()).not.toContain('Building');
  });

  test('does not start when the build fails', async () => {
    using folder = projectFolder({ 'svc.config.ts': 'export default {' });
    const { code, stdout, stderr } = await svc(['start'], { cwd: folder.path });
    expect({ code, stdout }).toEqual({ code: 1, stdout: 'Building first: there is no build yet.\n' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(/^svc\.config\.ts:1/);
  });

  test('says in one line why the server cannot start, with its exit code', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await using other = await start(folder);
    const { code, stderr } = await svc(['start'], {
      cwd: folder.path,
      env: { PORT: new URL(other.url).port, HOST: '127.0.0.1' },
    });
    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 1, lines: 1 });
    expect(stderr).toMatch(/Port \d+ is in use/);
  });

  test('reads .env, and the environment wins over it', async () => {
    using folder = projectFolder({
      'svc.config.ts': config,
      '.env': 'SVC_DATABASE_URL=file:from-env-file.db\n',
    });
    {
      await using first = await startServer(process.execPath, [svcBinary, 'start'], { cwd: folder.path });
      expect(await first.end()).toBe(0);
      expect(existsSync(join(folder.path, 'from-env-file.db'))).toBe(true);
    }
    {
      await using plain = await startServer(process.execPath, ['dist/server.js'], { cwd: folder.path });
      expect(await plain.end()).toBe(0);
      expect(existsSync(join(folder.path, '.svc/data.db'))).toBe(false);
    }
    const env = { SVC_DATABASE_URL: 'file:from-environment.db' };
    await using third = await startServer(process.execPath, [svcBinary, 'start'], { cwd: folder.path, env });
    expect(await third.end()).toBe(0);
    expect(existsSync(join(folder.path, 'from-environment.db'))).toBe(true);
  });

  test('a server that crashes while it starts names the line of the config', async () => {
    using folder = projectFolder();
    writeFiles(folder.path, {
      'svc.config.ts': config.replace(
        'export default',
        "if (process.env['CRASH']) throw new Error('no');\nexport default",
      ),
    });
    await svc(['build'], { cwd: folder.path });
    const { code, stderr } = await run(process.execPath, [svcBinary, 'start'], {
      cwd: folder.path,
      env: { CRASH: '1' },
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'error: no\n' });
  });
});
