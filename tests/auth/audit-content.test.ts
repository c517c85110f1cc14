/** What the audit log knows of documents: docs/spec/auth.md#audit-log. */
import { expect, test } from 'vitest';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import {
  type Answered,
  type AuthClient,
  adminEmail,
  minute,
  startAuthServer,
} from '../support/auth-server.js';

const config: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'posts',
      drafts: true,
      versions: true,
      access: { create: () => true },
      fields: [{ name: 'title', type: 'text', required: true }],
    },
    { slug: 'posts2', fields: [{ name: 'title', type: 'text' }] },
    { slug: 'threads', trash: true, fields: [{ name: 'title', type: 'text' }] },
    {
      slug: 'replies',
      trash: true,
      fields: [{ name: 'thread', type: 'relationship', to: 'threads', onDelete: 'cascade' }],
    },
    {
      slug: 'marks',
      drafts: false,
      fields: [{ name: 'post', type: 'relationship', to: 'posts', onDelete: 'cascade' }],
    },
  ],
  globals: [{ slug: 'site', fields: [{ name: 'name', type: 'text' }] }],
};

const draft = { 'x-draft': 'true' };

async function entries(client: AuthClient, search: string): Promise<readonly Answered[]> {
  const { status, body } = await client.get(`/api/auth/audit-log?limit=100&${search}`);
  expect(status).toBe(200);
  return body.docs;
}

const typesOf = (found: readonly Answered[]): readonly string[] => found.map(({ type }) => type).reverse();

test('who has done what with a document, found by it', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  const { user } = (await admin.get('/api/auth/me')).body;
  const { id } = (await admin.post('/api/posts', { title: 'New' }, draft)).body;
  const next = (): void => {
    server.time.now += 1;
  };
  const other = (await admin.post('/api/posts', { title: 'Other' })).body.id;
  next();
  await admin.send('PATCH', `/api/posts/${id}`, { title: 'Newer' }, draft);
  next();
  await admin.post(`/api/posts/${id}/publish`, {});
  next();
  await admin.send('PATCH', `/api/posts/${id}`, { title: 'Newest' }, draft);
  next();
  await admin.delete(`/api/posts/${id}/draft`);
  next();
  await admin.post(`/api/posts/${id}/unpublish`, {});
  next();
  await admin.delete(`/api/posts/${id}`);
  const found = await entries(admin, `collection=posts&document=${id}`);
  expect(typesOf(found)).toEqual([
    ...['document.created', 'document.changed', 'document.published', 'document.changed'],
    ...['document.discarded', 'document.unpublished', 'document.deleted'],
  ]);
  expect(found[0]).toMatchObject({
    ...{ outcome: 'success', userId: null, actorId: user.id, reason: `collection posts ${id}` },
    ...{ ip: '127.0.0.1', userAgent: 'node', requestId: expect.any(String) },
  });
  expect(typesOf(await entries(admin, `collection=posts&document=${other}`))).toEqual(['document.created']);
  expect((await entries(admin, 'collection=posts')).length).toBe(8);
});

test('what is deleted or trashed along with a document has an entry of its own', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  const create = async (slug: string, data: object): Promise<string> =>
    (await admin.post(`/api/${slug}`, data)).body.id;
  const post = await create('posts', { title: 'Root' });
  const mark = await create('marks', { post });
  const thread = await create('threads', { title: 'Root' });
  const replies = [await create('replies', { thread }), await create('replies', { thread })];
  await admin.delete(`/api/posts/${post}`);
  await admin.delete(`/api/threads/${thread}`);
  const deleted = await entries(admin, 'type=document.deleted');
  expect(deleted.map(({ reason }) => reason).sort()).toEqual(
    [
      ...[`collection posts ${post}`, `collection marks ${mark}`, `collection threads ${thread}`],
      ...replies.map((id) => `collection replies ${id}`),
    ].sort(),
  );
  expect(new Set(deleted.map(({ requestId }) => requestId)).size).toBe(2);
});

test('a deletion for good is one entry, of the document itself or of what is in the trash', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  const { id } = (await admin.post('/api/threads', { title: 'Gone' })).body;
  const { id: kept } = (await admin.post('/api/threads', { title: 'Kept' })).body;
  const { id: reply } = (await admin.post('/api/replies', { thread: id })).body;
  const ends = async (collection: string, document: string): Promise<readonly string[]> =>
    typesOf(await entries(admin, `collection=${collection}&document=${document}`)).slice(1);
  await admin.delete(`/api/threads/${id}?permanent=true`);
  expect(await ends('threads', id)).toEqual(['document.purged']);
  expect(await ends('replies', reply)).toEqual(['document.deleted']);
  await admin.delete(`/api/threads/${kept}`);
  server.time.now += 1;
  await admin.delete(`/api/threads/${kept}?permanent=true`);
  expect(await ends('threads', kept)).toEqual(['document.deleted', 'document.purged']);
  server.time.now += 1;
  await admin.post('/api/replies/trash/empty');
  expect(await ends('replies', reply)).toEqual(['document.deleted', 'document.purged']);
});

test('the filter by a user finds what they did, and what was done to them', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  const { user } = (await admin.get('/api/auth/me')).body;
  const { id } = (await admin.post('/api/posts', { title: 'Mine' })).body;
  await server.client().post('/api/posts', { title: 'By a guest' });
  const found = await entries(admin, `userId=${user.id}`);
  expect(found.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['document.created', 'login.success']),
  );
  expect(found.filter(({ type }) => type === 'document.created')).toMatchObject([
    { userId: null, actorId: user.id, reason: `collection posts ${id}` },
  ]);
  const { body } = await admin.post('/api/users', {
    email: 'ada@example.com',
    password: 'Correct-Horse-7-Battery',
  });
  expect(await entries(admin, `userId=${body.id}`)).toMatchObject([
    { type: 'user.created', actorId: user.id },
  ]);
  expect(await entries(admin, `userId=${user.id}&type=user.created`)).toHaveLength(1);
});

test('by collection, by global, and not what another collection begins with', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  await admin.post('/api/posts2', { title: 'Second' });
  await admin.send('PATCH', '/api/globals/site', { name: 'Here' });
  expect(await entries(admin, 'collection=posts')).toEqual([]);
  expect(typesOf(await entries(admin, 'collection=posts2'))).toEqual(['document.created']);
  const [own] = await entries(admin, 'collection=globals.site&document=global');
  expect(own).toMatchObject({ type: 'document.changed', reason: 'global site global' });
  expect(await entries(admin, 'collection=no%25_such')).toEqual([]);
  expect((await admin.get('/api/auth/audit-log?document=x')).status).toBe(400);
});

test('its schedule is found by a document, too', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  const { id } = (await admin.post('/api/posts', { title: 'Soon' }, draft)).body;
  const publishAt = new Date(server.time.now + minute).toISOString();
  await admin.post(`/api/posts/${id}/publish`, { publishAt });
  expect(typesOf(await entries(admin, `collection=posts&document=${id}&type=schedule.set`))).toHaveLength(1);
});

test('anonymous writes have no actor, refused ones no entry, and users entries of their own', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  const guest = server.client();
  const { id } = (await guest.post('/api/posts', { title: 'By a guest' })).body;
  await guest.delete(`/api/posts/${id}`);
  await admin.post('/api/posts', {});
  expect(await entries(admin, 'collection=posts')).toMatchObject([
    { type: 'document.created', actorId: null },
  ]);
  await admin.post('/api/users', { email: 'ada@example.com', password: 'Correct-Horse-7-Battery' });
  expect(await entries(admin, 'collection=users')).toEqual([]);
});

test('of what is saved while somebody types, one entry in ten minutes', async () => {
  const server = await startAuthServer({ config, alone: true });
  const admin = await server.signedIn();
  const { id } = (await admin.post('/api/posts', { title: 'Typed' }, draft)).body;
  const type = async (title: string): Promise<void> => {
    const sent = await admin.send('PATCH', `/api/posts/${id}`, { title }, { ...draft, 'x-autosave': 'true' });
    expect(sent.status).toBe(200);
  };
  for (const title of ['a', 'ab', 'abc']) await type(title);
  server.time.now += 11 * minute;
  await type('abcd');
  const found = await entries(admin, `collection=posts&document=${id}`);
  expect(typesOf(found)).toEqual(['document.created', 'document.changed', 'document.changed']);
});

test('each document of a bulk request has its entry, and a rolled back one has none', async () => {
  const server = await startAuthServer({ config });
  const admin = await server.signedIn();
  const create = (title: unknown): object => ({ op: 'create', data: { title } });
  await admin.post('/api/posts/bulk', { operations: [create('One'), create('Two')] });
  expect(await entries(admin, 'type=document.created')).toHaveLength(2);
  await admin.post('/api/posts/bulk', { operations: [create('Three'), create(3)] });
  expect(await entries(admin, 'type=document.created')).toHaveLength(2);
});

test('switched off, it knows accounts only', async () => {
  const server = await startAuthServer({ config, auth: { auditContent: false } });
  const admin = await server.signedIn(adminEmail);
  await admin.post('/api/posts', { title: 'Quiet' });
  expect(await entries(admin, 'collection=posts')).toEqual([]);
});
