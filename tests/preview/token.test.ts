/** Preview tokens: docs/spec/content-tools.md#preview-and-autosave. */
import { expect, test } from 'vitest';
import { hour } from '../support/auth-server.js';
import { asDraft, openNewsroom } from './support/newsroom.js';

test('a token opens the draft of its document to a program without credentials, for an hour', async () => {
  const { server, editor, visitor, post, preview } = await openNewsroom();
  const path = `/api/posts/${post.id}`;
  const { status, body, headers } = await editor.post(`${path}/preview-token`);
  expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-store' });
  expect(body).toEqual({
    token: expect.stringMatching(/^[\w-]{100,}$/),
    expiresAt: new Date(server.time.now + hour).toISOString(),
  });
  expect((await visitor.get(path)).body.title).toBe('Old');
  const shown = await preview(body.token, path);
  expect(shown).toMatchObject({ status: 200, body: { title: 'New', note: 'inside', _pending: true } });
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'cache-control': 'no-store',
    vary: expect.stringContaining('X-Svc-Preview'),
  });
  expect(shown.cookies).toEqual([]);
  expect((await preview(body.token, `${path}?draft=true&select=title`)).body).toMatchObject({ title: 'New' });
  expect((await preview(body.token, `${path}?draft=false`)).body.title).toBe('Old');
  server.time.now += hour - 1;
  expect((await preview(body.token, path)).status).toBe(200);
  server.time.now += 1;
  expect(await preview(body.token, path)).toMatchObject({
    status: 401,
    body: { code: 'UNAUTHENTICATED', reason: 'preview.ended' },
  });
});

test('a token says nothing of its user, session and document, and is noted in the audit log', async () => {
  const { server, editorId, tokenOf, editor, post } = await openNewsroom();
  const token = await tokenOf(editor);
  const bytes = Buffer.from(token, 'base64url').toString('latin1');
  for (const word of [post.id, editorId, 'posts']) expect(bytes).not.toContain(word);
  expect(await tokenOf(editor)).not.toBe(token);
  const admin = await server.signedIn();
  const { body } = await admin.get('/api/auth/audit-log?type=preview.token');
  expect(body.docs).toHaveLength(2);
  expect(body.docs[0]).toMatchObject({
    outcome: 'success',
    actorId: editorId,
    reason: `collection posts ${post.id}`,
  });
});

test('a new document that was never published is shown', async () => {
  const { editor, tokenOf, preview, visitor } = await openNewsroom();
  const { body } = await editor.post('/api/posts', {}, asDraft);
  const path = `/api/posts/${body.id}`;
  expect((await visitor.get(path)).status).toBe(404);
  expect((await preview(await tokenOf(editor, path), path)).body).toMatchObject({ _status: 'draft' });
});

test('a global is previewed likewise, before its first write too', async () => {
  const { editor, server, preview, visitor } = await openNewsroom();
  const admin = await server.signedIn();
  const path = '/api/globals/site';
  const { token } = (await editor.post(`${path}/preview-token`)).body;
  expect((await preview(token, path)).body).toMatchObject({ claim: null });
  await admin.send('PATCH', path, { claim: 'Soon' }, asDraft);
  expect((await preview(token, path)).body.claim).toBe('Soon');
  expect((await visitor.get(path)).body.claim).toBeNull();
});

test('documents that it refers to are shown as published, itself too where it is referred to', async () => {
  const { editor, post, preview, tokenOf } = await openNewsroom();
  const author = (await editor.post('/api/authors', { name: 'Ada' })).body;
  await editor.send('PATCH', `/api/authors/${author.id}`, { name: 'Secret' }, asDraft);
  const other = (await editor.post('/api/posts', { title: 'Other' })).body;
  await editor.send('PATCH', `/api/posts/${other.id}`, { title: 'Other draft' }, asDraft);
  const path = `/api/posts/${post.id}`;
  await editor.send('PATCH', path, { author: author.id, related: [other.id] }, asDraft);
  const { body } = await preview(await tokenOf(editor), `${path}?depth=1`);
  expect(body).toMatchObject({ title: 'New', author: { name: 'Ada' }, related: [{ title: 'Other' }] });
});

test('who may not read drafts gets no token', async () => {
  const { server, visitor, editor, post } = await openNewsroom();
  await server.addUser('customer@example.com');
  const customer = await server.signedIn('customer@example.com');
  const path = `/api/posts/${post.id}/preview-token`;
  for (const client of [visitor, customer]) {
    expect(await client.post(path)).toMatchObject({
      status: 403,
      body: { reason: 'preview.draftsDenied' },
    });
  }
  const admin = await server.signedIn();
  const { body } = await admin.post('/api/auth/api-keys', { name: 'site', role: 'editor' });
  const byKey = await visitor.post(path, undefined, { 'x-api-key': body.key });
  expect(byKey).toMatchObject({ status: 403, body: { reason: 'access.sessionRequired' } });
  const unknown = '/api/posts/00000000-0000-7000-8000-000000000000/preview-token';
  expect((await editor.post(unknown)).status).toBe(404);
  expect((await editor.post(`${path}?draft=true`)).status).toBe(400);
  expect((await editor.post('/api/tags/x/preview-token')).status).toBe(404);
});
