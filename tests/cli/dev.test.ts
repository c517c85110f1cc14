import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ServerProcess, startCommand, startServer } from '../support/server-process.js';
import { projectFolder, svcBinary } from '../support/svc-command.js';
import { databaseOfProject } from '../support/test-database.js';

const config = `import { defineConfig } from 'svc';
import { posts } from './posts.js';

export default defineConfig({ collections: [posts] });
`;
const posts = `export const posts = {
  slug: 'posts',
  fields: [{ name: 'title', type: 'text' }],
} as const;
`;
const files = { 'svc.config.ts': config, 'posts.ts': posts };

async function startDev(cwd: string): Promise<ServerProcess> {
  return startServer(process.execPath, [svcBinary, 'dev'], { cwd, env: await databaseOfProject(cwd) });
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${url}/api/posts`, { method: 'POST', headers, body: JSON.stringify(body) });
  return await answer.json();
}

describe('svc dev', { timeout: 60_000 }, () => {
  test('generates, serves, and says where', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    await dev.seen(
      /Serving {3}http:\/\/.+\/api .+\n {2}Dashboard http:\/\/.+\/admin\n {2}Reference http:\/\/.+\/api\/docs\n {2}Health {4}http:\/\/.+\/health\/ready\n/,
    );
    expect(existsSync(join(folder.path, 'generated/server.ts'))).toBe(true);
    expect(await post(dev.url, { title: 'One' })).toMatchObject({ title: 'One' });
    expect(await dev.end('SIGINT')).toBe(0);
  });

  test('extends the tables when a file that the config imports gets a field, keeping data and port', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    await post(dev.url, { title: 'One' });
    writeFileSync(
      join(folder.path, 'posts.ts'),
      posts.replace("'text' }", "'text' }, { name: 'body', type: 'textarea' }"),
    );
    await dev.seen(/posts\.ts changed\n[\s\S]*Serving/);
    expect(await post(dev.url, { title: 'Two', body: 'Text' })).toMatchObject({ title: 'Two', body: 'Text' });
    const list = (await (await fetch(`${dev.url}/api/posts?sort=title`)).json()) as object;
    expect(list).toMatchObject({ docs: [{ title: 'One', body: null }, { title: 'Two' }] });
  });

  test('keeps the port open while one server follows another, and loses no connection on the way', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    const statuses = new Set<number>();
    let calling = true;
    const callers = Array.from({ length: 16 }, async () => {
      while (calling) {
        const answer = await fetch(`${dev.url}/api/posts`, { headers: { connection: 'close' } });
        await answer.arrayBuffer();
        statuses.add(answer.status);
      }
    });
    // Several changes, because a connection is lost in a short moment that a change hits only sometimes.
    for (let changes = 1; changes <= 4; changes += 1) {
      const name = changes % 2 === 1 ? 'name' : 'title';
      writeFileSync(join(folder.path, 'posts.ts'), posts.replace('title', name));
      await dev.seen(new RegExp(`(changed\\n[\\s\\S]*Serving[\\s\\S]*){${changes}}`));
    }
    calling = false;
    await Promise.all(callers);
    expect([...statuses]).toEqual([200]);
  });

  test('keeps serving while the config is broken, names the fault, and goes on when it is mended', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    writeFileSync(join(folder.path, 'posts.ts'), posts.replace("'text'", "'txt'"));
    await dev.seen(/posts\S*: .+\nThe server keeps running|The server keeps running[\s\S]*posts\S*: /);
    expect(await post(dev.url, { title: 'One' })).toMatchObject({ title: 'One' });
    writeFileSync(join(folder.path, 'posts.ts'), posts.replace("'title'", "'name'"));
    await dev.seen(/The server keeps running[\s\S]*changed\n[\s\S]*Serving/);
    expect(await post(dev.url, { name: 'Two' })).toMatchObject({ name: 'Two' });
  });

  test('keeps serving when the new server cannot start', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    // The config is also loaded for generating, so it must be able to fail in the server alone.
    const onlyThere = "if (process.argv[1]?.endsWith('worker.js')) throw new Error('not here');\n";
    writeFileSync(join(folder.path, 'svc.config.ts'), `${onlyThere}${config}`);
    await dev.seen(/error: not here\n/);
    await dev.seen(/The server keeps running/);
    expect(await post(dev.url, { title: 'One' })).toMatchObject({ title: 'One' });
  });

  test('shows a page at its root that leads to the dashboard, the reference and a first call', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    const page = await fetch(dev.url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const links = [...(await page.text()).matchAll(/href="([^"]+)"/g)].map(([, href]) => href);
    expect(links).toEqual(['/admin', '/api/docs', '/api/openapi.json', '/api/posts']);
    for (const href of links) expect((await fetch(`${dev.url}${href}`)).status).toBe(200);
    expect((await fetch(`${dev.url}/nothing`)).status).toBe(404);
  });

  test('takes a port as soon as the program that had it lets go', async () => {
    using folder = projectFolder(files);
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const { port } = holder.address() as AddressInfo;
    await using dev = startCommand(process.execPath, [svcBinary, 'dev'], {
      cwd: folder.path,
      env: { ...(await databaseOfProject(folder.path)), PORT: String(port), HOST: '127.0.0.1' },
    });
    await dev.seen(/Port \d+ is in use: [\s\S]*Waiting for the port, or for a change\./);
    holder.close();
    await dev.seen(/Serving {3}http:\/\/localhost:\d+\/api/);
    expect(dev.output().match(/is in use/g)).toHaveLength(1);
    expect(await post(`http://127.0.0.1:${port}`, { title: 'One' })).toMatchObject({ title: 'One' });
  });

  test('says what can be done in development where the data forbids a change', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    await post(dev.url, { title: 'One' });
    const changed = posts.replace(
      "{ name: 'title', type: 'text' }",
      "{ name: 'headline', renamedFrom: 'title', type: 'text' }, { name: 'section', type: 'text', required: true }",
    );
    writeFileSync(join(folder.path, 'posts.ts'), changed);
    await dev.seen(
      /section is new and required[\s\S]*give a new required field a default, or make it optional/,
    );
    expect(dev.output()).not.toContain('svc migrate create');
  });

  test('follows .env', async () => {
    using folder = projectFolder({ ...files, '.env': 'SVC_DATABASE_URL=file:one.db\n' });
    await using dev = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: folder.path });
    writeFileSync(join(folder.path, '.env'), 'SVC_DATABASE_URL=file:two.db\n');
    await dev.seen(/\.env changed\n[\s\S]*Serving/);
    expect(existsSync(join(folder.path, 'two.db'))).toBe(true);
  });

  test('bundles the extension of the dashboard again when a file of it changes, also after an error', async () => {
    using folder = projectFolder({
      ...files,
      'svc.config.ts': config.replace('{ collections', "{ admin: { extensions: './admin.tsx' }, collections"),
      'admin.tsx': `import { defineAdmin } from 'svc/admin';
import { words } from './words.js';
export default defineAdmin({ pages: [{ path: 'a', title: words, component: () => words }] });
`,
      'words.ts': "export const words = 'first words';\n",
    });
    await using dev = await startDev(folder.path);
    const served = async (): Promise<string> => {
      const meta = (await (await fetch(`${dev.url}/api/admin/meta`)).json()) as {
        readonly branding: { readonly extension: { readonly module: string } };
      };
      return await (await fetch(dev.url + meta.branding.extension.module)).text();
    };
    expect(await served()).toContain('first words');
    writeFileSync(join(folder.path, 'words.ts'), 'export const words = ;\n');
    await dev.seen(/words\.ts:1: Unexpected ";"/);
    expect(await served()).toContain('first words');
    writeFileSync(join(folder.path, 'words.ts'), "export const words = 'other words';\n");
    await dev.seen(/words\.ts changed\n[\s\S]*words\.ts changed\n[\s\S]*Serving/);
    expect(await served()).toContain('other words');
  });

  test('leaves the server alone when a change makes no difference', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    writeFileSync(join(folder.path, 'svc.config.ts'), config.replace('\n\n', '\n\n\n'));
    await dev.seen(/svc\.config\.ts changed\nThe server keeps running: nothing changed for it\.\n/);
  });

  test('waits for a mended config when it starts with a broken one', async () => {
    using folder = projectFolder({ ...files, 'svc.config.ts': 'export default {' });
    const env = { PORT: '0', HOST: '127.0.0.1', ...(await databaseOfProject(folder.path)) };
    await using dev = startCommand(process.execPath, [svcBinary, 'dev'], { cwd: folder.path, env });
    await dev.seen(/^svc\.config\.ts:1.+\n|\nsvc\.config\.ts:1/);
    await dev.seen(/Waiting for a change\.\n/);
    writeFileSync(join(folder.path, 'svc.config.ts'), config);
    const [, url = ''] = await dev.seen(/Serving {3}(http:\S+)\/api/);
    expect(await post(url, { title: 'One' })).toMatchObject({ title: 'One' });
  });

  test.each([
    ['this machine alone, whatever HOST says', [], { HOST: '0.0.0.0' }, /^http:\/\/localhost:/, false],
    ['an address', ['--host', '127.0.0.2'], {}, /^http:\/\/127\.0\.0\.2:/, true],
    ['every address', ['--host'], { HOST: '' }, /^http:\/\/localhost:/, true],
  ])('listens on %s', async (_where, args, env, said, reached) => {
    using folder = projectFolder(files);
    await using dev = await startServer(process.execPath, [svcBinary, 'dev', ...args], {
      cwd: folder.path,
      env: { ...env, ...(await databaseOfProject(folder.path)) },
    });
    expect(dev.url).toMatch(said);
    expect((await fetch(`${dev.url}/health/live`)).status).toBe(200);
    // Every 127.x.y.z is this machine (RFC 1122, section 3.2.1.3). Only a server that listens on all
    // addresses responds on each of them.
    const elsewhere = fetch(`http://127.0.0.2:${new URL(dev.url).port}/health/live`);
    expect(
      await elsewhere.then(
        ({ ok }) => ok,
        () => false,
      ),
    ).toBe(reached);
  });

  test('ends with SIGTERM too, with its server', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    expect(await dev.end('SIGTERM')).toBe(0);
    await expect(fetch(`${dev.url}/health/live`)).rejects.toThrow();
  });
});
