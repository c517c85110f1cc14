/** `_status` in filters: published or not, in the view of the request. */
import { describe, expect, test } from 'vitest';
import { type Answer, anonymous, type Client, openGuarded, user } from '../access/support/guarded-service.js';
import { asDraft, type Newsroom, openNewsroom, query } from './support/newsroom.js';

interface Posts {
  readonly room: Newsroom;
  readonly live: Answer;
}

/** One post for each state that a post can be in. */
async function openPosts(): Promise<Posts> {
  const room = await openNewsroom();
  const live = await room.create('posts', { title: 'Live', rank: 1 });
  const changed = await room.create('posts', { title: 'Changed', rank: 2 });
  await room.save('posts', changed.id, { rank: 3 });
  await room.draft('posts', { title: 'Fresh', rank: 4 });
  const withdrawn = await room.create('posts', { title: 'Withdrawn', rank: 5 });
  expect((await room.editor.post(`/api/posts/${withdrawn.id}/unpublish`, {})).status).toBe(200);
  return { room, live };
}

async function titles(client: Client, where: object, more: object = {}): Promise<readonly string[]> {
  const { status, body } = await client.get(`/api/posts?${query({ where, sort: 'rank', ...more })}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  expect(body.totalDocs).toBe(body.docs.length);
  return body.docs.map(({ title }: Answer) => title);
}

const drafts = ['Fresh', 'Withdrawn'];
const published = ['Live', 'Changed'];

test.each([
  [{ _status: 'draft' }, drafts],
  [{ _status: { equals: 'published' } }, published],
  [{ _status: { not_equals: 'published' } }, drafts],
  [{ _status: { in: ['draft'] } }, drafts],
  [{ _status: { in: ['draft', 'published'] } }, [...published, ...drafts]],
  [{ _status: { in: [] } }, []],
  [{ _status: { not_in: ['draft'] } }, published],
  [{ _status: { exists: true } }, [...published, ...drafts]],
  [{ _status: null }, []],
  [{ _status: 'lost' }, []],
  [{ _status: { equals: 'draft', not_equals: 'draft' } }, []],
  [{ _status: 'draft', rank: { gt: 4 } }, ['Withdrawn']],
  [{ OR: [{ _status: 'draft' }, { title: 'Live' }] }, ['Live', ...drafts]],
])('%j finds what is so in the merged view', async (where, expected) => {
  const { room } = await openPosts();
  expect(await titles(room.editor, where)).toEqual(expected);
  const { docs } = (await room.editor.get(`/api/posts?${query({ where, sort: 'rank', cursor: '' })}`)).body;
  expect(docs.map(({ title }: Answer) => title)).toEqual(expected);
});

test('all of the published view is published', async () => {
  const { room } = await openPosts();
  for (const [client, more] of [
    [room.reader, {}],
    [room.editor, { draft: false }],
  ] as const) {
    expect(await titles(client, { _status: 'published' }, more)).toEqual(published);
    expect(await titles(client, { _status: { not_equals: 'draft' } }, more)).toEqual(published);
    expect(await titles(client, { _status: 'draft' }, more)).toEqual([]);
    expect(await titles(client, { _status: { not_in: ['published'] } }, more)).toEqual([]);
  }
});

test('a filter by status goes through relations, in the view that is read', async () => {
  const { editor, reader, create, draft } = await openNewsroom();
  const ada = await create('people', { name: 'Ada' });
  const bob = await draft('people', { name: 'Bob' });
  const place = await create('places', { name: 'Here' });
  await create('posts', { title: 'By Ada', rank: 1, author: ada.id, helpers: [ada.id, bob.id] });
  await create('posts', { title: 'By Bob', rank: 2, author: bob.id, links: [{ to: bob.id }] });
  await create('posts', { title: 'There', rank: 3, about: { collection: 'places', id: place.id } });
  expect(await titles(editor, { 'author._status': 'published' })).toEqual(['By Ada']);
  expect(await titles(editor, { 'author._status': 'draft' })).toEqual(['By Bob']);
  expect(await titles(editor, { 'helpers._status': 'draft' })).toEqual(['By Ada']);
  expect(await titles(editor, { 'helpers._status': 'draft', 'helpers.name': 'Ada' })).toEqual([]);
  expect(await titles(editor, { 'links.to._status': 'draft' })).toEqual(['By Bob']);
  // Places have no drafts: for them the condition behaves as on an empty field.
  expect(await titles(editor, { 'about._status': 'published' })).toEqual([]);
  expect(await titles(editor, { 'about._status': { exists: false } })).toHaveLength(3);
  expect(await titles(reader, { 'author._status': 'published' })).toEqual(['By Ada']);
  for (const path of ['author', 'helpers', 'links.to'])
    expect(await titles(reader, { [`${path}._status`]: 'draft' })).toEqual([]);
});

test('joins filter by status', async () => {
  const service = await openGuarded({
    auth: { secret: 'not looked at in these tests, but long enough' },
    collections: [
      {
        slug: 'people',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'due', type: 'join', collection: 'posts', on: 'author', where: { _status: 'draft' } },
        ],
      },
      { slug: 'posts', fields: [{ name: 'author', type: 'relationship', to: 'people' }] },
    ],
  });
  const editor = service.as(user('editor'));
  const { id } = (await editor.post('/api/people', { name: 'Ada' })).body;
  await editor.post('/api/posts', { author: id });
  const draft = (await editor.post('/api/posts', { author: id }, asDraft)).body;
  const due = async (client: Client): Promise<Answer> =>
    (await client.get(`/api/people/${id}?depth=1`)).body.due;
  expect((await due(editor)).docs.map((post: Answer) => post.id)).toEqual([draft.id]);
  expect((await due(service.as(anonymous))).docs).toEqual([]);
});

test('an access rule tells readers of drafts from others by the status', async () => {
  const service = await openGuarded({
    auth: { secret: 'not looked at in these tests, but long enough' },
    collections: [
      {
        slug: 'posts',
        fields: [{ name: 'title', type: 'text' }],
        access: {
          read: ({ req }) => (req.user?.role === 'editor' ? true : { _status: { equals: 'published' } }),
        },
      },
    ],
    globals: [
      {
        slug: 'front',
        fields: [{ name: 'text', type: 'text' }],
        access: {
          read: ({ req }) => (req.user?.role === 'editor' ? true : { _status: { equals: 'published' } }),
        },
      },
    ],
  });
  const [editor, author] = [service.as(user('editor')), service.as(user('author'))];
  const live = (await editor.post('/api/posts', { title: 'Live' })).body;
  await editor.patch(`/api/posts/${live.id}`, { title: 'Changed' }, asDraft);
  const fresh = (await editor.post('/api/posts', { title: 'Fresh' }, asDraft)).body;
  expect((await author.get('/api/posts')).body).toMatchObject({ totalDocs: 1, docs: [{ title: 'Changed' }] });
  expect((await author.get(`/api/posts/${fresh.id}`)).status).toBe(404);
  expect((await author.patch(`/api/posts/${fresh.id}`, { title: 'x' })).status).toBe(404);
  expect((await author.patch(`/api/posts/${live.id}`, { title: 'Mine' }, asDraft)).status).toBe(200);
  expect((await editor.get('/api/posts')).body.totalDocs).toBe(2);
  // Before its first publication, a global is a draft for every requester.
  for (const save of [undefined, { text: 'Soon' }]) {
    if (save !== undefined) await editor.patch('/api/globals/front', save, asDraft);
    expect((await author.get('/api/globals/front')).status).toBe(404);
    expect((await service.as(anonymous).get('/api/globals/front')).status).toBe(404);
  }
  await editor.post('/api/globals/front/publish', {});
  expect((await service.as(anonymous).get('/api/globals/front')).body.text).toBe('Soon');
});

describe('what is refused', () => {
  test.each([
    [{ _status: { contains: 'dra' } }, 'contains does not fit'],
    [{ _status: { gt: 'draft' } }, 'gt does not fit'],
    [{ _status: 1 }, 'must be a text'],
    [{ '_status.x': 1 }, 'nothing is inside it'],
  ])('%j is 400, to everybody', async (where, message) => {
    const { editor, reader } = await openNewsroom();
    for (const client of [editor, reader]) {
      const { status, body } = await client.get(`/api/posts?${query({ where })}`);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_USER_INPUT' });
      expect(body.error).toContain(message);
    }
  });

  test('a filter by status where drafts are switched off, and a sort by it', async () => {
    const { editor } = await openNewsroom();
    expect(await editor.get(`/api/places?${query({ where: { _status: 'draft' } })}`)).toMatchObject({
      status: 400,
      body: { error: 'where._status: unknown field' },
    });
    expect(await editor.get('/api/posts?sort=_status')).toMatchObject({
      status: 400,
      body: { error: 'sort: cannot sort by "_status": filter by it' },
    });
  });
});

test('without authentication everybody filters drafts by status', async () => {
  const service = await openGuarded({
    collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }],
  });
  const client = service.as(anonymous);
  await client.post('/api/posts', { title: 'Live' });
  await client.post('/api/posts', { title: 'Fresh' }, asDraft);
  expect(await titles(client, { _status: 'draft' }, { draft: true, sort: 'title' })).toEqual(['Fresh']);
  expect(await titles(client, { _status: 'draft' }, { sort: 'title' })).toEqual([]);
});
