/**
 * Reads from replicas with streaming replication, on servers started by the test: holding back the
 * replication shows which database was read.
 */
import { expect, onTestFinished, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createService } from '../../runtime/create-service.js';
import { createDocument, listDocuments } from '../../runtime/http/handlers/document-handlers.js';
import type { OpenStore } from '../../runtime/http/routing/store-holder.js';
import { createPostgresDriver } from '../../runtime/storage/dialects/postgres/postgres-driver.js';
import {
  type AuthClient,
  type AuthServer,
  type AuthServerOptions,
  type Sent,
  startAuthServer,
} from '../support/auth-server.js';
import { answerWithin } from '../support/fault-bounds.js';
import { type OwnPostgres, type OwnStandby, startOwnPostgres } from '../support/own-postgres.js';
import { describePostgres } from '../support/services.js';
import { projectFolder, svc } from '../support/svc-command.js';

/** Allows a standby to lag for as long as a test runs, so that the speed of the machine does not matter. */
const patient = { maxLag: 600_000, remembered: 1_200_000, timeout: 30_000 };
const timeout = 90_000;
const poll = { timeout: 30_000, interval: 50 };

interface Scene {
  readonly database: OwnPostgres;
  readonly standby: OwnStandby;
  readonly server: AuthServer;
}

async function setScene(options: AuthServerOptions = {}): Promise<Scene> {
  const database = await startOwnPostgres();
  const standby = await database.startStandby();
  const server = await startAuthServer({
    ...options,
    env: { ...urls({ database, standby }), ...options.env },
  });
  await expectUsed(server, true);
  return { database, standby, server };
}

function urls({ database, standby }: Pick<Scene, 'database' | 'standby'>): NodeJS.ProcessEnv {
  return { SVC_DATABASE_URL: database.url, SVC_DATABASE_REPLICAS: standby.url };
}

/** Polls with reads, because reads make a server check its replicas. */
async function expectUsed(server: AuthServer, isUsed: boolean): Promise<void> {
  const client = server.client();
  await expect
    .poll(async () => {
      expect((await client.get('/api/posts')).status).toBe(200);
      return server.store.replicas?.states().map((state) => state.isUsed);
    }, poll)
    .toEqual([isUsed]);
}

/** Waits for a log line, which is written at the next check. */
async function expectSaid({ log }: AuthServer, words: RegExp): Promise<void> {
  await expect.poll(() => log.join(''), poll).toMatch(words);
}

function answered({ store }: AuthServer): number {
  return store.replicas?.states()[0]?.answered ?? Number.NaN;
}

/** Waits until the standby has replayed everything written so far. */
async function caughtUp({ database, standby }: Scene): Promise<void> {
  const [primary, replica] = await Promise.all([
    createPostgresDriver({ url: database.url }),
    createPostgresDriver({ url: standby.url }),
  ]);
  const position = (await primary.get('SELECT pg_current_wal_lsn()::text AS lsn', []))?.['lsn'];
  await expect
    .poll(
      async () =>
        (await replica.get('SELECT pg_last_wal_replay_lsn() >= ?::pg_lsn AS there', [String(position)]))?.[
          'there'
        ],
      poll,
    )
    .toBe(1);
  await Promise.all([primary.close(), replica.close()]);
}

/** Stops the replay: from now on the standby has only what was written before. */
async function hold(scene: Scene): Promise<void> {
  await caughtUp(scene);
  await scene.standby.holdReplay();
}

async function addKey(admin: AuthClient, name: string): Promise<Readonly<Record<string, string>>> {
  const { body } = await admin.post('/api/auth/api-keys', { name, role: 'editor' });
  return { 'x-api-key': body.key };
}

function titlesOf({ body }: Sent): readonly string[] {
  return body.docs.map(({ title }: { readonly title: string }) => title).sort();
}

async function runOn(url: string, sql: string): Promise<void> {
  const driver = await createPostgresDriver({ url });
  await driver.run(sql, []).finally(() => driver.close());
}

describePostgres('a service with a read replica', () => {
  test('reads from it for requesters who have not written, and from the database for others', {
    timeout,
  }, async () => {
    const scene = await setScene({ replicas: patient });
    const { server } = scene;
    const ann = await server.signedIn();
    await server.addUser('bob@example.com', { role: 'editor' });
    const bob = await server.signedIn('bob@example.com');
    const [writing, reading] = [await addKey(ann, 'writing'), await addKey(ann, 'reading')];
    const { body: old } = await server.client().post('/api/posts', { title: 'old' }, writing);
    const other = await startAuthServer({ beside: server, replicas: patient, env: urls(scene) });
    await expectUsed(other, true);
    await hold(scene);

    const { body: added } = await ann.post('/api/posts', { title: 'ann' });
    await ann.send('PATCH', `/api/posts/${old.id}`, { title: 'changed' });
    expect(titlesOf(await ann.get('/api/posts'))).toEqual(['ann', 'changed']);
    expect((await ann.post('/api/posts/query', {})).body.totalDocs).toBe(2);
    expect((await ann.get(`/api/posts/${old.id}`)).body.title).toBe('changed');
    const before = answered(server);
    for (const reader of [server.client(), bob]) {
      expect(titlesOf(await reader.get('/api/posts'))).toEqual(['old']);
      expect((await reader.post('/api/posts/query', {})).body.totalDocs).toBe(1);
      expect((await reader.get(`/api/posts/${old.id}`)).body.title).toBe('old');
    }
    expect(titlesOf(await server.client().get('/api/posts', reading))).toEqual(['old']);
    expect(answered(server)).toBe(before + 7);

    await server.client().post('/api/posts', { title: 'key' }, writing);
    expect((await server.client().get('/api/posts?count=none', writing)).body.docs).toHaveLength(3);
    expect(titlesOf(await server.client().get('/api/posts', reading))).toEqual(['old']);

    // A client that knows of a newer document must get it, even if the replica lacks it.
    expect((await server.client().get(`/api/posts/${added.id}`)).body.title).toBe('ann');
    const newest = await server.client().get(`/api/posts/${old.id}`, { 'if-none-match': '"2"' });
    expect(newest.status).toBe(304);
    expect((await server.client().get(`/api/posts/${old.id}`, { 'if-none-match': '"1"' })).status).toBe(304);

    // A session that has written reads its writes, whichever server its next request reaches.
    const moved = other.client();
    expect(titlesOf(await moved.get('/api/posts'))).toEqual(['old']);
    for (const [name, value] of ann.jar) moved.jar.set(name, value);
    expect(titlesOf(await moved.get('/api/posts'))).toEqual(['ann', 'changed', 'key']);

    await scene.standby.goOn();
    await caughtUp(scene);
    expect(titlesOf(await server.client().get('/api/posts'))).toEqual(['ann', 'changed', 'key']);
    expect((await server.client().get('/api/posts')).body.totalDocs).toBe(3);
  });

  test('shows a conflict for what it is to the one who reads again', { timeout }, async () => {
    const scene = await setScene({ replicas: patient });
    const { server } = scene;
    const ann = await server.signedIn();
    await server.addUser('bob@example.com', { role: 'editor' });
    const bob = await server.signedIn('bob@example.com');
    const { body: post } = await ann.post('/api/posts', { title: 'old' });
    await hold(scene);
    await ann.send('PATCH', `/api/posts/${post.id}`, { title: 'ann' });
    const seen = await bob.get(`/api/posts/${post.id}`);
    expect(seen.body.title).toBe('old');
    const match = { 'if-match': seen.headers.get('etag') ?? '' };
    const refused = await bob.send('PATCH', `/api/posts/${post.id}`, { title: 'bob' }, match);
    expect([refused.status, refused.body.currentRevision]).toEqual([409, 2]);
    expect((await bob.get(`/api/posts/${post.id}`)).body).toMatchObject({ title: 'ann', _revision: 2 });
  });

  test('shows a visitor what they have sent by a form, wherever it is read', { timeout }, async () => {
    const scene = await setScene({
      replicas: patient,
      config: {
        server: { trustProxy: true },
        collections: [
          {
            slug: 'posts',
            drafts: false,
            fields: [{ name: 'title', type: 'text' }],
            access: { create: () => true },
          },
        ],
      },
    });
    const { server } = scene;
    const [here, there] = [{ 'x-forwarded-for': '192.0.2.1' }, { 'x-forwarded-for': '192.0.2.2' }];
    await hold(scene);
    expect((await server.client().post('/api/posts', { title: 'a comment' }, here)).status).toBe(201);
    expect(titlesOf(await server.client().get('/api/posts', here))).toEqual(['a comment']);
    expect(titlesOf(await server.client().get('/api/posts', there))).toEqual([]);
  });

  test('keeps requesters who write without a credential with the database if there is no authentication', {
    timeout,
  }, async () => {
    const database = await startOwnPostgres();
    const standby = await database.startStandby();
    const config: ServiceConfig = {
      collections: [{ slug: 'posts', drafts: false, fields: [{ name: 'title', type: 'text' }] }],
    };
    const contract = describeConfig(config);
    const [posts] = contract.collections;
    if (posts === undefined) throw new Error('There is no collection.');
    const opened: { store?: OpenStore } = {};
    const app = createService(
      {
        config,
        contract,
        routes: {
          '/api/posts': {
            GET: listDocuments(posts),
            POST: createDocument(posts, { safeParse: (data) => ({ success: true, data }) }),
          },
        },
        openapi: new URL(import.meta.url),
      },
      { env: urls({ database, standby }), logOutput: { write: () => undefined } },
      { replicas: patient, opened: (store) => void Object.assign(opened, { store }) },
    );
    onTestFinished(() => app.close());
    const list = async (): Promise<Sent['body']> => (await app.fetch('/api/posts')).json();
    const answered = (): number => opened.store?.replicas?.states()[0]?.answered ?? 0;
    await expect.poll(async () => ((await list()).totalDocs === 0 ? answered() : 0), poll).toBeGreaterThan(0);
    await standby.holdReplay();
    const headers = { 'content-type': 'application/json' };
    const created = await app.fetch('/api/posts', { method: 'POST', body: '{"title":"a"}', headers });
    expect(created.status).toBe(201);
    const before = answered();
    expect((await list()).totalDocs).toBe(1);
    expect(answered()).toBe(before);
  });

  test('takes rights and users from the database, not from it', { timeout }, async () => {
    const scene = await setScene({
      replicas: patient,
      config: {
        collections: [
          {
            slug: 'posts',
            drafts: false,
            fields: [{ name: 'title', type: 'text' }],
          },
          {
            slug: 'secrets',
            drafts: false,
            fields: [{ name: 'title', type: 'text' }],
            access: { read: ['editor', 'super_admin'] },
          },
        ],
      },
    });
    const { server } = scene;
    const [ann, root] = [await server.signedIn(), await server.signedIn()];
    const user = await server.addUser('bob@example.com', { role: 'editor' });
    const bob = await server.signedIn('bob@example.com');
    await ann.post('/api/secrets', { title: 'a' });
    await hold(scene);
    expect((await bob.get('/api/secrets')).body.totalDocs).toBe(1);
    expect((await ann.send('PATCH', `/api/users/${user.id}`, { role: 'customer' })).status).toBe(200);
    expect((await bob.get('/api/secrets')).status).toBe(403);
    expect((await root.get(`/api/users/${user.id}`)).body.role).toBe('customer');
    const { body: key } = await ann.post('/api/auth/api-keys', { name: 'k', role: 'editor' });
    expect((await server.client().get('/api/secrets', { 'x-api-key': key.key })).status).toBe(200);
    expect((await ann.delete(`/api/auth/api-keys/${key.apiKey.id}`)).status).toBe(200);
    expect((await server.client().get('/api/secrets', { 'x-api-key': key.key })).status).toBe(401);
  });

  test('sees drafts, counts and texts there as they come', { timeout }, async () => {
    const scene = await setScene({
      replicas: patient,
      config: { collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }] },
    });
    const { server, database } = scene;
    const ann = await server.signedIn();
    await server.addUser('bob@example.com', { role: 'editor' });
    const bob = await server.signedIn('bob@example.com');
    for (let round = 1; round <= 4; round += 1) {
      const { body } = await ann.post('/api/posts', { title: `p${round}` });
      if (round % 2 === 0) {
        await ann.send('PATCH', `/api/posts/${body.id}`, { title: `d${round}` }, { 'x-draft': 'true' });
      }
      await caughtUp(scene);
      const before = answered(server);
      const [published, merged] = [await server.client().get('/api/posts'), await bob.get('/api/posts')];
      expect(answered(server)).toBe(before + 2);
      const numbers = Array.from({ length: round }, (_, at) => at + 1);
      expect(titlesOf(published)).toEqual(numbers.map((number) => `p${number}`));
      expect(titlesOf(merged)).toEqual(
        numbers.map((number) => (number % 2 === 0 ? `d${number}` : `p${number}`)).sort(),
      );
      expect([published.body.totalDocs, merged.body.totalDocs]).toEqual([round, round]);
    }

    // After a change by hand, a document has no stored text: it is built from the columns, and stored on the
    // primary.
    await runOn(database.url, `UPDATE posts SET title = 'by hand' WHERE title = 'p1'`);
    await caughtUp(scene);
    expect(titlesOf(await server.client().get('/api/posts'))).toEqual(['by hand', 'p2', 'p3', 'p4']);
    const primary = await createPostgresDriver({ url: database.url });
    await expect
      .poll(() => primary.get('SELECT count(*) AS missing FROM posts WHERE _doc IS NULL', []), poll)
      .toEqual({ missing: 0 });
    await primary.close();
  });

  test('does not read from it while it is too far behind', { timeout }, async () => {
    const scene = await setScene();
    const { server, standby } = scene;
    const key = await addKey(await server.signedIn(), 'ci');
    await hold(scene);
    await server.client().post('/api/posts', { title: 'new' }, key);
    await expect.poll(async () => titlesOf(await server.client().get('/api/posts')), poll).toEqual(['new']);
    await expectUsed(server, false);
    await expectSaid(server, /is not read from: it is more than 2000 ms behind/);
    await standby.goOn();
    await expectUsed(server, true);
    expect(titlesOf(await server.client().get('/api/posts'))).toEqual(['new']);
  });

  test('starts with one that lacks its tables, and answers from it when they are there', {
    timeout,
  }, async () => {
    const database = await startOwnPostgres();
    const standby = await database.startStandby();
    await standby.holdReplay();
    const server = await startAuthServer({ replicas: patient, env: urls({ database, standby }) });
    for (let round = 0; round < 20; round += 1) {
      expect((await server.client().get('/api/posts')).status).toBe(200);
    }
    expect(answered(server)).toBe(0);
    await standby.goOn();
    await expectUsed(server, true);
  });

  test('answers from the database what its tables cannot', { timeout }, async () => {
    const scene = await setScene({ replicas: patient });
    const { server, database } = scene;
    const { body: post } = await (await server.signedIn()).post('/api/posts', { title: 'a' });
    // Like the state before a migration that the standby has not replayed yet.
    await runOn(database.url, 'ALTER TABLE posts RENAME TO gone');
    await hold(scene);
    await runOn(database.url, 'ALTER TABLE gone RENAME TO posts');
    const before = answered(server);
    for (const path of ['/api/posts', `/api/posts/${post.id}`, '/api/posts?depth=1&count=none&sort=title']) {
      expect((await server.client().get(path)).status).toBe(200);
    }
    const [state] = server.store.replicas?.states() ?? [];
    expect(state).toMatchObject({ isUsed: true, answered: before, passedOver: 3 });
  });

  test('answers as before when it crashes, is paused, or loses its connections', { timeout }, async () => {
    const { server, standby } = await setScene();
    await (await server.signedIn()).post('/api/posts', { title: 'a' });
    await expectUsed(server, true);

    const expectAnswers = async (): Promise<void> => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const start = performance.now();
          const { status, body } = await server.client().get('/api/posts');
          return { status, total: body.totalDocs, isInTime: performance.now() - start < answerWithin };
        }),
      );
      expect(answers).toEqual(answers.map(() => ({ status: 200, total: 1, isInTime: true })));
      expect((await server.client().get('/health/ready')).status).toBe(200);
    };

    await expectAnswers();
    await standby.kill();
    await expectAnswers();
    await expectUsed(server, false);
    await expectSaid(server, /replica: .* is not read from: it does not answer/);
    await standby.start();
    await expectUsed(server, true);

    standby.pause();
    await expectAnswers();
    await expectAnswers();
    standby.resume();
    await expectUsed(server, true);

    await standby.cutConnections();
    await expectAnswers();
    await expectUsed(server, true);
  });

  test('does not read from one that is promoted', { timeout }, async () => {
    const { server, standby } = await setScene();
    await standby.promote();
    await expectUsed(server, false);
    await expectSaid(server, /is not read from: it is no replica: it takes writes/);
  });

  test('does not read from what is no replica of its database', { timeout }, async () => {
    const database = await startOwnPostgres();
    await runOn(database.url, 'CREATE DATABASE other');
    const standby = await database.startStandby();
    const other = new URL(standby.url);
    other.pathname = '/other';
    const server = await startAuthServer({
      env: {
        SVC_DATABASE_URL: database.url,
        SVC_DATABASE_REPLICAS: [database.url, other.href, 'postgres://ann:hunter2@127.0.0.1:1/none'].join(),
      },
    });
    const said = (): string => server.log.filter((line) => line.includes('replica:')).join('');
    await expect.poll(() => said().split('\n'), poll).toHaveLength(4);
    expect(said()).toMatch(/it is no replica: it takes writes/);
    expect(said()).toMatch(/it is a replica of another database/);
    expect(said()).toMatch(/PostgreSQL at 127.0.0.1:1, database none is not read from: it does not answer/);
    expect(said()).not.toMatch(/hunter2/);
    expect((await server.client().get('/api/posts')).status).toBe(200);
    expect(server.store.replicas?.states().map(({ answered }) => answered)).toEqual([0, 0, 0]);
  });

  test('is told by svc doctor how each of them does', { timeout }, async () => {
    const database = await startOwnPostgres();
    const standby = await database.startStandby();
    using folder = projectFolder({
      'svc.config.ts':
        "import { defineConfig } from 'svc';\nexport default defineConfig({ collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }] });\n",
    });
    const findings = async (...replicas: readonly string[]): Promise<readonly object[]> => {
      const { stdout } = await svc(['doctor', '--json'], {
        cwd: folder.path,
        env: { PORT: '0', SVC_DATABASE_URL: database.url, SVC_DATABASE_REPLICAS: replicas.join() },
      });
      const report: { readonly findings: readonly { readonly check: string }[] } = JSON.parse(stdout);
      return report.findings.filter(({ check }) => check === 'replica');
    };

    expect(await findings(standby.url, database.url, 'postgres://ann:hunter2@127.0.0.1:1/none')).toEqual([
      { check: 'replica', status: 'ok', message: expect.stringMatching(/follows the database$/) },
      expect.objectContaining({
        status: 'failed',
        message: expect.stringMatching(/is no replica: it takes writes$/),
      }),
      expect.objectContaining({
        status: 'failed',
        message: expect.stringMatching(/^PostgreSQL at 127.0.0.1:1, database none: connect ECONNREFUSED/),
      }),
    ]);
    await standby.holdReplay();
    await runOn(database.url, 'CREATE TABLE later ()');
    expect(await findings(standby.url)).toEqual([
      expect.objectContaining({
        status: 'warning',
        message: expect.stringMatching(/is more than 2000 ms behind \(\d+ bytes of the log\)$/),
      }),
    ]);
  });

  test('says in its metrics how it does', { timeout }, async () => {
    const { server, standby } = await setScene({ env: { SVC_METRICS: 'true' } });
    await server.client().get('/api/posts');
    const replica = `replica="127.0.0.1:${new URL(standby.url).port}/postgres"`;
    const numberOf = async (family: string): Promise<number> => {
      const { body } = await server.client().get('/metrics');
      return Number(new RegExp(`^${family}\\{${replica}\\} (\\S+)$`, 'm').exec(body)?.[1]);
    };
    expect(await numberOf('svc_replica_up')).toBe(1);
    expect(await numberOf('svc_replica_reads_total')).toBeGreaterThan(0);
    expect(await numberOf('svc_replica_lag_seconds')).toBeGreaterThanOrEqual(0);
    await standby.kill();
    await expectUsed(server, false);
    expect(await numberOf('svc_replica_up')).toBe(0);
    expect(await numberOf('svc_replica_passed_over_total')).toBeGreaterThanOrEqual(0);
  });
});
