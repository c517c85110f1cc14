/** The `nginx.conf` of a new project in front of two real servers. */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import { describeProgram } from '../support/services.js';
import { projectFolder, svc, type TemporaryFolder } from '../support/svc-command.js';
import { testDatabaseUrl } from '../support/test-database.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  auth: { secret: process.env.SVC_SECRET ?? '' },
  collections: [{ slug: 'posts', drafts: false, access: { create: () => true }, fields: [{ name: 'title', type: 'text' }] }],
});
`;

describeProgram('nginx', 'nginx before two instances', () => {
  let folder: TemporaryFolder;
  let servers: ServerProcess[] = [];
  let nginx: ChildProcess;
  let url = '';
  let env: NodeJS.ProcessEnv = {};

  beforeAll(async () => {
    folder = projectFolder({ 'svc.config.ts': config });
    const made = await svc(['build'], { cwd: folder.path });
    expect(made).toMatchObject({ code: 0 });
    env = {
      SVC_SECRET: 'tests/deploy: thirty-two bytes and some more of them',
      SVC_TRUST_PROXY: '1',
      SVC_BASE_URL: 'http://localhost',
      SVC_RATE_LIMIT: 'off',
      SVC_DATABASE_URL: await testDatabaseUrl(join(folder.path, 'data.db')),
    };
    servers = [await start(env), await start(env)];
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const file = join(folder.path, 'nginx.conf');
    writeFileSync(file, localConf(folder.path, port, servers));
    nginx = spawn('nginx', ['-p', folder.path, '-c', file, '-g', 'daemon off; master_process off;'], {
      stdio: 'inherit',
      env: { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` },
    });
    await untilAnswered(url);
  });

  afterAll(async () => {
    nginx.kill('SIGKILL');
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    folder[Symbol.dispose]();
  });

  function start(environment: NodeJS.ProcessEnv): Promise<ServerProcess> {
    return startServer(process.execPath, ['dist/server.js'], { cwd: folder.path, env: environment });
  }

  /** Lines of the servers' logs about a path. */
  function logged(server: ServerProcess, path: string): readonly { readonly ip?: string }[] {
    return server
      .output()
      .split('\n')
      .filter((line) => line.includes(path))
      .map((line) => JSON.parse(line));
  }

  test('both instances answer, and what one wrote the other reads', async () => {
    const created = await fetch(`${url}/api/posts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"title":"Hello"}',
    });
    expect(created.status).toBe(201);
    const path = created.headers.get('location');
    for (let read = 0; read < 8; read += 1) {
      expect(await (await fetch(`${url}${path}`)).json()).toMatchObject({ title: 'Hello' });
    }
    // The log lines are written shortly after the responses.
    for (const server of servers) {
      await expect.poll(() => logged(server, `${path}`).length).toBeGreaterThan(0);
    }
  });

  test('the address of the client is the one that nginx saw, not the one that it says', async () => {
    const path = '/api/posts/0192f0c4-6c1a-7000-8000-000000000000';
    await fetch(`${url}${path}`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    await expect
      .poll(() => servers.flatMap((server) => logged(server, path)))
      .toMatchObject([{ ip: '127.0.0.1' }]);
  });

  test('metrics are not for the outside', async () => {
    expect((await fetch(`${url}/metrics`)).status).toBe(403);
  });

  test('no request fails when one instance after the other is replaced', { timeout: 60_000 }, async () => {
    let isOver = false;
    const statuses = new Map<string, number>();
    const send = async (method: string, path: string): Promise<void> => {
      while (!isOver) {
        const body = method === 'POST' ? { body: '{"title":"Rolling"}' } : {};
        const headers = { 'content-type': 'application/json' };
        const { status } = await fetch(`${url}${path}`, { method, headers, ...body });
        statuses.set(`${method} ${status}`, (statuses.get(`${method} ${status}`) ?? 0) + 1);
        await setTimeout(10);
      }
    };
    const clients = [
      send('GET', '/api/posts?limit=1'),
      send('GET', '/api/posts?limit=1'),
      send('POST', '/api/posts'),
    ];
    for (const [at, server] of servers.entries()) {
      await server.end();
      servers[at] = await start({ ...env, PORT: new URL(server.url).port });
      await setTimeout(3_000);
    }
    isOver = true;
    await Promise.all(clients);
    expect([...statuses.keys()].sort()).toEqual(['GET 200', 'POST 201']);
  });

  test('no read fails when an instance is killed', async () => {
    await servers[0]?.end('SIGKILL');
    const statuses = new Set<number>();
    for (let read = 0; read < 20; read += 1) statuses.add((await fetch(`${url}/api/posts`)).status);
    expect([...statuses]).toEqual([200]);
  });
});

/** The template with the addresses of this machine. */
function localConf(folder: string, port: number, servers: readonly ServerProcess[]): string {
  const template = readFileSync(join(import.meta.dirname, '../../templates/init/nginx.conf.hbs'), 'utf8');
  const local = servers.reduce(
    (text, server, index) => text.replace(`app-${index + 1}:3000`, new URL(server.url).host),
    template,
  );
  const paths = `pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\n`;
  return `${paths}${local.replace('listen 8080', `listen 127.0.0.1:${port}`).replace('http {', 'http {\n  access_log off;')}`;
}

/** Polls until nginx responds, because nginx prints nothing when it is ready. */
async function untilAnswered(url: string): Promise<void> {
  const deadline = performance.now() + 15_000;
  while (performance.now() < deadline) {
    if (await fetch(url).then(Boolean, () => false)) return;
    await setTimeout(50);
  }
  throw new Error('nginx does not answer.');
}
