/**
 * What clients see while the session store is down, does not respond, or is back. The tests start their own
 * stores.
 */
import { expect, test } from 'vitest';
import { redisSessions, type SessionsConfig } from '../../runtime/config/auth-config.js';
import { postgres, postgresSessions } from '../../runtime/config/database-config.js';
import {
  type AuthClient,
  type AuthServer,
  adminEmail,
  password,
  type Sent,
  startAuthServer,
} from '../support/auth-server.js';
import { answerWithin, backWithin } from '../support/fault-bounds.js';
import { startOwnPostgres } from '../support/own-postgres.js';
import { startOwnRedis } from '../support/own-redis.js';
import { describePostgres, describeRedis } from '../support/services.js';

/** A store that can be stopped. */
interface FrailServer {
  readonly url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  cutConnections(): Promise<void>;
}

interface Scene {
  readonly server: AuthServer;
  readonly ann: AuthClient;
  readonly key: string;
}

async function setScene(sessions: SessionsConfig): Promise<Scene> {
  const server = await startAuthServer({ auth: { sessions } });
  const ann = await server.signedIn();
  const { body } = await ann.post('/api/auth/api-keys', { name: 'ci', role: 'editor' });
  expect((await ann.get('/api/auth/me')).status).toBe(200);
  return { server, ann, key: body.key };
}

interface Timed extends Sent {
  readonly milliseconds: number;
}

async function timed(request: Promise<Sent>): Promise<Timed> {
  const start = performance.now();
  const answer = await request;
  return { ...answer, milliseconds: performance.now() - start };
}

/**
 * Expects requests with a session to fail at once with 503: neither admitted nor treated as anonymous.
 * Requests that need no session still succeed.
 */
async function expectAway({ server, ann, key }: Scene): Promise<void> {
  const login = { email: adminEmail, password };
  const stranger = server.client();
  const withSession = [
    ann.get('/api/auth/me'),
    ann.get('/api/posts'),
    ann.post('/api/posts', { title: 'lost' }),
    ann.post('/api/auth/refresh'),
    ann.delete('/api/auth/sessions'),
    stranger.post('/api/auth/login', login),
    stranger.get('/health/ready'),
  ].map(timed);
  for (const answer of await Promise.all(withSession)) {
    expect([answer.status, answer.body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.milliseconds).toBeLessThan(answerWithin);
    expect(answer.cookies).toEqual([]);
  }
  const without = [
    stranger.get('/api/posts'),
    stranger.get('/api/posts', { 'x-api-key': key }),
    stranger.post('/api/posts', { title: 'kept' }, { 'x-api-key': key }),
    stranger.get('/health/live'),
  ].map(timed);
  for (const answer of await Promise.all(without)) {
    expect(answer.status).toBeLessThan(300);
    expect(answer.milliseconds).toBeLessThan(answerWithin);
  }
}

async function expectBack({ server, ann }: Scene): Promise<void> {
  // Two requests, since a server may have two instances.
  const ready = async (): Promise<number> => {
    const stranger = server.client();
    const answers = [await stranger.get('/health/ready'), await stranger.get('/health/ready')];
    return Math.max(...answers.map(({ status }) => status));
  };
  await expect.poll(ready, { timeout: backWithin, interval: 50 }).toBe(200);
  expect((await ann.get('/api/auth/me')).status).toBe(200);
  expect((await server.signedIn()).jar.size).toBe(2);
}

function describeIssues(
  start: () => Promise<{ readonly frail: FrailServer; readonly sessions: SessionsConfig }>,
): void {
  test('killed and started again', async () => {
    const { frail, sessions } = await start();
    const scene = await setScene(sessions);
    const gone = await scene.server.signedIn();
    expect((await gone.post('/api/auth/logout')).status).toBe(200);
    await frail.kill();
    await expectAway(scene);
    await frail.start();
    await expectBack(scene);
    expect(scene.server.log.join('')).not.toContain('svc_session=');
  });

  test('paused and resumed', async () => {
    const { frail, sessions } = await start();
    const scene = await setScene(sessions);
    frail.pause();
    await expectAway(scene);
    await expectAway(scene);
    frail.resume();
    await expectBack(scene);
  });

  test('cut off from its clients', async () => {
    const { frail, sessions } = await start();
    const scene = await setScene(sessions);
    for (let round = 0; round < 5; round += 1) {
      await frail.cutConnections();
      await expectBack(scene);
    }
  });

  test('away when the service starts', async () => {
    const { frail, sessions } = await start();
    await frail.kill();
    const server = await startAuthServer({ auth: { sessions } });
    const stranger = server.client();
    expect((await stranger.get('/health/ready')).status).toBe(503);
    expect((await stranger.get('/api/posts')).status).toBe(200);
    expect((await stranger.post('/api/auth/login', { email: adminEmail, password })).status).toBe(503);
    expect(server.log.filter((line) => line.includes('sessions cannot be reached'))).toHaveLength(1);
    await frail.start();
    await expectBack({ server, ann: await readyClient(server), key: '' });
  });

  test('a revocation holds over a restart of the store and of the service', async () => {
    const { frail, sessions } = await start();
    const { server, ann } = await setScene(sessions);
    const other = await server.signedIn();
    expect((await ann.delete('/api/auth/sessions')).body.revoked).toBe(1);
    await frail.kill();
    await frail.start();
    const beside = await startAuthServer({ beside: server, auth: { sessions } });
    const again = beside.client();
    for (const [name, value] of other.jar) again.jar.set(name, value);
    await expect
      .poll(async () => (await again.get('/api/auth/me')).status, { timeout: backWithin })
      .toBe(401);
    expect((await again.post('/api/auth/refresh')).status).toBe(401);
  });
}

async function readyClient(server: AuthServer): Promise<AuthClient> {
  const login = async (): Promise<AuthClient | null> => server.signedIn().catch(() => null);
  await expect.poll(login, { timeout: backWithin, interval: 50 }).not.toBeNull();
  return server.signedIn();
}

describeRedis('sessions on a Redis that fails', () => {
  describeIssues(async () => {
    const frail = await startOwnRedis();
    return { frail, sessions: redisSessions({ url: frail.url }) };
  });

  test('one that asks for a password, and gets the wrong one, is said to', async () => {
    const frail = await startOwnRedis('--requirepass', 'open-sesame');
    const url = frail.url.replace('//', '//:hunter2@');
    const server = await startAuthServer({ auth: { sessions: redisSessions({ url }) } });
    expect((await server.client().get('/health/ready')).status).toBe(503);
    const [line = ''] = server.log.filter((each) => each.includes('sessions cannot be reached'));
    expect(line).toContain('WRONGPASS');
    expect(server.log.join('')).not.toContain('hunter2');
  });
});

describePostgres('sessions on a PostgreSQL that fails', () => {
  describeIssues(async () => {
    const frail = await startOwnPostgres();
    return { frail, sessions: postgresSessions({ db: postgres({ url: frail.url }) }) };
  });
});
