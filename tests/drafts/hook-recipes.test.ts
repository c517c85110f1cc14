/** The examples of docs/hooks.md do what the page says, on a service with exactly these configs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadConfig } from '../../generator/load/load-config.js';
import { type AuthClient, adminEmail, startAuthServer } from '../support/auth-server.js';
import { scratchFolder } from '../support/emitted.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/hooks.md'), 'utf8');
const asDraft = { 'x-draft': 'true' };

/** An administrator of a service with the config below a heading. */
async function editorOf(heading: string): Promise<AuthClient> {
  const [, part = ''] = page.split(`\n## ${heading}\n`);
  const [, code = ''] = /```ts\n([\s\S]*?)```/.exec(part) ?? [];
  const folder = scratchFolder();
  writeFileSync(join(folder, 'svc.config.ts'), code);
  const { config } = await loadConfig({ cwd: folder });
  const server = await startAuthServer({ config });
  return server.signedIn();
}

/** Bodies that a server got, whose address is in the variable. */
async function received(variable: string): Promise<unknown[]> {
  const bodies: unknown[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString()));
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  vi.stubEnv(variable, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    server.close();
  });
  return bodies;
}

async function path(editor: AuthClient, slug: string, data: object, isDraft = false): Promise<string> {
  const { status, body } = await editor.send('POST', `/api/${slug}`, data, isDraft ? asDraft : {});
  expect(status, JSON.stringify(body)).toBe(201);
  return `/api/${slug}/${body.id}`;
}

test('mail on publish: one mail, whatever edits follow', async () => {
  const mails = await received('MAIL_URL');
  const editor = await editorOf('Mail on publish');
  const post = await path(editor, 'posts', { title: 'a' }, true);
  await editor.send('PATCH', post, { title: 'b' }, asDraft);
  await editor.post(`${post}/publish`);
  await editor.send('PATCH', post, { title: 'c' });
  await editor.send('PATCH', post, { title: 'd' }, asDraft);
  await editor.post(`${post}/publish`);
  expect(mails).toEqual([{ subject: 'b' }]);
});

test('revalidate a cache: what the public sees, at its old and new address', async () => {
  const calls = await received('SITE_URL');
  const editor = await editorOf('Revalidate a cache');
  const post = await path(editor, 'posts', { title: 'a', slug: 'a' });
  await editor.send('PATCH', post, { slug: 'b' }, asDraft);
  expect(calls.splice(0)).toEqual([['/blog/a']]);
  await editor.post(`${post}/publish`);
  expect(calls.splice(0)).toEqual([['/blog/b', '/blog/a']]);
  await editor.send('PATCH', post, { slug: 'c' }, asDraft);
  await editor.delete(`${post}/draft`);
  expect(calls.splice(0)).toEqual([]);
  await editor.post(`${post}/unpublish`);
  expect(calls.splice(0)).toEqual([['/blog/b']]);
  await editor.delete(post);
  expect(calls).toEqual([['/blog/b']]);
});

test('keep a log: a line for each change of the amount', async () => {
  const file = join(scratchFolder(), 'prices.log');
  vi.stubEnv('PRICE_LOG', file);
  onTestFinished(() => void vi.unstubAllEnvs());
  const editor = await editorOf('Keep a log');
  const price = await path(editor, 'prices', { product: 'Tea', amount: 3 });
  await editor.send('PATCH', price, { product: 'Green tea' });
  await editor.send('PATCH', price, { amount: 4 });
  const id = price.split('/').at(-1);
  expect(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { event: 'create', id, to: 3, by: adminEmail },
    { event: 'update', id, from: 3, to: 4, by: adminEmail },
  ]);
});

test('derive a field: from what is sent, and by nobody else', async () => {
  const editor = await editorOf('Derive a field');
  const body = Array.from({ length: 201 }, () => 'word').join(' ');
  const post = await path(editor, 'posts', { body });
  expect((await editor.get(post)).body.minutes).toBe(2);
  await editor.send('PATCH', post, { body: 'short' });
  expect((await editor.get(post)).body.minutes).toBe(1);
  expect((await editor.send('PATCH', post, { minutes: 9 })).status).toBe(400);
});

test('refuse by state: whichever request would publish', async () => {
  const editor = await editorOf('Refuse by state');
  const refused = { status: 400, body: { error: 'A post needs a review before it is published.' } };
  expect(await editor.post('/api/posts', { title: 'a' })).toMatchObject(refused);
  const post = await path(editor, 'posts', { title: 'a' }, true);
  expect(await editor.post(`${post}/publish`)).toMatchObject(refused);
  expect(await editor.send('PATCH', post, { title: 'b' })).toMatchObject(refused);
  expect((await editor.send('PATCH', post, { reviewed: true }, asDraft)).status).toBe(200);
  expect((await editor.post(`${post}/publish`)).status).toBe(200);
  expect(await editor.delete(post)).toMatchObject({
    status: 400,
    body: { error: 'Unpublish the post before you delete it.' },
  });
});

test('keep a counter: with the comment, or not at all', async () => {
  const editor = await editorOf('Keep a counter');
  const post = await path(editor, 'posts', { title: 'a' });
  const id = post.split('/').at(-1);
  await path(editor, 'comments', { post: id, text: 'x' });
  await path(editor, 'comments', { post: id, text: 'y' });
  expect((await editor.post('/api/comments', { post: 'none', text: 'z' })).status).toBe(400);
  expect((await editor.get(post)).body).toMatchObject({ comments: 2 });
});
