/**
 * The responses that clients get while the database is down, hangs or is back, on a server started by the
 * test.
 */
import { expect, onTestFinished, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { createService } from '../../runtime/create-service.js';
import { createPostgresDriver } from '../../runtime/storage/dialects/postgres/postgres-driver.js';
import { type AuthServer, type Sent, startAuthServer } from '../support/auth-server.js';
import { answerWithin, backWithin } from '../support/fault-bounds.js';
import { ownCertificate } from '../support/own-authority.js';
import { type OwnPostgres, startOwnPostgres } from '../support/own-postgres.js';
import { describePostgres } from '../support/services.js';

interface Timed extends Sent {
  readonly milliseconds: number;
}

async function timed(request: Promise<Sent>): Promise<Timed> {
  const start = performance.now();
  const answer = await request;
  return { ...answer, milliseconds: performance.now() - start };
}

interface Scene {
  readonly database: OwnPostgres;
  readonly server: AuthServer;
  /** Ids of posts that were created with a 201. */
  readonly kept: string[];
  readonly key: Readonly<Record<string, string>>;
}

async function setScene(): Promise<Scene> {
  const database = await startOwnPostgres();
  const server = await startAuthServer({ env: { SVC_DATABASE_URL: database.url } });
  const ann = await server.signedIn();
  const { body } = await ann.post('/api/auth/api-keys', { name: 'ci', role: 'editor' });
  const scene = { database, server, kept: [], key: { 'x-api-key': body.key } };
  await write(scene, 5);
  return scene;
}

/** Sends concurrent writes; the acknowledged ones are recorded, the others must be refused. */
async function write({ server, kept, key }: Scene, count: number): Promise<void> {
  const client = server.client();
  const answers = await Promise.all(
    Array.from({ length: count }, (_, at) => client.post('/api/posts', { title: `t${at}` }, key)),
  );
  for (const { status, body } of answers) {
    expect([201, 503]).toContain(status);
    if (status === 201) kept.push(body.id);
  }
}

async function expectAway({ server, key, kept }: Scene): Promise<void> {
  const client = server.client();
  const answers = await Promise.all(
    [
      client.get('/api/posts'),
      client.get(`/api/posts/${kept[0]}`),
      client.post('/api/posts', { title: 'lost' }, key),
      client.get('/health/ready'),
    ].map(timed),
  );
  for (const answer of answers) {
    expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.milliseconds).toBeLessThan(answerWithin);
  }
  expect((await client.get('/health/live')).status).toBe(200);
}

/** Expects that the service works again without a restart, and that all acknowledged posts exist. */
async function expectBack(scene: Scene): Promise<void> {
  const client = scene.server.client();
  await expect
    .poll(async () => (await client.get('/health/ready')).status, { timeout: backWithin, interval: 50 })
    .toBe(200);
  for (const id of scene.kept) expect((await client.get(`/api/posts/${id}`, scene.key)).status).toBe(200);
  const before = scene.kept.length;
  await write(scene, 3);
  expect(scene.kept.length).toBe(before + 3);
}

async function start(url: string): Promise<void> {
  const config = { collections: [] };
  const service = createService(
    { config, contract: describeConfig(config), routes: {}, openapi: new URL(import.meta.url) },
    { env: { SVC_DATABASE_URL: url } },
  );
  await service.ready().finally(() => service.close());
}

describePostgres('a service whose PostgreSQL', (fresh) => {
  test('crashes and comes back', { timeout: 60_000 }, async () => {
    const scene = await setScene();
    const writing = write(scene, 20);
    await scene.database.kill();
    await writing;
    await expectAway(scene);
    await scene.database.start();
    await expectBack(scene);
  });

  test('is paused and goes on', { timeout: 60_000 }, async () => {
    const scene = await setScene();
    scene.database.pause();
    await expectAway(scene);
    // The database is known to be down, so requests do not wait for it.
    await expectAway(scene);
    scene.database.resume();
    await expectBack(scene);
  });

  test('ends its connections again and again', { timeout: 60_000 }, async () => {
    const scene = await setScene();
    for (let round = 0; round < 5; round += 1) {
      const writing = write(scene, 20);
      await scene.database.cutConnections();
      await writing;
    }
    await expectBack(scene);
  });

  test('is away when it starts: it says where it looked, and no password', async () => {
    await expect(start('postgres://ann:hunter2@127.0.0.1:1/shop')).rejects.toThrow(
      'PostgreSQL at 127.0.0.1:1, database shop cannot be used: connect ECONNREFUSED 127.0.0.1:1. Is it running, and is SVC_DATABASE_URL right?',
    );
  });

  test('is not there when it starts: it says to make it', async () => {
    const address = new URL(await fresh());
    address.pathname = '/svc_no_such_database';
    await expect(start(address.href)).rejects.toThrow(
      'database "svc_no_such_database" does not exist. Create it first, for instance with createdb, or fix its name in the address.',
    );
  });
});

describePostgres('a PostgreSQL whose certificate is not trusted', () => {
  test('is unavailable, and nobody hears of the server', async () => {
    const { url } = await startOwnPostgres({ certificate: ownCertificate() });
    const driver = await createPostgresDriver({ url: `${url}?sslmode=verify-full` });
    onTestFinished(() => driver.close());
    await expect(driver.get('SELECT 1 AS one', [])).rejects.toMatchObject({
      ...{ status: 503, code: 'UNAVAILABLE', retryAfter: 30 },
      message: 'The certificate of the database is not trusted.',
    });
  });
});
