/**
 * Clients that close their connection before they get a response: their requests must not block the database
 * for others.
 */
import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { postgres } from '../../runtime/config/database-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type AuthServer, startAuthServer } from '../support/auth-server.js';
import { describePostgres, type FreshDatabase } from '../support/services.js';

/** The pool size of the server: this many slow statements occupy every connection. */
const connections = 2;
/** Long enough for a busy machine; a statement that is never cancelled still runs after this. */
const patient = { timeout: 20_000 };

interface Scene {
  readonly server: AuthServer;
  readonly sql: (text: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The number of running statements of lists. */
  readonly running: () => Promise<number>;
}

async function setScene(fresh: FreshDatabase, posts: object = {}): Promise<Scene> {
  const url = await fresh();
  const config: ServiceConfig = {
    db: postgres({ url, pool: { max: connections } }),
    collections: [
      { slug: 'posts', drafts: false, fields: [{ name: 'title', type: 'text' }], ...posts },
      { slug: 'notes', drafts: false, fields: [{ name: 'text', type: 'text' }] },
    ],
  };
  const server = await startAuthServer({ config, env: { SVC_DATABASE_URL: undefined }, alone: true });
  const beside = new pg.Client({ connectionString: url });
  await beside.connect();
  onTestFinished(() => beside.end());
  const sql: Scene['sql'] = async (text) => (await beside.query(text)).rows;
  const active = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'svc' AND state = 'active'`;
  return { server, sql, running: async () => (await sql(active)).length };
}

/**
 * Makes a list of posts take ten minutes: far longer than the server's statement timeout, and than this test
 * runs.
 */
async function makeSlow({ sql }: Scene): Promise<void> {
  await sql('ALTER TABLE posts RENAME TO kept');
  await sql('CREATE VIEW posts AS SELECT kept.* FROM (SELECT pg_sleep(600)) s, kept');
}

vi.setConfig({ testTimeout: 90_000 });

describePostgres('a client that leaves', (fresh) => {
  test.each(['over HTTP', 'in process'])(
    'ends the statements of its lists, so that others get the connections: %s',
    async (way) => {
      const scene = await setScene(fresh);
      const { server, running } = scene;
      const admin = await server.signedIn();
      await admin.post('/api/posts', { title: 'a' });
      await admin.post('/api/notes', { text: 'n' });
      await makeSlow(scene);

      const leaving = new AbortController();
      const ask = way === 'in process' ? server.app.fetch : fetch;
      const lists = ['', '?sort=title&count=none'].map((search) =>
        ask(new Request(`${server.url}/api/posts${search}`, { signal: leaving.signal })).catch(String),
      );
      await expect.poll(running, patient).toBe(connections);
      leaving.abort();
      expect(await Promise.all(lists)).toEqual(lists.map(() => expect.stringContaining('AbortError')));
      await expect.poll(running, patient).toBe(0);

      const notes = await server.client().get('/api/notes');
      expect([notes.status, notes.body.totalDocs]).toEqual([200, 1]);
      await expect
        .poll(() => server.log.filter((line) => line.includes('"status":499')).length, patient)
        .toBe(lists.length);
      expect(server.log.filter((line) => /"level":"?(error|50)/.test(line))).toEqual([]);
    },
  );

  test('ends no write: what it began is done', async () => {
    const steps = new EventEmitter();
    const reached = once(steps, 'reached');
    const hold = async (): Promise<void> => {
      const left = once(steps, 'left');
      steps.emit('reached');
      await left;
    };
    const { server, sql } = await setScene(fresh, { hooks: { beforeChange: hold } });
    const admin = await server.signedIn();
    const leaving = new AbortController();
    const cookie = [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const write = fetch(`${server.url}/api/posts`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{"title":"kept"}',
      signal: leaving.signal,
    }).catch(String);
    await reached;
    leaving.abort();
    expect(await write).toContain('AbortError');
    steps.emit('left');
    await expect.poll(() => sql('SELECT title FROM posts'), patient).toEqual([{ title: 'kept' }]);
  });
});
