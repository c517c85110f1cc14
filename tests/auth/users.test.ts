import { expect, test } from 'vitest';
import type { UserRecord } from '../../runtime/auth/users/user-store.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { type AuthServer, adminEmail, password, type Sent, startAuthServer } from '../support/auth-server.js';
import { type PatchingClient, patching } from './support/patching.js';

const stranger = '00000000-0000-7000-8000-000000000000';
const newUser = { email: 'new@example.com', password };

/** Starts a server with users of three ranks, each with a session. */
async function withRanks(config: Partial<ServiceConfig> = {}): Promise<{
  readonly server: AuthServer;
  readonly root: PatchingClient;
  readonly admin: PatchingClient;
  readonly customer: PatchingClient;
  readonly users: Readonly<Record<'root' | 'admin' | 'peer' | 'editor' | 'customer', UserRecord>>;
}> {
  const server = await startAuthServer({ config });
  const { users: store, driver } = server.services;
  const root = await store.findByEmail(driver, adminEmail);
  if (root === null) throw new Error('There is no administrator.');
  const users = {
    root,
    admin: await server.addUser('ada@example.com', { role: 'admin' }),
    peer: await server.addUser('peer@example.com', { role: 'admin' }),
    editor: await server.addUser('ed@example.com', { role: 'editor' }),
    customer: await server.addUser('cy@example.com'),
  };
  return {
    server,
    users,
    root: patching(await server.signedIn()),
    admin: patching(await server.signedIn('ada@example.com')),
    customer: patching(await server.signedIn('cy@example.com')),
  };
}

function outcome({ status, body }: Sent): readonly [number, string | undefined] {
  return [status, body.code];
}

function emails({ body }: Sent): readonly string[] {
  return body.docs.map((user: UserRecord) => user.email).sort();
}

test('everybody reads and changes their own record, and nobody else unless they are of higher rank', async () => {
  const { root, admin, customer, users } = await withRanks();
  const own = await customer.get(`/api/users/${users.customer.id}`);
  expect(own.body).toEqual({
    id: users.customer.id,
    createdAt: users.customer.createdAt,
    updatedAt: users.customer.updatedAt,
    _revision: 1,
    email: 'cy@example.com',
    name: null,
    role: 'customer',
    emailVerified: true,
  });
  expect(outcome(await customer.get(`/api/users/${users.editor.id}`))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await customer.get(`/api/users/${stranger}`))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await admin.get(`/api/users/${stranger}`))).toEqual([404, 'NOT_FOUND']);
  expect(outcome(await admin.get('/api/users/nonsense'))).toEqual([404, 'NOT_FOUND']);
  expect(outcome(await admin.get(`/api/users/${users.peer.id}`))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await admin.get(`/api/users/${users.root.id}`))).toEqual([403, 'FORBIDDEN']);
  expect((await admin.get(`/api/users/${users.editor.id}`)).body.email).toBe('ed@example.com');
  expect((await admin.get(`/api/users/${users.admin.id}`)).body.role).toBe('admin');
  expect((await root.get(`/api/users/${users.peer.id}`)).body.role).toBe('admin');

  const changed = await customer.patch(`/api/users/${users.customer.id}`, { name: 'Cy' });
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({ name: 'Cy', role: 'customer', _revision: 2 });
  expect(changed.headers.get('etag')).toBe('"2"');
  expect(outcome(await customer.patch(`/api/users/${users.editor.id}`, { name: 'x' }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
  expect(outcome(await customer.patch(`/api/users/${stranger}`, { name: 'x' }))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await admin.patch(`/api/users/${users.peer.id}`, { name: 'x' }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
  expect((await admin.patch(`/api/users/${users.editor.id}`, { name: 'Ed' })).body.name).toBe('Ed');
});

test('anonymous requests are 401 on every route, whatever they ask for', async () => {
  const { server, users } = await withRanks();
  const nobody = patching(server.client());
  const answers = [
    await nobody.get('/api/users'),
    await nobody.get('/api/users?nonsense=1'),
    await nobody.get(`/api/users/${users.customer.id}`),
    await nobody.get('/api/users/nonsense'),
    await nobody.post('/api/users', newUser),
    await nobody.post('/api/users', '{'),
    await nobody.post('/api/users/query', {}),
    await nobody.patch(`/api/users/${users.customer.id}`, { role: 'admin' }),
    await nobody.delete(`/api/users/${users.customer.id}`),
  ];
  expect(answers.map(outcome)).toEqual(answers.map(() => [401, 'UNAUTHENTICATED']));
});

test('lists show lower ranks and oneself, and take the parameters of collections', async () => {
  const { root, admin, customer } = await withRanks();
  expect(emails(await admin.get('/api/users'))).toEqual([
    'ada@example.com',
    'cy@example.com',
    'ed@example.com',
  ]);
  expect(emails(await root.get('/api/users'))).toHaveLength(5);
  expect(outcome(await customer.get('/api/users'))).toEqual([403, 'FORBIDDEN']);
  const where = encodeURIComponent(JSON.stringify({ role: { in: ['super_admin', 'editor'] } }));
  const filtered = await admin.get(`/api/users?where=${where}&limit=5&sort=email`);
  expect(filtered.body).toMatchObject({ totalDocs: 1, page: 1, docs: [{ email: 'ed@example.com' }] });
  const queried = await admin.post('/api/users/query', { where: { role: 'super_admin' } });
  expect(queried.body).toMatchObject({ totalDocs: 0, docs: [] });
  expect(outcome(await customer.post('/api/users/query', {}))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await admin.get('/api/users?nonsense=1'))).toEqual([400, 'BAD_USER_INPUT']);
  expect((await admin.get('/api/users?cursor=&limit=2&sort=email')).body).toMatchObject({
    hasNextPage: true,
    docs: [{ email: 'ada@example.com' }, { email: 'cy@example.com' }],
  });
});

test('an administrator makes a verified account that can log in', async () => {
  const { server, admin } = await withRanks();
  const made = await admin.post('/api/users', { ...newUser, email: ' New@Example.com ', name: 'New' });
  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({
    email: 'new@example.com',
    name: 'New',
    role: 'customer',
    emailVerified: true,
    _revision: 1,
  });
  expect(made.body).not.toHaveProperty('password');
  expect(made.headers.get('location')).toBe(`/api/users/${made.body.id}`);
  const client = await server.signedIn('new@example.com');
  expect((await client.get('/api/auth/me')).body.user.id).toBe(made.body.id);
});

test('nobody gives a role that is not below their own, but a super_admin gives any', async () => {
  const { root, admin, customer } = await withRanks();
  for (const role of ['admin', 'super_admin']) {
    expect(outcome(await admin.post('/api/users', { ...newUser, role }))).toEqual([403, 'FORBIDDEN']);
  }
  expect(outcome(await customer.post('/api/users', newUser))).toEqual([403, 'FORBIDDEN']);
  expect((await admin.post('/api/users', { ...newUser, role: 'editor' })).body.role).toBe('editor');
  const second = await root.post('/api/users', { ...newUser, email: 's@example.com', role: 'super_admin' });
  expect(second.body.role).toBe('super_admin');
});

test('a new user needs an email, a strong password and a role that exists', async () => {
  const { admin, root } = await withRanks();
  const refused = async (body: unknown): Promise<Sent> => admin.post('/api/users', body);
  expect((await refused({ password })).body.details).toEqual([
    { path: 'email', message: 'Is required.', reason: 'value.required' },
  ]);
  expect((await refused({ email: 'a@b.io' })).body.details[0].path).toBe('password');
  expect(outcome(await refused({ ...newUser, email: 'nonsense' }))).toEqual([400, 'BAD_USER_INPUT']);
  expect(outcome(await refused({ ...newUser, password: 'weak' }))).toEqual([400, 'BAD_USER_INPUT']);
  expect(outcome(await refused({ ...newUser, role: 'king' }))).toEqual([400, 'BAD_USER_INPUT']);
  expect(outcome(await refused({ ...newUser, role: '__proto__' }))).toEqual([400, 'BAD_USER_INPUT']);
  expect(outcome(await refused({ ...newUser, role: 'constructor' }))).toEqual([400, 'BAD_USER_INPUT']);
  expect(outcome(await refused({ ...newUser, role: ['customer'] }))).toEqual([400, 'BAD_USER_INPUT']);
  expect(outcome(await refused({ ...newUser, nonsense: 1 }))).toEqual([400, 'BAD_USER_INPUT']);
  expect(outcome(await refused('[]'))).toEqual([400, 'BAD_USER_INPUT']);
  const taken = await root.post('/api/users', { ...newUser, email: 'ED@example.com' });
  expect(outcome(taken)).toEqual([409, 'CONFLICT']);
  expect(taken.body.details[0].path).toBe('email');
});

test.each([
  ['id', stranger],
  ['createdAt', '2020-01-01T00:00:00.000Z'],
  ['updatedAt', '2020-01-01T00:00:00.000Z'],
  ['emailVerified', true],
  ['_status', 'published'],
  ['passwordHash', 'x'],
  ['isAdmin', true],
])('%s cannot be assigned, neither to a new user nor to an old one', async (key, value) => {
  const { admin, customer, users } = await withRanks();
  const made = await admin.post('/api/users', { ...newUser, [key]: value });
  expect(outcome(made)).toEqual([400, 'BAD_USER_INPUT']);
  expect(made.body.details[0].path).toBe(key);
  const changed = await customer.patch(`/api/users/${users.customer.id}`, { name: 'x', [key]: value });
  expect(outcome(changed)).toEqual([400, 'BAD_USER_INPUT']);
  expect((await customer.get(`/api/users/${users.customer.id}`)).body._revision).toBe(1);
});

test.each([
  ['POST', '/api/users/bulk', 'GET, HEAD, PATCH, DELETE, OPTIONS'],
  ['PATCH', '/api/users?where={"role":"customer"}', 'GET, HEAD, POST, OPTIONS'],
  ['DELETE', '/api/users?where={"role":"customer"}', 'GET, HEAD, POST, OPTIONS'],
])('%s %s tells how many users are written: one by one', async (method, path, allow) => {
  const client = await (await startAuthServer()).signedIn();
  const { status, body, headers } = await client.send(method, path, { operations: [] });
  expect({ status, body, allow: headers.get('allow') }).toEqual({
    status: 405,
    body: {
      code: 'METHOD_NOT_ALLOWED',
      reason: 'user.notInBulk',
      error:
        'There is no request for many users at once, since each has a password, a role and sessions of its own: ' +
        'create them one by one with POST /api/users, and change or delete them with PATCH and DELETE /api/users/:id.',
    },
    allow,
  });
});

test('a document of users carries its revision, what a login answers does not', async () => {
  const { customer, users } = await withRanks();
  expect((await customer.get(`/api/users/${users.customer.id}`)).body._revision).toBe(1);
  const { user } = (await customer.get('/api/auth/me')).body;
  expect(Object.keys(user).toSorted()).toEqual([
    ...['createdAt', 'email', 'emailVerified', 'id', 'name', 'role', 'updatedAt'],
  ]);
});

test.each(['password', 'email'])('%s is not changed here', async (key) => {
  const { root, users } = await withRanks();
  const value = key === 'email' ? 'other@example.com' : 'Another-Password-9';
  const changed = await root.patch(`/api/users/${users.customer.id}`, { [key]: value });
  expect(outcome(changed)).toEqual([400, 'BAD_USER_INPUT']);
  expect(changed.body.details).toEqual([
    { path: key, message: 'This field cannot be set here.', reason: 'field.notSettable' },
  ]);
  expect(JSON.stringify(changed.body)).not.toContain('Another-Password-9');
});

test('keys that reach for a prototype are refused', async () => {
  const { admin, customer, users } = await withRanks();
  const bodies = [
    '{"__proto__":{"role":"super_admin"},"name":"x"}',
    '{"constructor":{"prototype":{"role":"super_admin"}}}',
    '{"name":"x","\\u005f_proto__":{"role":"admin"}}',
  ];
  for (const body of bodies) {
    const change = await customer.patch(`/api/users/${users.customer.id}`, body);
    expect(outcome(change)).toEqual([400, 'BAD_USER_INPUT']);
    const creation = await admin.post(
      '/api/users',
      `{"email":"x@y.io","password":"${password}",${body.slice(1)}`,
    );
    expect(outcome(creation)).toEqual([400, 'BAD_USER_INPUT']);
  }
});

test('only a super_admin changes a role, even to what it is; it holds from the next request on and is in the log', async () => {
  const { server, root, admin, customer, users } = await withRanks();
  const path = `/api/users/${users.customer.id}`;
  for (const role of ['customer', 'admin', 'nonsense', null]) {
    expect(outcome(await customer.patch(path, { role }))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await admin.patch(path, { role }))).toEqual([403, 'FORBIDDEN']);
  }
  expect(outcome(await root.patch(path, { role: 'nonsense' }))).toEqual([400, 'BAD_USER_INPUT']);
  expect(outcome(await root.patch(path, { role: null }))).toEqual([400, 'BAD_USER_INPUT']);
  expect((await root.patch(path, { role: 'admin' })).body).toMatchObject({ role: 'admin', _revision: 2 });
  expect((await customer.get('/api/users')).status).toBe(200);
  // Entries of two instances have no defined order within one millisecond.
  server.time.now += 1;
  expect((await root.patch(path, { role: 'customer' })).status).toBe(200);
  expect((await customer.get('/api/users')).status).toBe(403);

  const { entries } = await server.services.audit.list({
    ...{ type: 'role.changed', userId: null, from: null, to: null, page: 1, limit: 10 },
  });
  expect(entries.map(({ userId, actorId, reason }) => ({ userId, actorId, reason }))).toEqual([
    { userId: users.customer.id, actorId: users.root.id, reason: 'admin to customer' },
    { userId: users.customer.id, actorId: users.root.id, reason: 'customer to admin' },
  ]);
});

test('the last super_admin is neither demoted nor deleted', async () => {
  const { root, users } = await withRanks();
  const path = `/api/users/${users.root.id}`;
  expect(outcome(await root.patch(path, { role: 'admin' }))).toEqual([409, 'CONFLICT']);
  expect(outcome(await root.delete(path))).toEqual([409, 'CONFLICT']);
  expect((await root.patch(path, { role: 'super_admin', name: 'Root' })).body.name).toBe('Root');
  const other = await root.post('/api/users', { ...newUser, role: 'super_admin' });
  expect((await root.patch(path, { role: 'admin' })).status).toBe(200);
  expect(outcome(await root.delete(`/api/users/${other.body.id}`))).toEqual([403, 'FORBIDDEN']);
});

test('of two super_admins who demote each other at once one is left, ten times', async () => {
  const { server, root, users } = await withRanks();
  await server.addUser('second@example.com', { role: 'super_admin' });
  const second = patching(await server.signedIn('second@example.com'));
  const { id } = (await second.get('/api/auth/me')).body.user;
  const { users: store, driver } = server.services;
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([
      root.patch(`/api/users/${id}`, { role: 'customer' }),
      second.patch(`/api/users/${users.root.id}`, { role: 'customer' }),
    ]);
    // The later request is refused: it would demote the last super_admin, or its sender is already demoted.
    const [sooner, later = 0] = answers.map(({ status }) => status).sort();
    expect([sooner, [403, 409].includes(later)]).toEqual([200, true]);
    expect(await store.countByRole(driver, 'super_admin')).toBe(1);
    for (const one of [users.root.id, id]) {
      await driver.transaction((connection) => store.update(connection, one, { role: 'super_admin' }));
    }
  }
});

test('of two deletions and a demotion of super_admins at once one is left', async () => {
  const { server, root, users } = await withRanks();
  const second = await server.addUser('second@example.com', { role: 'super_admin' });
  const client = await server.signedIn('second@example.com');
  await Promise.all([
    root.delete(`/api/users/${second.id}`),
    client.delete(`/api/users/${users.root.id}`),
    root.patch(`/api/users/${users.root.id}`, { role: 'editor' }),
  ]);
  expect(await server.services.users.countByRole(server.services.driver, 'super_admin')).toBe(1);
});

test('a change is refused when the record has moved on', async () => {
  const { customer, users } = await withRanks();
  const path = `/api/users/${users.customer.id}`;
  expect((await customer.patch(path, { name: 'a', _revision: 1 })).status).toBe(200);
  const stale = await customer.patch(path, { name: 'b', _revision: 1 });
  expect([...outcome(stale), stale.body.currentRevision]).toEqual([409, 'CONFLICT', 2]);
  expect(outcome(await customer.patch(path, { name: 'b' }, { 'if-match': '"1"' }))).toEqual([
    409,
    'CONFLICT',
  ]);
  expect((await customer.patch(path, { name: 'b' }, { 'if-match': '"2"' })).status).toBe(200);
  expect((await customer.patch(path, {})).body._revision).toBe(3);
  expect(outcome(await customer.patch(path, { name: 'c' }, { 'x-draft': 'true' }))).toEqual([
    400,
    'BAD_USER_INPUT',
  ]);
});

test('a deleted user loses sessions, credentials and keys at once', async () => {
  const { server, admin, root, customer, users } = await withRanks();
  const path = `/api/users/${users.customer.id}`;
  expect(outcome(await customer.delete(path))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await admin.delete(`/api/users/${users.peer.id}`))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await admin.delete(`/api/users/${users.admin.id}`))).toEqual([403, 'FORBIDDEN']);
  const { key } = (await admin.post('/api/auth/api-keys', { name: 'mine', role: 'admin' })).body;
  const keyed = { 'x-api-key': key };
  expect((await server.client().get('/api/users', keyed)).status).toBe(200);

  expect((await admin.delete(path)).body).toEqual({ message: `The user ${users.customer.id} is deleted.` });
  expect(outcome(await customer.get('/api/auth/me'))).toEqual([401, 'UNAUTHENTICATED']);
  expect(outcome(await admin.delete(path))).toEqual([404, 'NOT_FOUND']);
  const { services } = server;
  expect(await services.users.passwordHash(services.driver, users.customer.id)).toBeNull();
  expect(await services.sessions.listByUser(users.customer.id)).toEqual([]);

  expect((await root.delete(`/api/users/${users.admin.id}`)).status).toBe(200);
  expect(outcome(await server.client().get('/api/users', keyed))).toEqual([401, 'UNAUTHENTICATED']);
});

test('a role key of an administrator manages lower ranks, but never roles; a key with scopes sees nobody', async () => {
  const { server, root, users } = await withRanks();
  const keyOf = async (body: object): Promise<Readonly<Record<string, string>>> => ({
    authorization: `Bearer ${(await root.post('/api/auth/api-keys', { name: 'k', ...body })).body.key}`,
  });
  const strong = await keyOf({ role: 'super_admin' });
  const machine = patching(server.client());
  const path = `/api/users/${users.customer.id}`;
  expect((await machine.get(path, strong)).status).toBe(200);
  expect((await machine.patch(path, { name: 'by key' }, strong)).body.name).toBe('by key');
  expect(outcome(await machine.patch(path, { role: 'customer' }, strong))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await machine.patch(`/api/users/${users.root.id}`, { name: 'x' }, strong))).toEqual([
    403,
    'FORBIDDEN',
  ]);
  const escalation = { ...newUser, role: 'super_admin' };
  expect(outcome(await machine.post('/api/users', escalation, strong))).toEqual([403, 'FORBIDDEN']);
  expect((await machine.post('/api/users', { ...newUser, role: 'author' }, strong)).status).toBe(201);
  expect((await machine.delete(path, strong)).status).toBe(200);

  const weak = await keyOf({ role: 'editor' });
  const scoped = await keyOf({ scopes: ['*:*'] });
  for (const headers of [weak, scoped]) {
    expect(outcome(await machine.get('/api/users', headers))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await machine.get(`/api/users/${users.root.id}`, headers))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await machine.post('/api/users', newUser, headers))).toEqual([403, 'FORBIDDEN']);
    expect(outcome(await machine.delete(`/api/users/${users.editor.id}`, headers))).toEqual([
      403,
      'FORBIDDEN',
    ]);
  }
});

const withFields: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'users',
      fields: [
        { name: 'bio', type: 'text', maxLength: 20 },
        { name: 'handle', type: 'slug', from: 'name' },
        { name: 'salary', type: 'number', access: { read: ['super_admin'], update: ['super_admin'] } },
        { name: 'team', type: 'relationship', to: 'teams', onDelete: 'cascade' },
      ],
    },
    { slug: 'teams', drafts: false, fields: [{ name: 'title', type: 'text' }] },
    {
      slug: 'posts',
      drafts: false,
      fields: [
        { name: 'title', type: 'text' },
        { name: 'author', type: 'relationship', to: 'users' },
      ],
    },
  ],
};

test("own fields are the user's to change, and those with access lists are closed to them", async () => {
  const { root, customer, users } = await withRanks(withFields);
  const path = `/api/users/${users.customer.id}`;
  expect((await customer.patch(path, { bio: 'hello', name: 'Cy Young' })).body).toMatchObject({
    bio: 'hello',
    handle: 'cy-young',
  });
  expect(outcome(await customer.patch(path, { bio: 'x'.repeat(21) }))).toEqual([400, 'BAD_USER_INPUT']);
  const raise = await customer.patch(path, { salary: 1_000_000 });
  expect(outcome(raise)).toEqual([403, 'FORBIDDEN']);
  expect(raise.body.details[0].path).toBe('salary');
  expect((await root.patch(path, { salary: 1000 })).body.salary).toBe(1000);
  expect((await customer.get(path)).body).not.toHaveProperty('salary');
  expect((await customer.patch(path, { bio: 'y' })).body).not.toHaveProperty('salary');
  expect((await root.get('/api/users?sort=salary')).status).toBe(200);
});

test('filters are no oracle for fields that an administrator may not read', async () => {
  const { admin } = await withRanks(withFields);
  const where = encodeURIComponent(JSON.stringify({ salary: { gt: 5 } }));
  expect(outcome(await admin.get(`/api/users?where=${where}`))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await admin.post('/api/users/query', { sort: 'salary' }))).toEqual([403, 'FORBIDDEN']);
});

test('a deletion clears what points to the user, and a cascade cannot take the last super_admin', async () => {
  const { root, users } = await withRanks(withFields);
  const post = (await root.post('/api/posts', { title: 'a', author: users.editor.id })).body;
  expect((await root.delete(`/api/users/${users.editor.id}`)).status).toBe(200);
  expect((await root.get(`/api/posts/${post.id}`)).body.author).toBeNull();
  const team = (await root.post('/api/teams', { title: 'all' })).body;
  await root.patch(`/api/users/${users.root.id}`, { team: team.id });
  await root.patch(`/api/users/${users.customer.id}`, { team: team.id });
  expect(outcome(await root.delete(`/api/teams/${team.id}`))).toEqual([409, 'CONFLICT']);
  expect((await root.get(`/api/users/${users.customer.id}`)).status).toBe(200);
  await root.patch(`/api/users/${users.root.id}`, { team: null });
  expect((await root.delete(`/api/teams/${team.id}`)).status).toBe(200);
  expect((await root.get(`/api/users/${users.customer.id}`)).status).toBe(404);
});

test('hooks see the account without its password, and change own fields only', async () => {
  const seen: unknown[] = [];
  const { root, users } = await withRanks({
    collections: [
      {
        slug: 'users',
        fields: [{ name: 'bio', type: 'text' }],
        hooks: {
          beforeValidate: ({ data }) => {
            seen.push(data);
          },
          beforeChange: ({ data }) => ({
            ...data,
            bio: 'by hook',
            ...(data['name'] === 'Eve' && { role: 'super_admin', emailVerified: false }),
          }),
        },
      },
    ],
  });
  seen.length = 0;
  const made = await root.post('/api/users', { ...newUser, name: 'Eve' });
  expect(made.body).toMatchObject({ bio: 'by hook', role: 'customer', emailVerified: true });
  expect(JSON.stringify(seen)).not.toContain(password);
  expect(seen).toEqual([{ email: newUser.email, name: 'Eve', role: 'customer', emailVerified: true }]);
  const changed = await root.patch(`/api/users/${users.customer.id}`, { name: 'Eve' });
  expect(changed.body).toMatchObject({ bio: 'by hook', role: 'customer', emailVerified: true });
});

test("a config's own rules let others in or keep administrators out, but leave everybody their own record", async () => {
  const asked: unknown[] = [];
  const { root, admin, customer, users } = await withRanks({
    collections: [
      {
        slug: 'users',
        access: {
          read: ['super_admin', 'customer'],
          create: ['super_admin'],
          update: ({ req, id, data }) => {
            asked.push([req.user?.role, id, data]);
            return data?.['name'] !== 'forbidden';
          },
          delete: () => false,
        },
        fields: [],
      },
    ],
  });
  expect(emails(await customer.get('/api/users'))).toHaveLength(5);
  expect(outcome(await admin.get('/api/users'))).toEqual([403, 'FORBIDDEN']);
  expect((await admin.get(`/api/users/${users.admin.id}`)).body.role).toBe('admin');
  expect((await admin.get(`/api/users/${users.admin.id}?depth=1&select=email`)).body).toEqual({
    id: users.admin.id,
    email: 'ada@example.com',
  });
  expect(outcome(await admin.post('/api/users', newUser))).toEqual([403, 'FORBIDDEN']);
  expect((await root.post('/api/users', newUser)).status).toBe(201);

  const path = `/api/users/${users.editor.id}`;
  expect((await root.patch(path, { name: 'allowed' })).status).toBe(200);
  expect(outcome(await root.patch(path, { name: 'forbidden' }))).toEqual([403, 'FORBIDDEN']);
  expect(asked[0]).toEqual(['super_admin', users.editor.id, { name: 'allowed' }]);
  expect((await customer.patch(`/api/users/${users.customer.id}`, { name: 'forbidden' })).status).toBe(200);
  expect(outcome(await root.delete(path))).toEqual([403, 'FORBIDDEN']);
});

test('of five new users with one email one is made', async () => {
  const { admin } = await withRanks();
  const answers = await Promise.all(
    ['new@example.com', 'NEW@example.com', 'new@Example.com', 'new@example.com', ' new@example.com'].map(
      (email) => admin.post('/api/users', { ...newUser, email }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
});

test('a record that has not changed is 304', async () => {
  const { customer, users } = await withRanks();
  const path = `/api/users/${users.customer.id}`;
  expect((await customer.get(path, { 'if-none-match': '"1"' })).status).toBe(304);
  await customer.patch(path, { name: 'Cy' });
  expect((await customer.get(path, { 'if-none-match': '"1"' })).status).toBe(200);
  expect((await customer.get(path)).headers.get('cache-control')).toBe('private, no-cache');
});
