/**
 * Two processes on one PostgreSQL, with sessions in Redis: changes by one are visible to the other at the
 * next request.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type SmtpSink, startSmtpSink } from '../mail/support/smtp-sink.js';
import { adminEmail, password } from '../support/auth-server.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import { describePostgres, describeRedis } from '../support/services.js';
import { projectFolder, svc, type TemporaryFolder } from '../support/svc-command.js';

const config = `import { defineConfig, redisSessions } from 'svc';

export default defineConfig({
  auth: {
    secret: process.env.SVC_SECRET ?? '',
    registration: { enabled: true },
    sessions: redisSessions({ url: process.env.REDIS_URL ?? '', prefix: process.env.REDIS_PREFIX ?? 'svc:' }),
  },
  collections: [
    { slug: 'posts', drafts: false, access: { create: () => true, read: () => true }, fields: [{ name: 'title', type: 'text' }] },
    { slug: 'articles', drafts: true, fields: [{ name: 'title', type: 'text' }] },
  ],
});
`;

interface Answer {
  readonly status: number;
  readonly body: { readonly [name: string]: unknown };
  readonly cookies: string;
}

describePostgres('two instances on PostgreSQL', (fresh) => {
  describeRedis('with sessions in Redis', (redis, prefix) => {
    let folder: TemporaryFolder;
    let mails: SmtpSink;
    let env: NodeJS.ProcessEnv;
    let servers: readonly ServerProcess[] = [];
    let addresses = 0;

    beforeAll(async () => {
      folder = projectFolder({ 'svc.config.ts': config });
      expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0 });
      mails = await startSmtpSink();
      env = {
        SVC_SECRET: 'tests/deploy: thirty-two bytes and some more of them',
        SVC_TRUST_PROXY: '1',
        SVC_BASE_URL: 'http://localhost',
        SVC_DATABASE_URL: await fresh(),
        SVC_SMTP_URL: mails.url,
        SVC_MAIL_FROM: 'svc <svc@example.com>',
        SVC_ADMIN_EMAIL: adminEmail,
        SVC_ADMIN_PASSWORD: password,
        REDIS_URL: redis,
        REDIS_PREFIX: prefix,
      };
      servers = await Promise.all([start(), start()]);
    });

    afterAll(async () => {
      await Promise.all(servers.map((server) => server.end('SIGKILL')));
      await mails.close();
      folder[Symbol.dispose]();
    });

    function start(own: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
      return startServer(process.execPath, [join('dist', 'server.js')], {
        cwd: folder.path,
        env: { ...env, ...own },
      });
    }

    /** Sends to one of the two, from an address that no rate limit has counted yet. */
    async function send(
      to: number | string,
      request: string,
      { body, ...headers }: { readonly body?: object; readonly [name: string]: unknown } = {},
    ): Promise<Answer> {
      const [method = '', path = ''] = request.split(' ');
      addresses += 1;
      const response = await fetch(`${typeof to === 'string' ? to : servers[to]?.url}${path}`, {
        method,
        headers: {
          'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(headers as Record<string, string>),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const cookies = response.headers.getSetCookie().map((line) => line.replace(/;.*/s, ''));
      return {
        status: response.status,
        body: text === '' ? {} : JSON.parse(text),
        cookies: cookies.join('; '),
      };
    }

    async function login(to: number, email = adminEmail): Promise<string> {
      const answer = await send(to, 'POST /api/auth/login', { body: { email, password } });
      expect(answer.status).toBe(200);
      return answer.cookies;
    }

    test('a login on one works on the other, and a logout there ends it here', async () => {
      const cookie = await login(0);
      expect((await send(1, 'GET /api/auth/me', { cookie })).status).toBe(200);
      await send(1, 'POST /api/auth/logout', { cookie });
      expect((await send(0, 'GET /api/auth/me', { cookie })).status).toBe(401);
    });

    test('an instance that lacks the address says so once, and why it refuses a token of the others', async () => {
      const lone = await start({ SVC_BASE_URL: '', SVC_WORKERS: '2' });
      onTestFinished(async () => void (await lone.end('SIGKILL')));
      const cookie = await login(0);
      const { status, body } = await send(lone.url, 'GET /api/auth/me', { cookie });
      expect({ status, body }).toMatchObject({
        status: 401,
        body: {
          error:
            'The session token was issued under another address: log in again. Where several instances serve one address, set SVC_BASE_URL to it on each of them.',
          code: 'UNAUTHENTICATED',
        },
      });
      const advice = 'set SVC_BASE_URL to the same public address on every instance';
      expect(lone.output().split(advice)).toHaveLength(2);
    });

    test('settings, a demotion and the end of a key act on the next request to the other', async () => {
      const cookie = await login(0);
      const boss = { email: 'boss@example.com', password, role: 'admin' };
      const made = await send(0, 'POST /api/users', { cookie, body: boss });
      expect(made).toMatchObject({ status: 201 });
      const bossCookie = await login(1, boss.email);
      expect((await send(1, 'GET /api/auth/audit-log', { cookie: bossCookie })).status).toBe(200);
      await send(0, `PATCH /api/users/${made.body['id']}`, { cookie, body: { role: 'author' } });
      expect((await send(1, 'GET /api/auth/audit-log', { cookie: bossCookie })).status).toBe(403);

      const key = await send(0, 'POST /api/auth/api-keys', { cookie, body: { name: 'ci', role: 'editor' } });
      const byKey = () => send(1, 'GET /api/auth/me', { 'x-api-key': key.body['key'] });
      expect((await byKey()).status).toBe(200);
      const { id } = key.body['apiKey'] as { readonly id: string };
      await send(0, `DELETE /api/auth/api-keys/${id}`, { cookie });
      expect((await byKey()).status).toBe(401);

      const register = (email: string) => send(1, 'POST /api/auth/register', { body: { email, password } });
      const settings = (enableRegistration: boolean) =>
        send(0, 'PATCH /api/globals/system', { cookie, body: { enableRegistration } });
      expect((await settings(false)).status).toBe(200);
      expect((await register('late@example.com')).status).toBe(403);
      expect((await settings(true)).status).toBe(200);
      expect((await register('late@example.com')).status).toBeLessThan(300);
    });

    test('failures and requests count together', async () => {
      const wrong = { email: 'nobody@example.com', password: 'Wrong-Horse-7-Battery' };
      const tries = await Promise.all(
        Array.from({ length: 12 }, (_, at) => send(at % 2, 'POST /api/auth/login', { body: wrong })),
      );
      expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(tries.filter(({ status }) => status === 423)).toHaveLength(7);

      const address = { 'x-forwarded-for': '192.0.2.1' };
      const counted = await Promise.all(
        Array.from({ length: 110 }, (_, at) => send(at % 2, 'POST /api/auth/logout', address)),
      );
      expect(counted.filter(({ status }) => status === 429)).toHaveLength(10);
    });

    test('a mail is sent once, whichever instance wrote it down', async () => {
      const people = Array.from({ length: 12 }, (_, at) => `reader-${at}@example.com`);
      await Promise.all(
        people.map((email, at) => send(at % 2, 'POST /api/auth/register', { body: { email, password } })),
      );
      const sent = () => mails.recipients.flat().filter((to) => to.startsWith('reader-'));
      await expect.poll(() => new Set(sent()).size, { timeout: 15_000 }).toBe(people.length);
      expect([...sent()].sort()).toEqual([...people].sort());
    });

    test('what is planned is done once', async () => {
      const cookie = await login(0);
      const planned = await Promise.all(
        Array.from({ length: 6 }, async (_, at) => {
          const made = await send(at % 2, 'POST /api/articles', {
            cookie,
            'x-draft': 'true',
            body: { title: 'Soon' },
          });
          const id = String(made.body['id']);
          const publishAt = new Date(Date.now() + 1_500).toISOString();
          const set = await send(at % 2, `POST /api/articles/${id}/publish`, { cookie, body: { publishAt } });
          expect(set.status).toBe(200);
          return id;
        }),
      );
      const published = async () => {
        const found = await Promise.all(
          planned.map((id) => send(0, `GET /api/articles/${id}?draft=false`, { cookie })),
        );
        return found.filter(({ status }) => status === 200).length;
      };
      await expect.poll(published, { timeout: 15_000 }).toBe(planned.length);
      const log = await send(1, 'GET /api/auth/audit-log?type=schedule.done', { cookie });
      expect(log.body['totalDocs']).toBe(planned.length);
    });

    test('a rolling restart drops no request', { timeout: 60_000 }, async () => {
      const instances = [...(await Promise.all([start(), start()]))];
      onTestFinished(async () => void (await Promise.all(instances.map((each) => each.end('SIGKILL')))));
      const ready = new Set(instances);
      const ends = new Map<number | string, number>();
      let over = false;
      let turn = 0;
      const clients = Array.from({ length: 6 }, async () => {
        while (!over) {
          const able = instances.filter((instance) => ready.has(instance));
          turn += 1;
          const to = able[turn % able.length]?.url ?? '';
          const end = await send(to, 'GET /api/posts?limit=5').then(({ status }) => status, String);
          ends.set(end, (ends.get(end) ?? 0) + 1);
        }
      });
      const isReady = ({ url }: ServerProcess) =>
        send(url, 'GET /health/ready').then(({ status }) => status === 200);
      for (const [at, old] of [...instances].entries()) {
        const ended = once(old.child, 'exit');
        old.child.kill('SIGTERM');
        // Like a load balancer, which removes an instance when its readiness check fails.
        while (await isReady(old));
        ready.delete(old);
        expect(await ended).toEqual([0, null]);
        const next = await start();
        instances[at] = next;
        ready.add(next);
      }
      over = true;
      await Promise.all(clients);
      expect([...ends.keys()]).toEqual([200]);
    });

    test('kill -9 of one under load of writes loses nothing that was acknowledged', {
      timeout: 60_000,
    }, async () => {
      const instances = [...(await Promise.all([start(), start()]))];
      onTestFinished(async () => void (await Promise.all(instances.map((each) => each.end('SIGKILL')))));
      const acknowledged: string[] = [];
      let over = false;
      let turn = 0;
      const writers = Array.from({ length: 4 }, async () => {
        while (!over) {
          turn += 1;
          const to = instances[turn % 2]?.url ?? '';
          const made = await send(to, 'POST /api/posts', { body: { title: 'Written' } }).catch(() => null);
          if (made?.status === 201) acknowledged.push(String(made.body['id']));
        }
      });
      for (let round = 0; round < 2; round += 1) {
        const before = acknowledged.length;
        await expect.poll(() => acknowledged.length, { timeout: 15_000 }).toBeGreaterThan(before + 15);
        await instances[round % 2]?.end('SIGKILL');
        instances[round % 2] = await start();
      }
      over = true;
      await Promise.all(writers);
      const lost: string[] = [];
      for (const [at, id] of acknowledged.entries()) {
        const { status } = await send(instances[at % 2]?.url ?? '', `GET /api/posts/${id}`);
        if (status !== 200) lost.push(`${id}: ${status}`);
      }
      expect(lost).toEqual([]);
    });
  });
});
