import { expect, test } from 'vitest';
import { isKey, keyHash, keyPrefix, makeKey } from '../../runtime/auth/api-keys/key-text.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import {
  type AuthServer,
  adminEmail,
  day,
  minute,
  type Sent,
  startAuthServer,
} from '../support/auth-server.js';
import { type PatchingClient, patching } from './support/patching.js';
import { openUsers } from './support/user-database.js';

const path = '/api/auth/api-keys';
const year = 365 * day;
const stranger = '00000000-0000-7000-8000-000000000000';

function outcome({ status, body }: Sent): readonly [number, string | undefined] {
  return [status, body.code];
}

async function withAdmin(config: Partial<ServiceConfig> = {}): Promise<{
  readonly server: AuthServer;
  readonly root: PatchingClient;
  readonly admin: PatchingClient;
  readonly machine: PatchingClient;
}> {
  const server = await startAuthServer({ config });
  await server.addUser('ada@example.com', { role: 'admin' });
  return {
    server,
    root: patching(await server.signedIn()),
    admin: patching(await server.signedIn('ada@example.com')),
    machine: patching(server.client()),
  };
}

async function me(machine: PatchingClient, key: string): Promise<Sent> {
  return machine.get('/api/auth/me', { 'x-api-key': key });
}

test('a key has its shape, 256 random bits, and a checksum over them', () => {
  const keys = Array.from({ length: 500 }, makeKey);
  for (const key of keys) {
    expect(key).toMatch(/^svc_sec_[0-9A-Za-z]{49}$/);
    expect(isKey(key)).toBe(true);
  }
  expect(new Set(keys).size).toBe(500);
  const [key = ''] = keys;
  const wrong = [
    `${key}\n`,
    ` ${key}`,
    key.slice(0, -1),
    `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`,
    `${key.slice(0, 20)}${key[20] === 'a' ? 'b' : 'a'}${key.slice(21)}`,
    key.toUpperCase(),
    '',
  ];
  expect(wrong.filter(isKey)).toEqual([]);
  expect(keyPrefix(key)).toBe(key.slice(0, 12));
  expect(keyHash(key)).not.toContain(key.slice(8, 20));
});

test('every character is as likely as any other', () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < 2000; round += 1) {
    for (const character of makeKey().slice(8, 51)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  // 86,000 characters, about 1,387 of each; six standard deviations are 222.
  expect(counts.size).toBe(62);
  expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThan(450);
});

test('a key that fails its checksum never reaches the database', async () => {
  const database = await openUsers();
  const { key } = await database.apiKeys.create(database.driver, {
    ...{ name: 'k', role: 'admin', scopes: null, expiresAt: null, createdBy: null },
  });
  await database.driver.close();
  expect(
    await database.apiKeys.authenticate(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`),
  ).toBeNull();
  await expect(database.apiKeys.authenticate(key)).rejects.toThrow();
});

test('the answer shows the key once; it works in both headers, and lasts a year', async () => {
  const { server, admin, machine } = await withAdmin();
  const made = await admin.post(path, { name: ' Deploy ', role: 'editor' });
  expect(made.status).toBe(201);
  expect(made.headers.get('cache-control')).toBe('no-store');
  const { id } = (await admin.get('/api/auth/me')).body.user;
  const { apiKey, key } = made.body;
  expect(made.headers.get('location')).toBe(`${path}/${apiKey.id}`);
  expect(apiKey).toEqual({
    id: expect.any(String),
    name: 'Deploy',
    prefix: key.slice(0, 12),
    role: 'editor',
    scopes: null,
    expiresAt: new Date(server.time.now + year).toISOString(),
    lastUsedAt: null,
    createdAt: new Date(server.time.now).toISOString(),
    createdBy: id,
    disabled: false,
  });
  const shown = { user: null, apiKey: { id: apiKey.id, name: 'Deploy', role: 'editor', scopes: null } };
  expect((await me(machine, key)).body).toEqual(shown);
  expect((await machine.get('/api/auth/me', { authorization: `Bearer ${key}` })).body).toEqual(shown);

  const list = await admin.get(path);
  expect(list.headers.get('cache-control')).toBe('no-store');
  expect(list.body).toMatchObject({ totalDocs: 1, page: 1, totalPages: 1, hasNextPage: false });
  expect((await admin.get(`${path}/${apiKey.id}`)).body).toEqual({ apiKey: list.body.docs[0] });
  expect(JSON.stringify(list.body)).not.toContain(key.slice(12));
  expect(JSON.stringify(list.body)).not.toContain(keyHash(key));
});

test('a key is neither in the log nor in the database, and not taken from an address or a body', async () => {
  const { server, admin, machine } = await withAdmin();
  const { key, apiKey } = (await admin.post(path, { name: 'k', role: 'admin' })).body;
  await me(machine, key);
  await me(machine, `${key}x`);
  for (const name of ['apiKey', 'api_key', 'key', 'access_token', 'token']) {
    const answer = await machine.get(`/api/users?${name}=${key}`);
    expect(outcome(answer)).toEqual([401, 'UNAUTHENTICATED']);
  }
  expect(outcome(await machine.post('/api/users/query', { apiKey: key }))).toEqual([401, 'UNAUTHENTICATED']);
  await admin.post(`${path}/${apiKey.id}/rotate`);
  await admin.delete(`${path}/${apiKey.id}`);
  expect(server.log.length).toBeGreaterThan(5);
  expect(server.log.join('\n')).not.toContain(key.slice(12));
  const rows = await server.services.driver.all('SELECT * FROM "_svc_api_keys"', []);
  const audit = await server.services.audit.list({
    ...{ type: null, userId: null, from: null, to: null, page: 1, limit: 100 },
  });
  expect(JSON.stringify([rows, audit])).not.toContain(key.slice(12));
});

test('only administrators with a session handle keys', async () => {
  const { server, root, machine } = await withAdmin();
  await server.addUser('ed@example.com', { role: 'editor' });
  const editor = await server.signedIn('ed@example.com');
  const { apiKey, key } = (await root.post(path, { name: 'k', role: 'super_admin' })).body;
  const calls = (client: PatchingClient, headers = {}): readonly Promise<Sent>[] => [
    client.get(path, headers),
    client.post(path, { name: 'x', role: 'customer' }, headers),
    client.post(path, '{', headers),
    client.get(`${path}/${apiKey.id}`, headers),
    client.patch(`${path}/${apiKey.id}`, { disabled: true }, headers),
    client.post(`${path}/${apiKey.id}/rotate`, {}, headers),
    client.delete(`${path}/${apiKey.id}`, headers),
  ];
  for (const answer of await Promise.all(calls(machine)))
    expect(outcome(answer)).toEqual([401, 'UNAUTHENTICATED']);
  for (const answer of await Promise.all(calls(patching(editor))))
    expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
  for (const answer of await Promise.all(calls(machine, { 'x-api-key': key }))) {
    expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
  }
  expect((await me(machine, key)).status).toBe(200);
});

test('a key gets a role or scopes, which exist, and a future', async () => {
  const { admin, server } = await withAdmin();
  const refused: readonly (readonly [object, string])[] = [
    [{ name: 'k' }, 'role'],
    [{ name: 'k', role: null, scopes: null }, 'role'],
    [{ name: 'k', role: 'editor', scopes: ['posts:read'] }, 'role'],
    [{ name: 'k', role: 'king' }, 'role'],
    [{ name: 'k', role: '__proto__' }, 'role'],
    [{ name: 'k', role: 7 }, 'role'],
    [{ role: 'editor' }, 'name'],
    [{ name: '  ', role: 'editor' }, 'name'],
    [{ name: 'a\nb', role: 'editor' }, 'name'],
    [{ name: 'x'.repeat(201), role: 'editor' }, 'name'],
    [{ name: 'k', scopes: [] }, 'scopes'],
    [{ name: 'k', scopes: 'posts:read' }, 'scopes'],
    [{ name: 'k', scopes: ['nonsense:read'] }, 'scopes.0'],
    [{ name: 'k', scopes: ['posts:read', 'posts:fly'] }, 'scopes.1'],
    [{ name: 'k', scopes: ['users:read'] }, 'scopes.0'],
    [{ name: 'k', scopes: ['__proto__:read'] }, 'scopes.0'],
    [{ name: 'k', role: 'editor', expiresAt: new Date(server.time.now).toISOString() }, 'expiresAt'],
    [{ name: 'k', role: 'editor', expiresAt: '2026-11-20' }, 'expiresAt'],
    [{ name: 'k', role: 'editor', expiresAt: 4_000_000_000_000 }, 'expiresAt'],
    [{ name: 'k', role: 'editor', createdBy: stranger }, 'createdBy'],
    [{ name: 'k', role: 'editor', id: stranger }, 'id'],
    [{ name: 'k', role: 'editor', hash: 'x' }, 'hash'],
  ];
  for (const [body, place] of refused) {
    const answer = await admin.post(path, body);
    expect([...outcome(answer), answer.body.details?.[0].path]).toEqual([400, 'BAD_USER_INPUT', place]);
  }
  expect((await admin.get(path)).body.totalDocs).toBe(0);
  const forever = await admin.post(path, { name: 'k', role: 'editor', expiresAt: null });
  expect(forever.body.apiKey.expiresAt).toBeNull();
});

const guarded: Partial<ServiceConfig> = {
  collections: [
    { slug: 'posts', drafts: false, fields: [{ name: 'title', type: 'text' }] },
    {
      slug: 'secrets',
      drafts: false,
      access: { read: ['admin', 'super_admin'], create: ['super_admin'], update: () => true },
      fields: [{ name: 'title', type: 'text' }],
    },
  ],
};

test('nobody gives a key more than they may do themselves', async () => {
  const { root, admin } = await withAdmin(guarded);
  const beyond = [
    { role: 'super_admin' },
    { scopes: ['secrets:create'] },
    { scopes: ['secrets:update'] },
    { scopes: ['*:*'] },
  ];
  for (const grant of beyond) {
    expect(outcome(await admin.post(path, { name: 'k', ...grant }))).toEqual([403, 'FORBIDDEN']);
    expect((await root.post(path, { name: 'k', ...grant })).status).toBe(201);
  }
  for (const grant of [{ role: 'admin' }, { scopes: ['secrets:read', 'posts:*'] }, { scopes: ['*:read'] }]) {
    expect((await admin.post(path, { name: 'k', ...grant })).status).toBe(201);
  }
});

test('a key falls with its creator: by demotion to their role, by deletion at once', async () => {
  const { server, root, admin, machine } = await withAdmin(guarded);
  const { id } = (await admin.get('/api/auth/me')).body.user;
  const roleKey = (await admin.post(path, { name: 'r', role: 'admin' })).body.key;
  const scopeKey = (await admin.post(path, { name: 's', scopes: ['secrets:read', 'posts:read'] })).body.key;
  const statuses = async (): Promise<readonly number[]> =>
    Promise.all(
      [roleKey, scopeKey].flatMap((key) =>
        ['/api/secrets', '/api/posts'].map(
          async (one) => (await machine.get(one, { 'x-api-key': key })).status,
        ),
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  await root.patch(`/api/users/${id}`, { role: 'editor' });
  expect(await statuses()).toEqual([403, 200, 403, 200]);
  expect((await me(machine, roleKey)).body.apiKey.role).toBe('editor');
  await root.patch(`/api/users/${id}`, { role: 'super_admin' });
  expect((await me(machine, roleKey)).body.apiKey.role).toBe('admin');
  await root.delete(`/api/users/${id}`);
  expect(await statuses()).toEqual([401, 401, 401, 401]);
  expect(server.log.join('\n')).not.toContain(roleKey);
});

test('a key ends with its time, when it is disabled, and when it is revoked', async () => {
  const { server, admin, machine } = await withAdmin();
  const soon = new Date(server.time.now + minute).toISOString();
  const { apiKey, key } = (await admin.post(path, { name: 'k', role: 'admin', expiresAt: soon })).body;
  const one = `${path}/${apiKey.id}`;
  expect((await admin.patch(one, { disabled: true })).body.apiKey).toMatchObject({ disabled: true });
  expect(outcome(await me(machine, key))).toEqual([401, 'UNAUTHENTICATED']);
  expect(outcome(await admin.post(`${one}/rotate`, {}))).toEqual([409, 'CONFLICT']);
  expect((await admin.patch(one, { disabled: false, name: 'again' })).body.apiKey.name).toBe('again');
  expect((await me(machine, key)).status).toBe(200);

  server.time.now += minute;
  expect(outcome(await me(machine, key))).toEqual([401, 'UNAUTHENTICATED']);
  expect(outcome(await admin.post(`${one}/rotate`, {}))).toEqual([409, 'CONFLICT']);
  expect((await admin.patch(one, { expiresAt: null })).body.apiKey.expiresAt).toBeNull();
  expect((await me(machine, key)).status).toBe(200);
  expect((await admin.delete(one)).body).toEqual({ message: `The API key ${apiKey.id} is revoked.` });
  expect(outcome(await me(machine, key))).toEqual([401, 'UNAUTHENTICATED']);
  expect(outcome(await admin.delete(one))).toEqual([404, 'NOT_FOUND']);
});

test('a change that makes a key stronger follows the rules of making one', async () => {
  const { server, root, admin } = await withAdmin(guarded);
  const { id } = (await admin.get('/api/auth/me')).body.user;
  const scoped = `${path}/${(await admin.post(path, { name: 's', scopes: ['posts:read'] })).body.apiKey.id}`;
  expect(outcome(await admin.patch(scoped, { scopes: ['secrets:create'] }))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await admin.patch(scoped, { scopes: [] }))).toEqual([400, 'BAD_USER_INPUT']);
  expect(outcome(await admin.patch(scoped, { role: 'admin' }))).toEqual([400, 'BAD_USER_INPUT']);
  expect((await admin.patch(scoped, { scopes: ['posts:*'] })).body.apiKey.scopes).toEqual(['posts:*']);
  const past = new Date(server.time.now - 1).toISOString();
  expect(outcome(await admin.patch(scoped, { expiresAt: past }))).toEqual([400, 'BAD_USER_INPUT']);

  await root.patch(`/api/users/${id}`, { role: 'super_admin' });
  const strong = `${path}/${(await admin.post(path, { name: 'r', role: 'super_admin' })).body.apiKey.id}`;
  expect(outcome(await admin.patch(strong, { scopes: ['posts:read'] }))).toEqual([400, 'BAD_USER_INPUT']);
  await root.patch(`/api/users/${id}`, { role: 'admin' });
  expect(outcome(await admin.patch(strong, { expiresAt: null }))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await admin.post(`${strong}/rotate`, {}))).toEqual([403, 'FORBIDDEN']);
  expect((await admin.patch(strong, { disabled: true })).status).toBe(200);
  expect(outcome(await admin.patch(strong, { disabled: false }))).toEqual([403, 'FORBIDDEN']);
});

test("somebody else's key does not exist, but a super_admin sees all", async () => {
  const { server, root, admin } = await withAdmin();
  await server.addUser('bob@example.com', { role: 'admin' });
  const bob = patching(await server.signedIn('bob@example.com'));
  const { apiKey } = (await admin.post(path, { name: 'k', role: 'admin' })).body;
  const one = `${path}/${apiKey.id}`;
  const unknown = `${path}/${stranger}`;
  for (const id of [one, unknown, `${path}/nonsense`]) {
    const answers = [
      await bob.get(id),
      await bob.patch(id, { disabled: true }),
      await bob.patch(id, '{'),
      await bob.post(`${id}/rotate`, {}),
      await bob.delete(id),
    ];
    expect(answers.map(outcome)).toEqual(answers.map(() => [404, 'NOT_FOUND']));
  }
  expect((await bob.get(path)).body.docs).toEqual([]);
  expect((await root.get(path)).body.docs).toEqual([apiKey]);
  expect((await root.get(one)).body.apiKey).toEqual(apiKey);
  expect((await root.patch(one, { name: 'seen' })).body.apiKey.createdBy).toBe(apiKey.createdBy);
  expect((await root.delete(one)).status).toBe(200);
});

test('rotation makes a new key, and the old one ends after the overlap', async () => {
  const { server, admin, machine } = await withAdmin();
  const old = (await admin.post(path, { name: 'k', role: 'editor' })).body;
  const one = `${path}/${old.apiKey.id}`;
  for (const overlapSeconds of [-1, 86_401, 1.5, '60']) {
    expect(outcome(await admin.post(`${one}/rotate`, { overlapSeconds }))).toEqual([400, 'BAD_USER_INPUT']);
  }
  server.time.now += 10 * minute;
  const rotated = await admin.post(`${one}/rotate`, { overlapSeconds: 60 });
  expect(rotated.status).toBe(201);
  expect(rotated.body.apiKey).toEqual({
    ...old.apiKey,
    id: expect.not.stringMatching(old.apiKey.id),
    prefix: rotated.body.key.slice(0, 12),
    createdAt: new Date(server.time.now).toISOString(),
    expiresAt: new Date(server.time.now + year).toISOString(),
  });
  expect((await me(machine, old.key)).status).toBe(200);
  expect((await me(machine, rotated.body.key)).status).toBe(200);
  expect(outcome(await admin.patch(one, { expiresAt: null }))).toEqual([400, 'BAD_USER_INPUT']);
  server.time.now += minute;
  expect(outcome(await me(machine, old.key))).toEqual([401, 'UNAUTHENTICATED']);
  expect((await me(machine, rotated.body.key)).status).toBe(200);

  const again = await admin.post(`${path}/${rotated.body.apiKey.id}/rotate`);
  expect(again.status).toBe(201);
  expect(outcome(await me(machine, rotated.body.key))).toEqual([401, 'UNAUTHENTICATED']);
});

test('of five rotations at once one succeeds', async () => {
  const { admin } = await withAdmin();
  const { apiKey } = (await admin.post(path, { name: 'k', role: 'editor' })).body;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => admin.post(`${path}/${apiKey.id}/rotate`, { overlapSeconds: 60 })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  expect((await admin.get(path)).body.totalDocs).toBe(2);
});

test('the last use is written at most once a minute', async () => {
  const { server, admin, machine } = await withAdmin();
  const { apiKey, key } = (await admin.post(path, { name: 'k', role: 'editor' })).body;
  const lastUsedAt = async (): Promise<string> =>
    (await admin.get(`${path}/${apiKey.id}`)).body.apiKey.lastUsedAt;
  const first = new Date(server.time.now).toISOString();
  await me(machine, key);
  await expect.poll(lastUsedAt).toBe(first);
  server.time.now += minute - 1;
  await me(machine, key);
  // A write of `lastUsedAt` would have been queued before the write of this change.
  await admin.patch(`${path}/${apiKey.id}`, { name: 'other' });
  expect(await lastUsedAt()).toBe(first);
  server.time.now += 1;
  await me(machine, key);
  await expect.poll(lastUsedAt).toBe(new Date(server.time.now).toISOString());
});

test('lists are paged, newest first', async () => {
  const { server, admin } = await withAdmin();
  for (const name of ['a', 'b', 'c']) {
    server.time.now += 1000;
    await admin.post(path, { name, role: 'editor' });
  }
  const names = (answer: Sent): readonly string[] =>
    answer.body.docs.map((one: { name: string }) => one.name);
  const page = await admin.get(`${path}?limit=2`);
  expect([names(page), page.body.totalDocs, page.body.hasNextPage]).toEqual([['c', 'b'], 3, true]);
  const next = await admin.get(`${path}?limit=2&page=2`);
  expect([names(next), next.body.hasPrevPage, next.body.hasNextPage]).toEqual([['a'], true, false]);
  expect((await admin.get(`${path}?limit=0`)).body).toMatchObject({ docs: [], totalDocs: 3, totalPages: 0 });
  for (const search of [
    '?limit=-1',
    '?limit=1001',
    '?page=0',
    '?page=x',
    '?nonsense=1',
    '?page=',
    '?page=1&page=2',
  ]) {
    expect(outcome(await admin.get(`${path}${search}`))).toEqual([400, 'BAD_USER_INPUT']);
  }
});

test('making, rotating and revoking are in the audit log, by ids alone', async () => {
  const { server, admin } = await withAdmin();
  const { id } = (await admin.get('/api/auth/me')).body.user;
  const { apiKey } = (await admin.post(path, { name: 'k', role: 'editor' })).body;
  const rotated = (await admin.post(`${path}/${apiKey.id}/rotate`)).body.apiKey;
  await admin.delete(`${path}/${rotated.id}`);
  const { entries } = await server.services.audit.list({
    ...{ type: null, userId: id, from: null, to: null, page: 1, limit: 100 },
  });
  const about = entries.filter(({ type }) => type.startsWith('apikey.'));
  expect(about.map(({ type, actorId, reason }) => [type, actorId, reason]).sort()).toEqual([
    ['apikey.created', id, apiKey.id],
    ['apikey.revoked', id, rotated.id],
    ['apikey.rotated', id, `${apiKey.id} to ${rotated.id}`],
  ]);
});

test('a key of the command line has nobody behind it, and its full rights', async () => {
  const { server, root, machine } = await withAdmin();
  const { driver, apiKeys } = server.services;
  const { key, record } = await driver.transaction((connection) =>
    apiKeys.create(connection, {
      ...{ name: 'cli', role: 'super_admin', scopes: null, expiresAt: null, createdBy: null },
    }),
  );
  expect((await me(machine, key)).body.apiKey.role).toBe('super_admin');
  expect((await machine.get('/api/users', { 'x-api-key': key })).body.docs[0].email).not.toBe(adminEmail);
  expect((await root.get(`${path}/${record.id}`)).body.apiKey.createdBy).toBeNull();
});

test('an Idempotency-Key has no meaning for accounts: each request is done', async () => {
  const { admin } = await withAdmin();
  const headers = { 'idempotency-key': 'same' };
  const [first, second] = [
    await admin.post(path, { name: 'k', role: 'editor' }, headers),
    await admin.post(path, { name: 'k', role: 'editor' }, headers),
  ];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.apiKey.id).not.toBe(first.body.apiKey.id);
  expect(second.headers.get('idempotency-replayed')).toBeNull();
});
