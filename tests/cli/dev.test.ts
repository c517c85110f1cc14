import { existsSync, writeFileSync } from 'node:fs';
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
    // A connection is lost in a moment that a change meets now and then.
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
    await dev.seen(
      /posts\S*: .+\nThe server goes on as it was|The server goes on as it was[\s\S]*posts\S*: /,
    );
    expect(await post(dev.url, { title: 'One' })).toMatchObject({ title: 'One' });
    writeFileSync(join(folder.path, 'posts.ts'), posts.replace("'title'", "'name'"));
    await dev.seen(/The server goes on[\s\S]*changed\n[\s\S]*Serving/);
    expect(await post(dev.url, { name: 'Two' })).toMatchObject({ name: 'Two' });
  });

  test('keeps serving when the new server cannot start', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    // Runs while generating too, so it may fail in the server alone.
    const onlyThere = "if (process.argv[1]?.endsWith('worker.js')) throw new Error('not here');\n";
    writeFileSync(join(folder.path, 'svc.config.ts'), `${onlyThere}${config}`);
    await dev.seen(/error: not here\n/);
    await dev.seen(/The server goes on as it was/);
    expect(await post(dev.url, { title: 'One' })).toMatchObject({ title: 'One' });
  });

  test('follows .env', async () => {
    using folder = projectFolder({ ...files, '.env': 'SVC_DATABASE_URL=file:one.db\n' });
    await using dev = await startServer(process.execPath, [svcBinary, 'dev'], { cwd: folder.path });
    writeFileSync(join(folder.path, '.env'), 'SVC_DATABASE_URL=file:two.db\n');
    await dev.seen(/\.env changed\n[\s\S]*Serving/);
    expect(existsSync(join(folder.path, 'two.db'))).toBe(true);
  });

  test('leaves the server alone when a change makes no difference', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    writeFileSync(join(folder.path, 'svc.config.ts'), config.replace('\n\n', '\n\n\n'));
    await dev.seen(/svc\.config\.ts changed\nThe server goes on: nothing is different for it\.\n/);
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

  test('ends with SIGTERM too, with its server', async () => {
    using folder = projectFolder(files);
    await using dev = await startDev(folder.path);
    expect(await dev.end('SIGTERM')).toBe(0);
    await expect(fetch(`${dev.url}/health/live`)).rejects.toThrow();
  });
});
