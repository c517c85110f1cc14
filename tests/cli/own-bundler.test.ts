/** A bundler of the user's own makes one file of an application and the generated server. */
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import { projectFolder, run, svc, type TemporaryFolder } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';

const site = (options: string): string => `import express from 'express';
import { createApp } from './generated/server.js';

const site = express();
const app = createApp(${options});
site.use('/cms', app);
// The dashboard is at the root of the origin.
site.use(app);
const server = site.listen(Number(process.env['PORT']), '127.0.0.1', () => {
  console.log('Listening on http://127.0.0.1:' + server.address().port);
});
`;

/** A generated project with `site.ts`, and with the packages that it imports. */
async function project(options = '', more = ''): Promise<TemporaryFolder> {
  const folder = projectFolder({
    'svc.config.ts': `import { defineConfig } from 'svc';
export default defineConfig({
  ${more}
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
});
`,
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'site.ts': site(options),
  });
  linkExpress(folder.path);
  expect(await svc(['generate'], { cwd: folder.path })).toMatchObject({ code: 0 });
  return folder;
}

function linkExpress(folder: string): void {
  symlinkSync(join(packageRoot, 'node_modules/express'), join(folder, 'node_modules/express'));
}

async function bundle(folder: string, options: BuildOptions = { packages: 'external' }): Promise<void> {
  await build({
    ...{ entryPoints: [join(folder, 'site.ts')], outfile: join(folder, 'out/site.js') },
    ...{ bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' },
    ...options,
  });
}

async function started(cwd: string, program = 'out/site.js'): Promise<ServerProcess> {
  const env = await databaseOfProject(cwd);
  return startServer(process.execPath, [program], { cwd, env });
}

const documents = ['/cms/api/openapi.json', '/cms/api/admin/meta', '/cms/api/posts', '/cms/health/live'];
const pages = ['/cms/api/docs', '/admin'];

/** On a connection of its own: a kept one may be closed while the machine is busy. */
function get(address: string): Promise<Response> {
  return fetch(address, { headers: { connection: 'close' } });
}

/** What is not found, of the pages, what they load, and more. */
async function missing(url: string, more: readonly string[] = []): Promise<readonly string[]> {
  const texts = await Promise.all(pages.map(async (path) => (await get(url + path)).text()));
  const loaded = texts.flatMap((text, index) => {
    const found = text.matchAll(/<(?:link|script)\b[^>]+?(?:href|src)="([^"]+)"/g);
    return [...found].map(([, address = '']) => new URL(address, url + pages[index]).href);
  });
  expect(loaded.length).toBeGreaterThan(2);
  const all = [...loaded, ...[...documents, ...pages, ...more].map((path) => url + path)];
  const found = await Promise.all(all.map(async (address) => [address, (await get(address)).status]));
  return found.filter(([, status]) => status !== 200).map(([address]) => String(address));
}

describe('a bundle of an application that mounts the service', { timeout: 120_000 }, () => {
  test('finds the generated files in the folder that it is started in, also those of the dashboard', async () => {
    using folder = await project('', "admin: { logo: './logo.svg' },");
    await bundle(folder.path);
    await using server = await started(folder.path);
    const { branding } = (await (await get(`${server.url}/cms/api/admin/meta`)).json()) as {
      readonly branding: { readonly logo: string };
    };
    expect(await missing(server.url, [branding.logo])).toEqual([]);
  });

  test('may contain the code of svc: its files are in the installed package', async () => {
    using folder = await project();
    const js =
      "import { createRequire as maker } from 'node:module'; const require = maker(import.meta.url);";
    await bundle(folder.path, {
      external: ['express', 'better-sqlite3', 'argon2', 'sharp', 'pg-native'],
      banner: { js },
    });
    await using server = await started(folder.path);
    expect(await missing(server.url)).toEqual([]);
  });

  test('serves documents without the files, and names the first of them in its log', async () => {
    using folder = await project();
    using other = projectFolder();
    linkExpress(other.path);
    await bundle(folder.path);
    mkdirSync(join(other.path, 'out'));
    cpSync(join(folder.path, 'out/site.js'), join(other.path, 'out/site.js'));
    await using alone = await started(other.path);
    expect((await get(`${alone.url}/cms/api/posts`)).status).toBe(200);
    await alone.seen(/The generated file \S+/);
    expect(alone.output()).toContain(
      `The generated file ${other.path}/out/openapi.json is missing, and so is ${other.path}/generated/openapi.json: copy openapi.json from the generated folder beside the bundle, or name that folder: createApp({ generatedFolder: '...' }).`,
    );
    await alone.end('SIGKILL');
    // The files of another config would describe other collections.
    cpSync(join(folder.path, 'generated'), join(other.path, 'generated'), { recursive: true });
    await using server = await started(other.path);
    expect(await missing(server.url)).toEqual([]);
  });

  test('takes the folder that the program names, and refuses the files of another config', async () => {
    using folder = await project("{ generatedFolder: 'copied' }");
    using other = await project('', "name: 'Other',");
    await bundle(folder.path);
    using place = projectFolder();
    linkExpress(place.path);
    cpSync(join(folder.path, 'out'), join(place.path, 'out'), { recursive: true });
    cpSync(join(other.path, 'generated'), join(place.path, 'copied'), { recursive: true });
    const refused = await run(process.execPath, ['out/site.js'], { cwd: place.path });
    expect(refused.stderr).toContain(
      `${place.path}/copied/openapi.json was generated for another config: run svc generate`,
    );
    cpSync(join(folder.path, 'generated'), join(place.path, 'copied'), { recursive: true });
    await using server = await started(place.path);
    expect(await missing(server.url)).toEqual([]);
  });
});
