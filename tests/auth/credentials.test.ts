import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import type { AccessArguments } from '../../runtime/config/access-config.js';
import {
  type AuthClient,
  type AuthServer,
  adminEmail,
  day,
  minute,
  password,
  type Sent,
  secret,
  startAuthServer,
} from '../support/auth-server.js';

const unauthenticated = {
  status: 401,
  body: { error: expect.any(String), code: 'UNAUTHENTICATED', reason: expect.any(String) },
};

function outcome({ status, body }: Sent): unknown {
  return { status, body };
}

async function keyOf(admin: AuthClient, role = 'editor'): Promise<string> {
  const { status, body } = await admin.post('/api/auth/api-keys', { name: 'ci', role });
  expect(status).toBe(201);
  return body.key;
}

function token(client: AuthClient): string {
  return client.jar.get('svc_session') ?? '';
}

/** Requests `/api/auth/me` with these headers. */
function me(server: AuthServer, headers: Readonly<Record<string, string>>): Promise<Sent> {
  return server.client().get('/api/auth/me', headers);
}

test('without a credential a request is anonymous: 401 where a user is needed, 403 on documents', async () => {
  const server = await startAuthServer();
  expect(outcome(await me(server, {}))).toEqual(unauthenticated);
  expect((await server.client().get('/api/posts')).status).toBe(200);
  const written = await server.client().post('/api/posts', { title: 'x' });
  expect(outcome(written)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
});

test('a session works as a cookie and as a bearer token', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  expect((await client.get('/api/auth/me')).body.user.email).toBe(adminEmail);
  const bearer = await me(server, { authorization: `Bearer ${token(client)}` });
  expect(bearer.body.user.email).toBe(adminEmail);
  expect((await me(server, { authorization: `bearer   ${token(client)}` })).status).toBe(200);
});

test('an API key works in either header, and cookies beside it are ignored', async () => {
  const server = await startAuthServer();
  const admin = await server.signedIn();
  const key = await keyOf(admin);
  const expected = {
    status: 200,
    body: { user: null, apiKey: { id: expect.any(String), name: 'ci', role: 'editor', scopes: null } },
  };
  expect(outcome(await me(server, { 'x-api-key': key }))).toEqual(expected);
  expect(outcome(await me(server, { authorization: `Bearer ${key}` }))).toEqual(expected);
  expect(outcome(await admin.get('/api/auth/me', { 'x-api-key': key }))).toEqual(expected);
});

test('a bad API key is 401 and never falls back to the cookie', async () => {
  const server = await startAuthServer();
  const admin = await server.signedIn();
  for (const headers of [
    { 'x-api-key': 'svc_sec_nonsense' },
    { 'x-api-key': 'something else' },
    { 'x-api-key': '' },
    { authorization: 'Bearer svc_sec_nonsense' },
  ]) {
    expect(outcome(await admin.get('/api/auth/me', headers))).toEqual(unauthenticated);
    expect((await admin.get('/api/posts', headers)).status).toBe(401);
  }
});

test('two different keys are 400, the same key twice is one', async () => {
  const server = await startAuthServer();
  const admin = await server.signedIn();
  const [first, second] = [await keyOf(admin), await keyOf(admin)];
  const both = await me(server, { 'x-api-key': first, authorization: `Bearer ${second}` });
  expect(outcome(both)).toMatchObject({ status: 400, body: { code: 'BAD_USER_INPUT' } });
  expect((await me(server, { 'x-api-key': first, authorization: `Bearer ${first}` })).status).toBe(200);
});

test('the bearer token counts, not the cookie beside it', async () => {
  const server = await startAuthServer();
  await server.addUser('ada@example.com');
  const [admin, ada] = [await server.signedIn(), await server.signedIn('ada@example.com')];
  const both = await admin.get('/api/auth/me', { authorization: `Bearer ${token(ada)}` });
  expect(both.body.user.email).toBe('ada@example.com');
  const bad = await admin.get('/api/auth/me', { authorization: 'Bearer nonsense' });
  expect(outcome(bad)).toEqual(unauthenticated);
});

test.each(['Basic YTpi', 'Bearer', 'Bearer ', 'Bearer a b', 'Digest x', ''])(
  'an Authorization header of no use is a bad credential, not none: %j',
  async (authorization) => {
    const server = await startAuthServer();
    expect((await server.client().get('/api/posts', { authorization })).status).toBe(401);
  },
);

test('a credential that is not valid is 401 on what is open to all, too', async () => {
  const server = await startAuthServer();
  const sent = await server.client().get('/api/posts', { cookie: 'svc_session=nonsense' });
  expect(outcome(sent)).toEqual(unauthenticated);
});

test('an access token expires after 15 minutes, the session goes on', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  server.time.now += 15 * minute + 6000;
  expect(outcome(await client.get('/api/auth/me'))).toEqual(unauthenticated);
  expect((await client.post('/api/auth/refresh')).status).toBe(200);
  expect((await client.get('/api/auth/me')).status).toBe(200);
});

test('a browser that has only its refresh cookie left is told to refresh, not taken for a stranger', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  client.jar.delete('svc_session');
  expect(outcome(await client.get('/api/posts'))).toEqual(unauthenticated);
  await client.post('/api/auth/refresh');
  expect((await client.get('/api/posts')).status).toBe(200);
});

test('a session ends when nothing happens in it for 7 days, and 30 days after its start in any case', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  server.time.now += 7 * day;
  expect((await client.post('/api/auth/refresh')).status).toBe(401);

  const busy = await server.signedIn();
  for (let week = 1; week <= 4; week += 1) {
    server.time.now += 7 * day - minute;
    expect((await busy.post('/api/auth/refresh')).status).toBe(200);
  }
  server.time.now += 3 * day;
  expect((await busy.post('/api/auth/refresh')).status).toBe(401);
});

test('a token is worth nothing once its session or its user is gone', async () => {
  const server = await startAuthServer();
  const { id } = await server.addUser('ada@example.com');
  const [first, second] = [
    await server.signedIn('ada@example.com'),
    await server.signedIn('ada@example.com'),
  ];
  await first.post('/api/auth/logout', undefined, { cookie: `svc_session=${token(first)}` });
  expect((await me(server, { authorization: `Bearer ${token(first)}` })).status).toBe(401);

  const admin = await server.signedIn();
  expect((await admin.delete(`/api/users/${id}`)).status).toBe(200);
  expect((await second.get('/api/auth/me')).status).toBe(401);
  expect((await second.post('/api/auth/refresh')).status).toBe(401);
});

test('rights are those of now, not those of the login', async () => {
  const server = await startAuthServer();
  const { id } = await server.addUser('ada@example.com', { role: 'admin' });
  const ada = await server.signedIn('ada@example.com');
  expect((await ada.get('/api/auth/audit-log')).status).toBe(200);
  const { users, driver } = server.services;
  await driver.transaction((connection) => users.update(connection, id, { role: 'author' }));
  expect((await ada.get('/api/auth/audit-log')).status).toBe(403);
  expect((await ada.get('/api/auth/me')).body.user.role).toBe('author');
});

/** Access tokens as this server issues them, each with one change. */
async function forged(
  client: AuthClient,
  change: {
    readonly header?: object;
    readonly claims?: Readonly<Record<string, unknown>>;
    readonly secret?: string;
  },
): Promise<string> {
  const [head = '', body = ''] = token(client).split('.');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const key = new TextEncoder().encode(change.secret ?? secret);
  return new SignJWT({ ...read(body), ...change.claims })
    .setProtectedHeader({ ...read(head), ...change.header })
    .sign(key);
}

test('a token that is signed right but says something else is refused', async () => {
  const server = await startAuthServer();
  const ada = await server.addUser('ada@example.com');
  const client = await server.signedIn();
  const now = server.time.now / 1000;
  const works = await me(server, { authorization: `Bearer ${await forged(client, {})}` });
  expect(works.status).toBe(200);
  for (const change of [
    { secret: 'another secret that is 32 bytes long, or longer' },
    { header: { alg: 'HS512' } },
    { header: { typ: 'JWT' } },
    { header: { kid: '00000000' } },
    { claims: { sub: ada.id } },
    { claims: { sid: 'unknown' } },
    { claims: { iss: 'https://other.example.com' } },
    { claims: { aud: 'https://other.example.com' } },
    { claims: { exp: undefined } },
    { claims: { iat: undefined } },
    { claims: { exp: now - 10 } },
    { claims: { iat: now + 60, exp: now + 960 } },
    { claims: { iat: now - 10_000, exp: now + 10_000 } },
  ]) {
    const bad = await forged(client, change);
    const answer = await me(server, { authorization: `Bearer ${bad}` });
    expect(outcome(answer), JSON.stringify(change)).toEqual(unauthenticated);
  }
});

test('a token without a signature is refused', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const [, body] = token(client).split('.');
  const head = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url');
  for (const bad of [`${head}.${body}.`, `${token(client)}=`, token(client).slice(0, -2)]) {
    expect((await me(server, { authorization: `Bearer ${bad}` })).status).toBe(401);
  }
});

test('tokens of a previous secret are good until they expire; new ones have the new secret', async () => {
  const server = await startAuthServer({
    auth: { secret: 'the new secret, with its 32 bytes or more', previousSecrets: [secret] },
  });
  const client = await server.signedIn();
  expect((await me(server, { authorization: `Bearer ${token(client)}` })).status).toBe(200);
  const [head = ''] = token(client).split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString());
  expect(header).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: expect.stringMatching(/^[0-9a-f]{8}$/) });
});

test('callbacks of the config find the whole user or the key on the request', async () => {
  const seen: unknown[] = [];
  const read = ({ req }: AccessArguments): boolean => {
    seen.push(req.user?.email ?? req.apiKey?.name ?? null);
    return true;
  };
  const server = await startAuthServer({
    config: {
      collections: [
        { slug: 'posts', drafts: false, access: { read }, fields: [{ name: 'title', type: 'text' }] },
      ],
    },
  });
  const admin = await server.signedIn();
  await server.client().get('/api/posts');
  await admin.get('/api/posts');
  await server.client().get('/api/posts', { 'x-api-key': await keyOf(admin) });
  expect(seen).toEqual([null, adminEmail, 'ci']);
});

test('the time of the last request is noted once a minute', async () => {
  const server = await startAuthServer();
  const client = await server.signedIn();
  const { body } = await client.get('/api/auth/me');
  const lastSeen = async () => (await server.services.sessions.get(body.session.id))?.lastSeenAt;
  const start = server.time.now;
  server.time.now += minute - 1;
  await client.get('/api/auth/me');
  expect(await lastSeen()).toBe(start);
  server.time.now += 1;
  await Promise.all(Array.from({ length: 5 }, () => client.get('/api/auth/me')));
  await expect.poll(lastSeen).toBe(start + minute);
});

test('no line of the log holds a password, a token or a key', async () => {
  const server = await startAuthServer({ env: { SVC_LOG_LEVEL: 'trace' } });
  const client = await server.signedIn();
  const key = await keyOf(client);
  await me(server, { 'x-api-key': key });
  await me(server, { authorization: `Bearer ${token(client)}` });
  await client.post('/api/auth/login', { email: adminEmail, password: 'Wrong-Password-77!' });
  await client.post(`/api/auth/login?password=${password}`, {});
  const log = server.log.join('');
  expect(log).toContain('/api/auth/login');
  for (const word of [
    password,
    'Wrong-Password-77!',
    key,
    token(client),
    client.jar.get('svc_refresh') ?? '',
  ])
    expect(log).not.toContain(word);
});
