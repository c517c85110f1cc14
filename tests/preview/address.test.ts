/** The address of a preview, which the dashboard gets of the service. */
import { expect, test } from 'vitest';
import type { PreviewArguments } from '../../runtime/config/collection-config.js';
import { openNewsroom, website } from './support/newsroom.js';

test('the service calls the function of the config with the document and a token', async () => {
  const calls: PreviewArguments[] = [];
  const { editor, post, preview } = await openNewsroom((given) => {
    calls.push(given);
    return new URL(`${website}/p?token=${given.token}`);
  });
  const { status, body, headers } = await editor.post(`/api/admin/preview/posts/${post.id}`);
  expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'no-store' });
  const [call] = calls;
  expect(call).toMatchObject({
    collection: 'posts',
    draft: true,
    document: { id: post.id, title: 'New', note: 'inside' },
  });
  expect(body).toEqual({ url: `${website}/p?token=${call?.token}`, expiresAt: expect.any(String) });
  expect((await preview(call?.token ?? '', `/api/posts/${post.id}`)).body.title).toBe('New');
  await editor.post(`/api/posts/${post.id}/publish`, {});
  await editor.post(`/api/admin/preview/posts/${post.id}`);
  expect(calls[1]).toMatchObject({ draft: false });
});

test('a function that returns nothing says that there is no page', async () => {
  const { editor, post } = await openNewsroom(async () => null);
  expect((await editor.post(`/api/admin/preview/posts/${post.id}`)).body.url).toBeNull();
});

test.each([
  ['javascript:alert(1)', 'preview.noAddress'],
  ['/posts/1', 'preview.noAddress'],
  ['data:text/html,<p>', 'preview.noAddress'],
  ['https://evil.example.com/x', 'preview.foreignOrigin'],
  ['https://www.example.com.evil.net/', 'preview.foreignOrigin'],
  ['http://www.example.com/', 'preview.foreignOrigin'],
  ['https://www.example.com@evil.net/', 'preview.foreignOrigin'],
])('an address like %s is refused', async (address, reason) => {
  const { editor, post } = await openNewsroom(() => address);
  const { status, body } = await editor.post(`/api/admin/preview/posts/${post.id}`);
  expect({ status, reason: body.reason }).toEqual({ status: 409, reason });
});

test('the message of an error tells where it is, and the log what it was', async () => {
  const { editor, post, server } = await openNewsroom(() => {
    throw new Error('no such site');
  });
  const { status, body } = await editor.post(`/api/admin/preview/posts/${post.id}`);
  expect({ status, reason: body.reason }).toEqual({ status: 409, reason: 'preview.failed' });
  expect(body.error).toContain('admin.preview of posts failed');
  expect(body.error).not.toContain('no such site');
  expect(server.log.some((line) => line.includes('no such site'))).toBe(true);
});

test('it is for users who read drafts, of collections with a preview', async () => {
  const { editor, server, visitor, post } = await openNewsroom();
  const path = `/api/admin/preview/posts/${post.id}`;
  expect((await visitor.post(path)).status).toBe(401);
  await server.addUser('customer@example.com');
  expect((await (await server.signedIn('customer@example.com')).post(path)).status).toBe(403);
  expect((await editor.post('/api/admin/preview/authors/x')).body.reason).toBe('preview.none');
  expect((await editor.post('/api/admin/preview/nothing/x')).status).toBe(404);
  expect((await editor.post('/api/admin/preview/posts/x')).status).toBe(404);
});
