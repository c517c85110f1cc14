/** `server.entry`: a module of the project starts the server, in `svc dev`, `svc build` and `svc start`. */
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../runtime/util/package-root.js';
import { freePort } from '../support/free-port.js';
import {
  type RunningCommand,
  type ServerProcess,
  startCommand,
  startServer,
} from '../support/server-process.js';
import { projectFolder, run, svc, svcBinary, type TemporaryFolder } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  server: { entry: './src/server.ts' },
  collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
});
`;
const entry = `import { serve } from 'svc/runtime';
import { createApp } from '../generated/server.js';
import { greeting } from './greeting.js';

const app = createApp();
app.express.get('/hello', (_request, response) => response.send(greeting));
await serve(app);
`;
const files = {
  'svc.config.ts': config,
  'src/server.ts': entry,
  'src/greeting.ts': "export const greeting = 'hello';\n",
};

/** Mounts the service in a server of Node. */
const host = (port: number): string => `import { createServer } from 'node:http';
import { createApp } from '../generated/server.js';

const app = createApp();
createServer((request, response) => {
  app(request, response, () => response.end('mine: ' + request.url));
}).listen(${port}, '127.0.0.1');
`;

function startDev(cwd: string, env: NodeJS.ProcessEnv): Promise<ServerProcess> {
  return startServer(process.execPath, [svcBinary, 'dev'], { cwd, env });
}

/** Runs `svc dev` where it cannot serve. */
async function failingDev({ path }: TemporaryFolder): Promise<RunningCommand> {
  const env = await databaseOfProject(path);
  return startCommand(process.execPath, [svcBinary, 'dev'], { cwd: path, env });
}

async function text(url: string): Promise<string> {
  return await (await fetch(url)).text();
}

describe('svc dev', { timeout: 60_000 }, () => {
  test('runs the entry, and again when a file that it imports changes', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path, await databaseOfProject(folder.path));
    expect(await text(`${dev.url}/hello`)).toBe('hello');
    expect((await fetch(`${dev.url}/api/posts`)).status).toBe(200);
    expect(dev.output()).toMatch(/Dashboard http/);
    writeFileSync(join(folder.path, 'src/greeting.ts'), "export const greeting = 'goodbye';\n");
    await dev.seen(/greeting\.ts changed\n[\s\S]*Serving/);
    expect(await text(`${dev.url}/hello`)).toBe('goodbye');
    expect(await dev.end('SIGINT')).toBe(0);
    expect(dev.output()).not.toContain('unexpectedly');
  });

  test('runs a server that mounts the service, creates its tables and replaces it on its port', async () => {
    const port = await freePort();
    using folder = projectFolder({ ...files, 'src/server.ts': host(port) });
    await using dev = await failingDev(folder);
    await dev.seen(/Serving {3}http:\/\/localhost:\d+ by src\/server\.ts/);
    expect(await text(`http://127.0.0.1:${port}/page`)).toBe('mine: /page');
    expect((await fetch(`http://127.0.0.1:${port}/api/posts`)).status).toBe(200);
    writeFileSync(join(folder.path, 'src/server.ts'), host(port).replace('mine', 'ours'));
    await dev.seen(/server\.ts changed\n[\s\S]*Serving/);
    expect(await text(`http://127.0.0.1:${port}/page`)).toBe('ours: /page');
    expect(await dev.end('SIGINT')).toBe(0);
  });

  test('runs the example of the guide, with the public address for files', async () => {
    const guide = readFileSync(join(packageRoot, 'docs/server.md'), 'utf8').split('\n## Mounting\n')[1] ?? '';
    const [, site = ''] = /```ts\n([\s\S]+?)```/.exec(guide) ?? [];
    const [, options = ''] = /```ts options\n([\s\S]+?)```/.exec(guide) ?? [];
    const port = String(await freePort());
    const own = (text: string): string => text.replace('3000', port);
    using folder = projectFolder({
      'svc.config.ts': `import { defineConfig } from 'svc';
export default defineConfig({
  ${own(options)}
  collections: [{ slug: 'files', upload: { mimeTypes: ['text/plain'] }, fields: [] }],
});
`,
      'site.ts': own(site).replace('compressionOrWhatever', 'express.json()'),
    });
    symlinkSync(join(packageRoot, 'node_modules/express'), join(folder.path, 'node_modules/express'));
    await using dev = await failingDev(folder);
    await dev.seen(/Serving {3}http:\/\/localhost:\d+ by site\.ts/);
    const body = new FormData();
    body.append('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
    const created = await fetch(`http://localhost:${port}/cms/api/files`, { method: 'POST', body });
    const { url } = (await created.json()) as { readonly url: string };
    expect(url).toMatch(new RegExp(`^http://localhost:${port}/cms/api/files/`));
    expect(await text(url)).toBe('hello');
    expect((await fetch(`http://localhost:${port}/cms/health/live`)).status).toBe(200);
  });

  test('keeps the previous server while the entry throws, has a syntax error, or is gone', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path, await databaseOfProject(folder.path));
    const change = (content: string): void => writeFileSync(join(folder.path, 'src/server.ts'), content);
    change("throw new Error('no luck');\n");
    await dev.seen(/error: no luck\n[\s\S]*The server keeps running/);
    change('const = 1;\n');
    await dev.seen(/error: src\/server\.ts:1 Expected identifier/);
    expect(await text(`${dev.url}/hello`)).toBe('hello');
    change(entry.replace("'/hello'", "'/again'"));
    await dev.seen(/keeps running[\s\S]*keeps running[\s\S]*Serving/);
    expect(await text(`${dev.url}/again`)).toBe('hello');
  });

  test('says that an entry starts nothing, and waits for a change', async () => {
    using folder = projectFolder({ ...files, 'src/server.ts': 'export {};\n' });
    await using dev = await failingDev(folder);
    await dev.seen(
      /error: src\/server\.ts started no server: call `await serve\(createApp\(\)\)` in it\.[\s\S]*Waiting for a change/,
    );
    writeFileSync(join(folder.path, 'src/server.ts'), entry.replace('serve(app)', 'serve(app, {})'));
    await dev.seen(/Serving {3}http:\/\/.+\/api/);
  });

  test('names the signal that ended its server, and what may help', async () => {
    const crashing = "process.kill(process.pid, 'SIGSEGV');\nawait new Promise(() => {});\n";
    using folder = projectFolder({ ...files, 'src/server.ts': crashing });
    await using dev = await failingDev(folder);
    await dev.seen(/The server ended while it started \(SIGSEGV: .+npm rebuild.+\)\.\nWaiting for a change/);
    const late = "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300);\n";
    writeFileSync(join(folder.path, 'src/server.ts'), entry + late);
    await dev.seen(/the server ended unexpectedly \(SIGKILL: .+memory.+\); waiting for a change/);
  });

  test('says with its line that the entry is missing', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    await using dev = await failingDev(folder);
    await dev.seen(
      /svc\.config\.ts:4 server\.entry: names "\.\/src\/server\.ts", which is not a file next to the config/,
    );
  });

  test('waits for the port of the entry', async () => {
    using folder = projectFolder(files);
    const env = await databaseOfProject(folder.path);
    await using first = await startDev(folder.path, env);
    using other = projectFolder({ ...files, 'src/server.ts': host(Number(new URL(first.url).port)) });
    await using second = await failingDev(other);
    await second.seen(/EADDRINUSE[\s\S]*Waiting for the port, or for a change/);
  });
});

describe('svc build', { timeout: 60_000 }, () => {
  test('bundles the entry, which plain Node and svc start run', async () => {
    using folder = projectFolder(files);
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0, stderr: '' });
    const env = await databaseOfProject(folder.path);
    for (const program of ['dist/server.js', svcBinary]) {
      const args = program === svcBinary ? [program, 'start'] : [program];
      await using server = await startServer(process.execPath, args, { cwd: folder.path, env });
      expect(await text(`${server.url}/hello`)).toBe('hello');
      expect((await fetch(`${server.url}/api/openapi.json`)).status).toBe(200);
      expect(await server.end()).toBe(0);
    }
    // A script must not start it.
    rmSync(join(folder.path, 'svc.config.ts'));
    writeFileSync(join(folder.path, 'script.ts'), 'export default () => undefined;\n');
    expect(await svc(['run', 'script.ts'], { cwd: folder.path, env })).toMatchObject({
      code: 1,
      stderr:
        'error: dist/server.js is a program of your own, which would start: run the script where the config is\n',
    });
  });

  test('is made again by svc start when a file of the entry has changed', async () => {
    using folder = projectFolder(files);
    await svc(['build'], { cwd: folder.path });
    writeFileSync(join(folder.path, 'src/greeting.ts'), "export const greeting = 'new';\n");
    const env = await databaseOfProject(folder.path);
    await using server = await startServer(process.execPath, [svcBinary, 'start'], { cwd: folder.path, env });
    expect(server.output()).toContain('src/greeting.ts has changed');
    expect(await text(`${server.url}/hello`)).toBe('new');
  });

  test('runs only the server of a program that mounts the service', async () => {
    const port = await freePort();
    using folder = projectFolder({ ...files, 'src/server.ts': `${host(port)}console.log('started');\n` });
    await svc(['build'], { cwd: folder.path });
    const env = { ...(await databaseOfProject(folder.path)), PORT: String(await freePort()) };
    await using server = startCommand(process.execPath, ['dist/server.js'], { cwd: folder.path, env });
    await server.seen(/started/);
    await expect.poll(() => text(`http://127.0.0.1:${port}/page`).catch(() => '')).toBe('mine: /page');
    expect(await text(`http://127.0.0.1:${port}/api/posts`)).toContain('"totalDocs":0');
    await expect(fetch(`http://127.0.0.1:${env.PORT}/api/posts`)).rejects.toThrow();
    expect(server.output()).not.toContain('Listening');
  });

  test('makes a program that says when the entry starts nothing', async () => {
    using folder = projectFolder({ ...files, 'src/server.ts': 'export {};\n' });
    await svc(['build'], { cwd: folder.path });
    const { code, stderr } = await run(process.execPath, ['dist/server.js'], { cwd: folder.path });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'server.ts started no server: call `await serve(createApp())` in it.\n',
    });
  });

  test('refuses an entry that is missing', async () => {
    using folder = projectFolder({ 'svc.config.ts': config });
    const { code, stderr } = await svc(['build'], { cwd: folder.path });
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('server.entry: names'),
    });
  });
});

test('another bundler makes a program that starts only its own server', async () => {
  const [mine, port] = [await freePort(), await freePort()];
  using folder = projectFolder({ ...files, 'src/server.ts': `${host(mine)}console.log('started');\n` });
  await svc(['generate'], { cwd: folder.path });
  await build({
    absWorkingDir: folder.path,
    entryPoints: ['src/server.ts'],
    outfile: 'out/server.js',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
  });
  const env = { ...(await databaseOfProject(folder.path)), PORT: String(port) };
  await using server = startCommand(process.execPath, ['out/server.js'], { cwd: folder.path, env });
  await server.seen(/started/);
  await expect.poll(() => text(`http://127.0.0.1:${mine}/api/posts`).catch(() => '')).toContain('"docs"');
  await expect(fetch(`http://127.0.0.1:${port}/api/posts`)).rejects.toThrow();
});
