import { expect, test } from 'vitest';
import { startAuthServer } from '../support/auth-server.js';

test('an editor works on a draft over HTTP with a session, a machine with a key, and the public sees neither', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        { slug: 'posts', versions: true, fields: [{ name: 'title', type: 'text', required: true }] },
      ],
      globals: [{ slug: 'site', fields: [{ name: 'name', type: 'text' }] }],
    },
  });
  const editor = await server.signedIn();
  const reader = server.client();
  const asDraft = { 'x-draft': 'true' };

  const created = await editor.post('/api/posts', {}, asDraft);
  expect(created).toMatchObject({ status: 201, body: { _status: 'draft', title: null } });
  const path = `/api/posts/${created.body.id}`;
  expect((await reader.get(path)).status).toBe(404);
  expect((await reader.get(`${path}?draft=true`)).status).toBe(403);
  expect((await editor.get(path)).body).toEqual(created.body);
  expect((await editor.post(`${path}/publish`)).status).toBe(400);

  const key = await editor.post('/api/auth/api-keys', { name: 'Writer', role: 'editor' });
  const byKey = { ...asDraft, 'x-api-key': String(key.body.key) };
  const saved = await server.client().send('PATCH', path, { title: 'Hello' }, byKey);
  expect(saved).toMatchObject({ status: 200, body: { title: 'Hello', _revision: 2 } });
  expect((await editor.post(`${path}/publish`)).status).toBe(200);
  expect((await reader.get(path)).body).toMatchObject({ title: 'Hello', _status: 'published', _revision: 3 });

  const { docs } = (await editor.get(`${path}/versions`)).body;
  const me = (await editor.get('/api/auth/me')).body;
  expect(docs).toMatchObject([
    { status: 'published', createdBy: me.id ?? me.user.id },
    { status: 'draft', createdBy: expect.stringMatching(/^key:/) },
    { status: 'draft', createdBy: me.id ?? me.user.id },
  ]);
  expect((await reader.get(`${path}/versions`)).status).toBe(403);

  expect((await editor.send('PATCH', '/api/globals/site', { name: 'Draft' }, asDraft)).status).toBe(200);
  expect((await reader.get('/api/globals/site')).body).toMatchObject({
    name: null,
    _status: 'draft',
    _revision: 0,
  });
  expect((await editor.get('/api/globals/site')).body).toMatchObject({ name: 'Draft', _revision: 1 });
});
