/** What a preview token does not open: docs/spec/content-tools.md#storage-faults-goals-attacks. */
import { expect, test } from 'vitest';
import { asDraft, openNewsroom } from './support/newsroom.js';

test('another document is shown as published, by the rights of the request itself', async () => {
  const { editor, preview, tokenOf } = await openNewsroom();
  const token = await tokenOf(editor);
  const other = (await editor.post('/api/posts', { title: 'Public', note: 'inside' })).body;
  await editor.send('PATCH', `/api/posts/${other.id}`, { title: 'Secret' }, asDraft);
  const path = `/api/posts/${other.id}`;
  const { body, headers } = await preview(token, path);
  expect(body).toMatchObject({ title: 'Public' });
  expect(body).not.toHaveProperty('note');
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await preview(token, `${path}?draft=true`)).status).toBe(403);
  const draft = (await editor.post('/api/posts', { title: 'Unseen' }, asDraft)).body;
  expect((await preview(token, `/api/posts/${draft.id}`)).status).toBe(404);
  // Also with a session that would see it.
  expect((await editor.get(path)).body.title).toBe('Secret');
  expect((await editor.get(path, { 'x-svc-preview': token })).body.title).toBe('Public');
  const tag = await preview(token, '/api/tags/00000000-0000-7000-8000-000000000000');
  expect(tag.status).toBe(404);
});

test('a token of another collection does not open a document of the same id', async () => {
  const { editor, preview } = await openNewsroom();
  const global = (await editor.post('/api/globals/site/preview-token')).body.token;
  expect((await preview(global, '/api/posts/global')).status).toBe(404);
});

test('it ends with the session: by logout, and when an administrator revokes it', async () => {
  const { server, editor, editorId, post, preview, tokenOf } = await openNewsroom();
  const path = `/api/posts/${post.id}`;
  const token = await tokenOf(editor);
  await editor.post('/api/auth/logout');
  expect((await preview(token, path)).status).toBe(401);
  const again = await server.signedIn('editor@example.com');
  const second = await tokenOf(again);
  expect((await preview(second, path)).status).toBe(200);
  const admin = await server.signedIn();
  await admin.delete(`/api/users/${editorId}/sessions`);
  expect((await preview(second, path)).status).toBe(401);
  // On any document, and with credentials of its own.
  expect((await preview(second, '/api/globals/site')).status).toBe(401);
  expect((await admin.get(path, { 'x-svc-preview': second })).status).toBe(401);
});

test('it has the rights that its user has then, and ends without those to read drafts', async () => {
  const { server, editor, editorId, post, preview, tokenOf } = await openNewsroom();
  const path = `/api/posts/${post.id}`;
  const token = await tokenOf(editor);
  expect((await preview(token, path)).body.note).toBe('inside');
  const admin = await server.signedIn();
  await admin.send('PATCH', `/api/users/${editorId}`, { role: 'author' });
  const { body } = await preview(token, path);
  expect(body.title).toBe('New');
  expect(body).not.toHaveProperty('note');
  await admin.send('PATCH', `/api/users/${editorId}`, { role: 'customer' });
  expect((await preview(token, path)).status).toBe(401);
  await admin.send('PATCH', `/api/users/${editorId}`, { role: 'editor' });
  expect((await preview(token, path)).status).toBe(200);
  await admin.delete(`/api/users/${editorId}`);
  expect((await preview(token, path)).status).toBe(401);
});

test('it writes nothing', async () => {
  const { editor, visitor, post, tokenOf } = await openNewsroom();
  const token = await tokenOf(editor);
  const path = `/api/posts/${post.id}`;
  const sent = { 'x-svc-preview': token };
  for (const [method, to, body] of [
    ['PATCH', path, { title: 'X' }],
    ['PATCH', path, {}],
    ['DELETE', path, undefined],
    ['POST', `${path}/publish`, {}],
    ['POST', '/api/posts', { title: 'X' }],
    ['POST', `${path}/preview-token`, undefined],
  ] as const) {
    const { status } = await visitor.send(method, to, body, sent);
    expect({ method, to, status }).toEqual({ method, to, status: 403 });
  }
  expect((await visitor.get(path)).body.title).toBe('Old');
});

test('lists ignore it', async () => {
  const { editor, preview, tokenOf } = await openNewsroom();
  const token = await tokenOf(editor);
  for (const given of [token, 'nonsense']) {
    const { status, body } = await preview(given, '/api/posts');
    expect({ status, titles: body.docs.map(({ title }: { title: string }) => title) }).toEqual({
      status: 200,
      titles: ['Old'],
    });
  }
});

test('no cache gets its response: reads before and after it are those of everyone', async () => {
  const { editor, visitor, post, preview, tokenOf } = await openNewsroom();
  const path = `/api/posts/${post.id}`;
  const token = await tokenOf(editor);
  const before = await visitor.get(path);
  const etag = before.headers.get('etag') ?? '';
  for (let round = 0; round < 3; round += 1) {
    expect((await preview(token, path)).body.title).toBe('New');
    expect((await visitor.get(path)).body).toEqual(before.body);
  }
  // A tag that a cache has kept of the published document never validates the draft.
  expect(await preview(token, path, { 'if-none-match': etag })).toMatchObject({
    status: 200,
    body: { title: 'New' },
  });
});

test('a token that was altered, cut, or made elsewhere is refused', async () => {
  const { editor, post, preview, tokenOf } = await openNewsroom();
  const path = `/api/posts/${post.id}`;
  const token = await tokenOf(editor);
  const bytes = Buffer.from(token, 'base64url');
  const changed = Array.from(bytes, (byte, at) => {
    const copy = Buffer.from(bytes);
    copy[at] = byte ^ 1;
    return copy.toString('base64url');
  });
  const some = [changed[0], changed[11], changed[12], changed[40], changed.at(-17), changed.at(-1)];
  const others = ['', 'x', `${token}=`, token.slice(0, -1), `${token}A`, 'A'.repeat(5000), 'A'.repeat(38)];
  for (const wrong of [...some, ...others]) {
    const { status, body } = await preview(wrong ?? '', path);
    expect({ wrong, status, reason: body.reason }).toEqual({ wrong, status: 401, reason: 'preview.ended' });
  }
  const other = await openNewsroom();
  expect((await preview(await other.tokenOf(other.editor), path)).status).toBe(401);
  expect((await preview(editor.jar.get('svc_session') ?? '', path)).status).toBe(401);
});

test('a token of a former secret is good for its hour', async () => {
  const first = await openNewsroom();
  const token = await first.tokenOf(first.editor);
  const { startAuthServer, secret } = await import('../support/auth-server.js');
  const { config } = await import('./support/newsroom.js');
  const next = { secret: 'another secret that is long enough for it', previousSecrets: [secret] };
  const second = await startAuthServer({ beside: first.server, config: config(), auth: next });
  const { body } = await second.client().get(`/api/posts/${first.post.id}`, { 'x-svc-preview': token });
  expect(body.title).toBe('New');
});

test('a page of an allowed origin may send it, and no other', async () => {
  const { server } = await openNewsroom();
  const headers = { origin: 'https://www.example.com', 'access-control-request-method': 'GET' };
  const { headers: given } = await fetch(`${server.url}/api/posts/x`, { method: 'OPTIONS', headers });
  expect(given.get('access-control-allow-headers')).toContain('X-Svc-Preview');
  expect(given.get('access-control-allow-headers')).toContain('X-Autosave');
  expect(given.get('access-control-allow-origin')).toBeNull();
});
