/**
 * Workers of one machine that read from a replica: a client that has written must see its write, on every
 * worker.
 */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { adminEmail, password } from '../support/auth-server.js';
import { startOwnPostgres } from '../support/own-postgres.js';
import { type ServerProcess, startServer } from '../support/server-process.js';
import { describePostgres } from '../support/services.js';
import { projectFolder, svc } from '../support/svc-command.js';

const config = `import { defineConfig } from 'svc';

export default defineConfig({
  auth: { secret: process.env.SVC_SECRET ?? '' },
  collections: [{
    slug: 'posts',
    drafts: false,
    access: { read: () => true },
    fields: [{ name: 'title', type: 'text' }, { name: 'worker', type: 'text' }],
    hooks: { afterRead: ({ data }) => ({ ...data, worker: String(process.pid) }) },
  }],
});
`;

interface Seen {
  readonly title: string;
  /** The worker that responded. */
  readonly worker: string;
}

/** Opens a new connection each time, because connections are distributed over the workers, not requests. */
async function send(
  server: ServerProcess,
  request: string,
  { cookie, body }: { readonly cookie?: string; readonly body?: object } = {},
): Promise<Response> {
  const [method = '', path = ''] = request.split(' ');
  return fetch(`${server.url}${path}`, {
    method,
    headers: {
      connection: 'close',
      ...(cookie !== undefined && { cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

async function readTimes(count: number, read: () => Promise<Seen>): Promise<readonly Seen[]> {
  return Promise.all(Array.from({ length: count }, read));
}

describePostgres('two workers with a replica', () => {
  test('show a session its own writes, whichever of them answers', { timeout: 180_000 }, async () => {
    const database = await startOwnPostgres();
    const standby = await database.startStandby();
    const folder = projectFolder({ 'svc.config.ts': config });
    onTestFinished(() => folder[Symbol.dispose]());
    expect(await svc(['build'], { cwd: folder.path })).toMatchObject({ code: 0 });
    const server = await startServer(process.execPath, [join('dist', 'server.js')], {
      cwd: folder.path,
      env: {
        SVC_SECRET: 'tests/deploy: thirty-two bytes and some more of them',
        SVC_BASE_URL: 'http://localhost',
        SVC_DATABASE_URL: database.url,
        SVC_DATABASE_REPLICAS: standby.url,
        SVC_WORKERS: '2',
        SVC_RATE_LIMIT: 'off',
        SVC_ADMIN_EMAIL: adminEmail,
        SVC_ADMIN_PASSWORD: password,
      },
    });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    const login = await send(server, 'POST /api/auth/login', { body: { email: adminEmail, password } });
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.replace(/;.*/s, ''))
      .join('; ');
    const made = await send(server, 'POST /api/posts', { cookie, body: { title: 'first' } });
    expect([login.status, made.status]).toEqual([200, 201]);
    const { id } = (await made.json()) as { readonly id: string };

    const asOne = async (who: { cookie?: string }): Promise<Seen> =>
      (await send(server, `GET /api/posts/${id}`, who)).json() as Promise<Seen>;
    const inList = async (who: { cookie?: string }): Promise<Seen> => {
      const { docs } = (await (await send(server, 'GET /api/posts', who)).json()) as { docs: [Seen] };
      return docs[0];
    };
    let title = 'first';
    const own = new Set<string>();
    const behind = new Set<string>();
    // A replica that lacks a write is read from for only two seconds: a busy machine may need another round
    // to show it on both.
    for (let round = 1; behind.size < 2; round += 1) {
      expect(round).toBeLessThan(40);
      await standby.goOn();
      await expect
        .poll(async () => (await readTimes(6, () => asOne({}))).every((seen) => seen.title === title))
        .toBe(true);
      await standby.holdReplay();
      title = `round ${round}`;
      const patched = await send(server, `PATCH /api/posts/${id}`, { cookie, body: { title } });
      expect(patched.status).toBe(200);
      const [one, list, others] = await Promise.all([
        readTimes(6, () => asOne({ cookie })),
        readTimes(6, () => inList({ cookie })),
        readTimes(8, () => asOne({})),
      ]);
      for (const seen of [...one, ...list]) {
        expect(seen.title).toBe(title);
        own.add(seen.worker);
      }
      for (const seen of others) if (seen.title !== title) behind.add(seen.worker);
    }
    expect(own.size).toBe(2);
  });
});
