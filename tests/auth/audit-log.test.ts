import { expect, test } from 'vitest';
import { capabilities } from '../../runtime/capabilities/index.js';
import { type AuthClient, adminEmail, day, hour, password, startAuthServer } from '../support/auth-server.js';

const path = '/api/auth/audit-log';

async function typesOf(client: AuthClient, search = ''): Promise<readonly string[]> {
  const { status, body } = await client.get(`${path}${search}`);
  expect(status).toBe(200);
  return body.docs.map(({ type }: { type: string }) => type);
}

test('the log is a list like any other, newest first', async () => {
  const server = await startAuthServer();
  await server
    .client()
    .post('/api/auth/login', { email: 'ada@example.com', password: 'Secret-Typed-4-Name' });
  const client = await server.signedIn();
  const { status, body } = await client.get(path, { 'x-request-id': 'own-id' });
  const { user, session } = (await client.get('/api/auth/me')).body;
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      docs: [
        {
          id: expect.any(String),
          at: '2026-11-21T00:00:00.000Z',
          type: 'login.success',
          outcome: 'success',
          userId: user.id,
          actorId: user.id,
          emailHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          ip: '127.0.0.1',
          userAgent: 'node',
          sessionId: session.id,
          requestId: expect.any(String),
          reason: null,
        },
        expect.objectContaining({ type: 'login.failure', outcome: 'failure', userId: null, actorId: null }),
      ],
      totalDocs: 2,
      page: 1,
      totalPages: 1,
      hasNextPage: false,
      hasPrevPage: false,
    },
  });
  expect(JSON.stringify(body)).not.toMatch(/example\.com|Secret-Typed/);
});

test('filters and pages', async () => {
  const server = await startAuthServer();
  const { id } = await server.addUser('ada@example.com');
  const client = await server.signedIn();
  server.time.now += day;
  const ada = await server.signedIn('ada@example.com');
  // Entries of two instances have no defined order within one millisecond.
  server.time.now += 1;
  await ada.post('/api/auth/logout');
  await client.post('/api/auth/refresh');
  expect(await typesOf(client, '?type=logout')).toEqual(['logout']);
  expect(await typesOf(client, `?userId=${id}`)).toEqual(['logout', 'login.success']);
  expect(await typesOf(client, '?userId=nobody')).toEqual([]);
  expect(await typesOf(client, '?from=2026-11-22')).toEqual(['logout', 'login.success']);
  expect(await typesOf(client, '?to=2026-11-21')).toEqual(['login.success']);
  expect(await typesOf(client, '?from=2026-11-22T01:00:00%2B01:00')).toEqual(['logout', 'login.success']);
  const { body } = await client.get(`${path}?limit=1&page=2`);
  expect(body).toMatchObject({
    docs: [{ type: 'login.success', userId: id }],
    totalDocs: 3,
    page: 2,
    totalPages: 3,
    hasNextPage: true,
    hasPrevPage: true,
  });
  expect((await client.get(`${path}?limit=0`)).body).toMatchObject({ docs: [], totalDocs: 3, totalPages: 0 });
});

test.each([
  'type=nonsense',
  'type=',
  'from=yesterday',
  'from=2026-02-30',
  'from=2026-13-01',
  'from=1',
  'to=2026-11-21T25:00:00Z',
  'to=2026-11-21T10:00:00',
  'page=0',
  'limit=1001',
  'limit=x',
  'actor=1',
  'type=logout&type=logout',
])('a query with a fault is 400: %s', async (search) => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const { status, body } = await client.get(`${path}?${search}`);
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_USER_INPUT' });
  expect(body.details).toHaveLength(1);
});

test('administrators read it, others do not, and nobody writes it', async () => {
  const server = await startAuthServer();
  await server.addUser('boss@example.com', { role: 'admin' });
  await server.addUser('ada@example.com', { role: 'editor' });
  expect((await (await server.signedIn('boss@example.com')).get(path)).status).toBe(200);
  const ada = await server.signedIn('ada@example.com');
  // Access is checked before anything else is validated.
  expect((await ada.get(`${path}?type=nonsense`)).status).toBe(403);
  expect((await ada.delete(path)).status).toBe(405);
});

test('refusals of one actor are noted once a second', async () => {
  const server = await startAuthServer();
  await server.addUser('ada@example.com');
  const [ada, admin] = [await server.signedIn('ada@example.com'), await server.signedIn()];
  for (let time = 1; time <= 5; time += 1) await ada.get(path);
  const denied = () => typesOf(admin, '?type=access.denied');
  await expect.poll(denied).toHaveLength(1);
  server.time.now += 1000;
  await ada.get(path);
  await expect.poll(denied).toHaveLength(2);
});

test('entries older than the retention are gone after an hour', async () => {
  const server = await startAuthServer({ auth: { auditRetentionDays: 2 } });
  await server.client().post('/api/auth/login', { email: adminEmail, password: 'wrong' });
  server.time.now += 2 * day + hour;
  expect(await server.services.audit.purge()).toBe(1);
  expect(await typesOf(await server.signedIn())).toEqual(['login.success']);
});

test('what is over is removed when the service starts', async () => {
  const server = await startAuthServer();
  const { audit, driver } = server.services;
  const origin = { ip: null, userAgent: null, requestId: null };
  await audit.record(driver, { type: 'logout', outcome: 'success', origin });
  server.time.now += 31 * day;
  const { startHousekeeping } = await import('../../runtime/auth/housekeeping.js');
  const housekeeping = startHousekeeping({
    services: server.services,
    purges: capabilities.flatMap(({ purge }) => purge ?? []),
    logError: () => undefined,
  });
  await expect
    .poll(async () => Number((await driver.get('SELECT count(*) AS n FROM _svc_audit_log', []))?.['n']))
    .toBe(0);
  await housekeeping.stop();
});

test('no entry and no row holds what somebody typed', async () => {
  const server = await startAuthServer();
  const typed = 'My-Secret-Password-9';
  await server.client().post('/api/auth/login', { email: `${typed}@example.com`, password: typed });
  await server.client().post('/api/auth/login', { email: adminEmail, password });
  const rows = await server.services.driver.all('SELECT * FROM _svc_audit_log', []);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows).toLowerCase()).not.toContain(typed.toLowerCase());
});
