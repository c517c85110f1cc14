/** The output of `svc build`, in its own folder, with only the packages that its manifest lists. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandLineOnly } from '../../bin/bundle/server-packages.js';
import { fillSqlite, listOf, slowFilter } from '../http/support/many-posts.js';
import { readersOf } from '../http/support/reader-processes.js';
import { picture } from '../support/image-files.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import { projectFolder, run, svc, type TemporaryFolder, temporaryFolder } from '../support/svc-command.js';
import { reallyInstalls, repository } from './packed-package.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  auth: { secret: process.env.SVC_SECRET, registration: { enabled: true } },
  collections: [
    {
      slug: 'posts',
      drafts: false,
      access: { read: () => true },
      fields: [
        { name: 'title', type: 'text' },
        { name: 'section', type: 'text', index: true },
        { name: 'rank', type: 'number' },
        { name: 'body', type: 'textarea' },
      ],
    },
    {
      slug: 'pictures',
      drafts: false,
      access: { read: () => true, create: () => true },
      upload: { mimeTypes: ['image/png'], sizes: { small: { width: 40 } } },
      fields: [],
    },
  ],
});
`;

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
}

let deployed: TemporaryFolder;

beforeAll(async () => {
  using project = projectFolder({ 'svc.config.ts': config });
  expect(await svc(['build'], { cwd: project.path })).toMatchObject({ code: 0, stderr: '' });
  deployed = temporaryFolder();
  cpSync(join(project.path, 'dist'), deployed.path, { recursive: true });
  await install(deployed.path);
}, 900_000);
afterAll(() => deployed?.[Symbol.dispose]());

/** Installs packages in npm's layout: svc is a link to its folder, its dependencies are next to it. */
async function install(folder: string): Promise<void> {
  if (reallyInstalls) {
    const { code, stderr } = await run('npm', ['install', '--omit=dev'], { cwd: folder });
    if (code !== 0) throw new Error(`npm install failed: ${stderr}`);
    return;
  }
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync('../svc', join(folder, 'node_modules/svc'));
  for (const name of Object.keys(manifestOf('svc').dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(repository, 'node_modules', name), link);
  }
}

function manifestOf(path: string): Manifest {
  return JSON.parse(readFileSync(join(deployed.path, path, 'package.json'), 'utf8')) as Manifest;
}

function serve(env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
  const settings = { NODE_ENV: 'production', SVC_SECRET: randomBytes(32).toString('base64url'), ...env };
  return startServer(process.execPath, ['server.js'], { cwd: deployed.path, env: settings });
}

async function get(url: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url, { headers: { accept: 'text/html' } });
  return { status: response.status, text: await response.text() };
}

describe('a build in a folder of its own', { timeout: 60_000 }, () => {
  test('names what runs in exact versions, and nothing of the command line', () => {
    expect(manifestOf('.').dependencies).toEqual({ svc: 'file:./svc' });
    const { dependencies } = manifestOf('svc');
    expect(Object.keys(dependencies).filter((name) => commandLineOnly.includes(name))).toEqual([]);
    expect(Object.values(dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  test('names every package that its code imports', () => {
    const code = filesIn(join(deployed.path, 'svc/dist/runtime')).map((file) => readFileSync(file, 'utf8'));
    const specifiers = code.flatMap((text) =>
      [
        ...text.matchAll(
          /(?:\bfrom |\bimport\(|\bimport |\b\w*[rR]equire\()["']((?:@[\w-]+\/)?[a-z][\w.:-]*)[/"']/g,
        ),
      ].map(([, specifier]) => String(specifier)),
    );
    const packages = new Set(specifiers.filter((specifier) => !specifier.startsWith('node:')));
    expect([...packages].sort()).toEqual(Object.keys(manifestOf('svc').dependencies).sort());
  });

  test('serves the API, its reference, the dashboard and the pages of accounts', async () => {
    await using server = await serve({ SVC_DATABASE_URL: 'file:pages.db' });
    expect(await get(`${server.url}/health/ready`)).toMatchObject({ status: 200 });
    expect(await get(`${server.url}/api/posts`)).toMatchObject({ status: 200 });
    const reference = await get(`${server.url}/api/docs`);
    expect(reference).toMatchObject({ status: 200, text: expect.stringContaining('/api/posts') });
    const register = await get(`${server.url}/admin/register`);
    expect(register).toMatchObject({ status: 200, text: expect.stringContaining('<form') });
    const dashboard = await get(`${server.url}/admin`);
    const script = /src="([^"]+\.js)"/.exec(dashboard.text)?.[1] ?? 'none';
    expect(await get(new URL(script, `${server.url}/admin/`).href)).toMatchObject({ status: 200 });
    const made = await fetch(`${server.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com', password: 'Violet-Tram-7-Lantern' }),
    });
    expect(made.status).toBe(201);
    // Without SMTP, the mail made from its template is written to the log.
    await server.seen(/No SMTP server is set: the mail verifyEmail is in/);
    expect(await server.end()).toBe(0);
  });

  test('decodes images', async () => {
    await using server = await serve({ SVC_DATABASE_URL: 'file:images.db' });
    const form = new FormData();
    form.append('file', new Blob([await picture(80, 60).png().toBuffer()], { type: 'image/png' }), 'a.png');
    const made = await fetch(`${server.url}/api/pictures`, { method: 'POST', body: form });
    const image = (await made.json()) as { readonly sizes: { readonly small: { readonly url: string } } };
    expect(image).toMatchObject({ width: 80, sizes: { small: { width: 40, height: 30 } } });
    const small = await fetch(`${server.url}${image.sizes.small.url}`);
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect((await small.arrayBuffer()).byteLength).toBeGreaterThan(20);
  });

  test('runs a long read in a process of its own', async () => {
    await using server = await serve({ SVC_DATABASE_URL: 'file:long.db', SVC_LONG_READ_TIMEOUT: '60000' });
    fillSqlite(join(deployed.path, 'long.db'), 60_000);
    const search = get(`${server.url}${listOf(slowFilter(1, 3))}`);
    await expect.poll(() => readersOf(server.child.pid), { timeout: 10_000 }).toHaveLength(1);
    expect(await search).toMatchObject({ status: 200, text: expect.stringContaining('"totalDocs":0') });
  });

  test('runs as several workers', async () => {
    await using server = await serve({ SVC_DATABASE_URL: 'file:workers.db', SVC_WORKERS: '2' });
    expect(await get(`${server.url}/api/posts`)).toMatchObject({ status: 200 });
    expect(await server.end()).toBe(0);
  });

  test('without sharp neither it nor an own server that mounts it starts', async () => {
    using bare = temporaryFolder({
      'own.js': [
        "import express from 'express';",
        "import { createApp } from './server.js';",
        'const site = express();',
        'site.use(createApp());',
        "site.listen(0, () => console.log('listening'));",
      ].join('\n'),
    });
    const left = new Set([join('node_modules', 'svc'), join('node_modules', 'sharp')]);
    cpSync(deployed.path, bare.path, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !left.has(relative(deployed.path, path)) && !/\.db(-\w+)?$/.test(path),
    });
    symlinkSync('../svc', join(bare.path, 'node_modules/svc'));
    for (const program of ['server.js', 'own.js']) {
      const { code, stdout, stderr } = await run(process.execPath, [program], {
        cwd: bare.path,
        env: { PORT: '0', SVC_SECRET: randomBytes(32).toString('base64url') },
      });
      expect([program, code, stdout]).toEqual([program, 1, '']);
      expect(stderr).toContain(
        'collections.pictures.upload: takes images, which need the package sharp: npm install sharp',
      );
      // An own server has no part of svc that could print it without the stack.
      if (program === 'server.js') expect(stderr).toMatch(/^collections\.pictures\.upload: [^\n]+\n$/);
    }
  });

  test.runIf(reallyInstalls)('takes at most 45 MB beside SQLite (with SVC_TEST_INSTALL=1)', () => {
    const files = filesIn(deployed.path).filter((file) => !/\/better-sqlite3\/|\.db(-\w+)?$/.test(file));
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    process.stdout.write(`Installed: ${(bytes / 1e6).toFixed(1)} MB beside better-sqlite3.\n`);
    expect(bytes).toBeLessThan(45e6);
  });
});

/** All files of a folder, without following links. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
