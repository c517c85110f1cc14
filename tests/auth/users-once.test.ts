/** `Idempotency-Key` on `POST /api/users`: docs/spec/contract.md#idempotency. */
import { expect, test } from 'vitest';
import {
  type AuthClient,
  type AuthServer,
  password,
  type Sent,
  startAuthServer,
} from '../support/auth-server.js';

const ada = { email: 'ada@example.com', name: 'Ada', role: 'author', password };

async function open(): Promise<{ readonly server: AuthServer; readonly chief: AuthClient }> {
  const server = await startAuthServer();
  return { server, chief: await server.signedIn() };
}

function create(client: AuthClient, body: object, key: string): Promise<Sent> {
  return client.send('POST', '/api/users', body, { 'idempotency-key': key });
}

test('a creation that is sent again gets the same account, and makes none', async () => {
  const { server, chief } = await open();
  const first = await create(chief, ada, 'a');
  expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
  const again = await create(chief, ada, 'a');
  expect([again.status, again.body]).toEqual([201, first.body]);
  for (const name of ['etag', 'location']) expect(again.headers.get(name)).toBe(first.headers.get(name));
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  const { driver } = server.services;
  const created = await driver.all(`SELECT "userId" FROM "_svc_audit_log" WHERE "type" = 'user.created'`, []);
  expect(created).toHaveLength(1);
  expect((await (await server.signedIn(ada.email)).get('/api/auth/me')).status).toBe(200);
});

test('of three at the same time one makes the account, and all get it', async () => {
  const { chief } = await open();
  const results = await Promise.all([1, 2, 3].map(() => create(chief, ada, 'same')));
  expect(results.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(results.map(({ body }) => body.id)).size).toBe(1);
});

test('the same key with another body is refused, also where only the password differs', async () => {
  const { chief } = await open();
  await create(chief, ada, 'a');
  for (const other of [
    { ...ada, name: 'Eve' },
    { ...ada, password: 'Another-Horse-3-Battery' },
  ]) {
    const { status, body } = await create(chief, other, 'a');
    expect([status, body.details[0].reason]).toEqual([409, 'idempotencyKey.otherRequest']);
  }
});

test('what was refused is not kept, and a malformed key is refused', async () => {
  const { chief } = await open();
  expect((await create(chief, { ...ada, password: 'short' }, 'a')).status).toBe(400);
  expect((await create(chief, ada, 'a')).status).toBe(201);
  expect((await create(chief, ada, 'b')).status).toBe(409);
  expect((await create(chief, { ...ada, email: 'b@example.com' }, 'a b')).body.details[0].reason).toBe(
    'idempotencyKey.malformed',
  );
});

test('a replay needs the right to create', async () => {
  const { server, chief } = await open();
  const { id } = await server.addUser('second@example.com', { role: 'admin' });
  const admin = await server.signedIn('second@example.com');
  const { status, body } = await create(admin, ada, 'a');
  expect(status).toBe(201);
  await chief.send('PATCH', `/api/users/${id}`, { role: 'author' });
  const refused = await create(admin, ada, 'a');
  expect(refused.status).toBe(403);
  expect(JSON.stringify(refused.body)).not.toContain(body.id);
});
