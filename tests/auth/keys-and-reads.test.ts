/**
 * Regression tests of security findings: what a key can access, and which records and documents a rule makes
 * readable.
 */
import { expect, test } from 'vitest';
import { adminEmail, startAuthServer } from '../support/auth-server.js';

const fields = [{ name: 'title', type: 'text' as const }];

test('a key that is not valid is 401 on every route, public ones included', async () => {
  const server = await startAuthServer({ auth: { registration: { enabled: true } } });
  const body = { email: 'ada@example.com', password: 'Correct-Horse-8-Battery' };
  const bad = { 'x-api-key': `svc_sec_${'x'.repeat(49)}` };
  for (const [path, sent] of [
    ['/api/auth/register', body],
    ['/api/auth/forgot-password', { email: body.email }],
    ['/api/auth/logout', {}],
  ] as const) {
    expect(await server.client().post(path, sent, bad)).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
  }
  expect((await server.client().get('/api/auth/config', bad)).status).toBe(401);
  expect((await server.client().get('/health/live', bad)).status).toBe(200);
});

test('a key with scopes reaches nothing of authentication but who it is and how one signs in', async () => {
  const server = await startAuthServer({ auth: { registration: { enabled: true } } });
  const admin = await server.signedIn();
  const made = await admin.post('/api/auth/api-keys', { name: 'reader', scopes: ['*'] });
  expect(made.status).toBe(201);
  const key = { 'x-api-key': made.body.key };
  const client = server.client();
  expect((await client.get('/api/posts', key)).status).toBe(200);
  expect((await client.post('/api/posts', { title: 'by key' }, key)).status).toBe(201);
  expect((await client.get('/api/auth/me', key)).status).toBe(200);
  expect((await client.get('/api/auth/config', key)).status).toBe(200);
  expect((await client.get('/api/users', key)).status).toBe(403);
  for (const path of ['register', 'forgot-password', 'logout', 'refresh', 'login', 'magic-link']) {
    const { status, body } = await client.post(`/api/auth/${path}`, {}, key);
    expect({ path, status, code: body.code }).toEqual({ path, status: 403, code: 'FORBIDDEN' });
  }
});

test('a rule of the config for reading users holds for the list and for one of them', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        { slug: 'posts', drafts: false, fields },
        { slug: 'users', fields: [], access: { read: () => true } },
      ],
    },
  });
  await server.addUser('ada@example.com', { role: 'customer' });
  const ada = await server.signedIn('ada@example.com');
  const listed = await ada.get('/api/users');
  const root = listed.body.docs.find(({ email }: { email: string }) => email === adminEmail);
  expect(await ada.get(`/api/users/${root.id}`)).toMatchObject({ status: 200, body: { email: adminEmail } });
});

test('where a rule for reading says no to somebody, they change and delete nothing', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        {
          slug: 'posts',
          drafts: false,
          fields,
          access: {
            read: ({ req }) => req.user !== undefined,
            create: () => true,
            update: () => true,
            delete: () => true,
          },
        },
      ],
    },
  });
  const admin = await server.signedIn();
  const { body: post } = await admin.post('/api/posts', { title: 'kept' });
  const stranger = server.client();
  expect((await stranger.send('PATCH', `/api/posts/${post.id}`, { title: 'gone' })).status).toBe(403);
  expect((await stranger.delete(`/api/posts/${post.id}`)).status).toBe(403);
  expect((await admin.get(`/api/posts/${post.id}`)).body.title).toBe('kept');
});
