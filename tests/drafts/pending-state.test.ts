/** `_pending` in the merged view: whether a published document has changes that are not published. */
import { expect, test } from 'vitest';
import { type Answer, type Client, openGuarded, user } from '../access/support/guarded-service.js';
import { asDraft, type Newsroom, openNewsroom, query } from './support/newsroom.js';

interface Posts {
  readonly room: Newsroom;
  readonly live: Answer;
  readonly changed: Answer;
  readonly fresh: Answer;
  readonly discarded: Answer;
}

/** One post for each state that a post can be in. */
async function openPosts(): Promise<Posts> {
  const room = await openNewsroom();
  const live = await room.create('posts', { title: 'Live', rank: 1 });
  const changed = await room.create('posts', { title: 'Changed', rank: 2 });
  await room.save('posts', changed.id, { title: 'Changed again' });
  const fresh = await room.draft('posts', { title: 'Fresh', rank: 4 });
  const withdrawn = await room.create('posts', { title: 'Withdrawn', rank: 5 });
  await room.save('posts', withdrawn.id, { title: 'Withdrawn later' });
  expect((await room.editor.post(`/api/posts/${withdrawn.id}/unpublish`, {})).body._pending).toBe(false);
  const discarded = await room.create('posts', { title: 'Discarded', rank: 6 });
  await room.save('posts', discarded.id, { title: 'Lost' });
  expect((await room.editor.delete(`/api/posts/${discarded.id}/draft`)).body._pending).toBe(false);
  return { room, live, changed, fresh, discarded };
}

async function list(client: Client, parameters: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
  const { status, body } = await client.get(`/api/posts?${query({ sort: 'rank', ...parameters })}`);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
}

const states = [
  ['Live', false],
  ['Changed again', true],
  ['Fresh', false],
  ['Withdrawn later', false],
  ['Discarded', false],
];

function statesOf({ docs }: Answer): readonly unknown[] {
  return docs.map(({ title, _pending }: Answer) => [title, _pending]);
}

test('lists of the merged view show it, however they are read', async () => {
  const { room } = await openPosts();
  expect(statesOf(await list(room.editor))).toEqual(states);
  expect(statesOf(await list(room.editor, { draft: true, cursor: '' }))).toEqual(states);
  expect(statesOf(await list(room.editor, { depth: 1 }))).toEqual(states);
  expect(statesOf(await list(room.editor, { select: 'title,_pending' }))).toEqual(states);
  expect(statesOf(await list(room.author))).toEqual(states);
  const { docs } = await list(room.editor, { select: 'title' });
  expect(docs[0]).toEqual({ id: docs[0].id, title: 'Live' });
});

test('it is the first key, and the rest of a document is as it was', async () => {
  const { room, live, changed } = await openPosts();
  const merged = (await room.editor.get(`/api/posts/${live.id}`)).body;
  const published = (await room.reader.get(`/api/posts/${live.id}`)).body;
  const head = ['_pending', 'id', 'createdAt', 'updatedAt', '_status', '_revision'];
  expect(Object.keys(merged).slice(0, 6)).toEqual(head);
  const { _pending, note, ...others } = merged;
  expect({ _pending, note, others }).toEqual({ _pending: false, note: null, others: published });
  expect((await room.editor.get(`/api/posts/${changed.id}`)).body._pending).toBe(true);
  expect((await room.editor.get(`/api/posts/${changed.id}?select=_pending`)).body).toEqual({
    id: changed.id,
    _pending: true,
  });
});

test('no request for the published view shows it', async () => {
  const { room, changed } = await openPosts();
  for (const [client, more] of [
    [room.reader, {}],
    [room.editor, { draft: false }],
  ] as const) {
    const { docs } = await list(client, more);
    const one = (await client.get(`/api/posts/${changed.id}?${query(more)}`)).body;
    for (const document of [...docs, one]) expect(Object.keys(document)).not.toContain('_pending');
    expect((await list(client, { ...more, where: { _pending: true } })).totalDocs).toBe(0);
    expect((await list(client, { ...more, where: { _pending: false } })).totalDocs).toBe(3);
    expect((await list(client, { ...more, select: '_pending' })).docs[0]).toEqual({
      id: expect.any(String),
    });
  }
});

test.each([
  [{ _pending: true }, ['Changed again']],
  [{ _pending: { equals: true } }, ['Changed again']],
  [{ _pending: { not_equals: false } }, ['Changed again']],
  [{ _pending: { in: [true] } }, ['Changed again']],
  [{ _pending: false }, ['Live', 'Fresh', 'Withdrawn later', 'Discarded']],
  [{ _pending: { not_equals: true } }, ['Live', 'Fresh', 'Withdrawn later', 'Discarded']],
  [{ _pending: false, _status: 'published' }, ['Live', 'Discarded']],
  [{ _pending: true, _status: 'draft' }, []],
  [{ OR: [{ _pending: true }, { _status: 'draft' }] }, ['Changed again', 'Fresh', 'Withdrawn later']],
  [{ _pending: { exists: true } }, ['Live', 'Changed again', 'Fresh', 'Withdrawn later', 'Discarded']],
  [{ _pending: null }, []],
])('%j filters by it', async (where, expected) => {
  const { room } = await openPosts();
  for (const more of [{}, { cursor: '' }, { count: 'estimated' }, { select: 'title' }]) {
    const { docs } = await list(room.editor, { where, ...more });
    expect(docs.map(({ title }: Answer) => title)).toEqual(expected);
  }
  expect((await list(room.editor, { where, limit: 0 })).totalDocs).toBe(expected.length);
});

test('a filter that is no boolean, and a sort by it, are refused', async () => {
  const { room } = await openPosts();
  const wrong = await room.editor.get(`/api/posts?${query({ where: { _pending: 'yes' } })}`);
  expect([wrong.status, wrong.body.details[0].path]).toEqual([400, 'where._pending']);
  const sorted = await room.editor.get('/api/posts?sort=_pending_desc');
  expect([sorted.status, JSON.stringify(sorted.body)]).toEqual([
    400,
    expect.stringContaining('filter by it'),
  ]);
  const plain = await room.editor.get(`/api/places?${query({ where: { _pending: true } })}`);
  expect(plain.status).toBe(400);
  const sent = await room.editor.post('/api/posts', { title: 'x', _pending: true });
  expect([sent.status, sent.body.details[0].path]).toEqual([400, '_pending']);
});

test('related and joined documents show it, and filters reach it through relations', async () => {
  const room = await openNewsroom();
  const ada = await room.create('people', { name: 'Ada' });
  const bob = await room.create('people', { name: 'Bob' });
  const post = await room.create('posts', { title: 'By Ada', rank: 1, author: ada.id, helpers: [bob.id] });
  await room.create('posts', { title: 'By Bob', rank: 2, author: bob.id });
  await room.save('people', ada.id, { name: 'Ada L.' });
  await room.save('posts', post.id, { section: 'news' });
  for (const more of [{}, { select: 'title,author,helpers' }]) {
    const [first] = (await list(room.editor, { depth: 1, ...more })).docs;
    expect([first.author._pending, first.helpers[0]._pending]).toEqual([true, false]);
  }
  const person = (await room.editor.get(`/api/people/${ada.id}?depth=1`)).body;
  expect(person.posts.docs[0]).toMatchObject({ title: 'By Ada', _pending: true });
  const where = { 'author._pending': true };
  expect((await list(room.editor, { where })).totalDocs).toBe(1);
  // Authors may read drafts of posts, but not those of people.
  expect((await list(room.author, { where })).totalDocs).toBe(0);
  const [seen] = (await list(room.author, { depth: 1 })).docs;
  expect([seen._pending, seen.author.name, '_pending' in seen.author]).toEqual([true, 'Ada', false]);
});

test('responses of writes of drafts have it, those of the published content do not', async () => {
  const { room, live } = await openPosts();
  const path = `/api/posts/${live.id}`;
  expect((await room.editor.patch(path, { title: 'Live' }, asDraft)).body._pending).toBe(false);
  expect((await room.editor.patch(path, { title: 'New' }, asDraft)).body._pending).toBe(true);
  expect('_pending' in (await room.editor.patch(path, { rank: 9 })).body).toBe(false);
  expect((await room.editor.get(path)).body._pending).toBe(true);
  expect('_pending' in (await room.editor.patch(path, { title: 'Newer' })).body).toBe(false);
  expect((await room.editor.get(path)).body._pending).toBe(false);
  expect((await room.draft('posts', { title: 'x' }))['_pending']).toBe(false);
});

test('globals have it, also before their first write', async () => {
  const { editor, reader } = await openNewsroom();
  expect((await editor.get('/api/globals/front')).body).toMatchObject({ _status: 'draft', _pending: false });
  expect('_pending' in (await reader.get('/api/globals/front')).body).toBe(false);
  await editor.patch('/api/globals/front', { headline: 'Hello' });
  await editor.patch('/api/globals/front', { headline: 'Later' }, asDraft);
  expect((await editor.get('/api/globals/front')).body._pending).toBe(true);
  expect('_pending' in (await editor.get('/api/globals/front?draft=false')).body).toBe(false);
  expect('_pending' in (await editor.get('/api/globals/plain')).body).toBe(false);
});

test('a field of a document may contain the names of the head', async () => {
  const room = await openNewsroom();
  const title = '"_revision":1,"_pending":true';
  const { id } = await room.create('posts', { title, rank: 1 });
  expect((await room.editor.get(`/api/posts/${id}`)).body).toMatchObject({ title, _pending: false });
  expect((await list(room.editor)).docs[0]).toMatchObject({ title, _pending: false, _revision: 1 });
});

test('a hook and a hidden field leave it in the document', async () => {
  const seen: unknown[] = [];
  const service = await openGuarded({
    auth: { secret: 'not looked at in these tests, but long enough' },
    collections: [
      {
        slug: 'posts',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'note', type: 'text', access: { read: ['admin'] } },
        ],
        hooks: {
          afterRead: [
            ({ data }) => {
              seen.push((data as Answer)['_pending']);
              return data;
            },
          ],
        },
      },
    ],
  });
  const editor = service.as(user('editor'));
  const { id } = (await editor.post('/api/posts', { title: 'One' })).body;
  await editor.patch(`/api/posts/${id}`, { title: 'Two' }, asDraft);
  seen.length = 0;
  expect((await editor.get('/api/posts')).body.docs[0]).toMatchObject({ title: 'Two', _pending: true });
  expect(seen).toEqual([true]);
});
