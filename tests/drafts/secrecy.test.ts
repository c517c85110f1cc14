/**
 * No anonymous response, header, count, ETag or refusal reveals that a draft exists
 * (docs/spec/contract.md#drafts).
 */
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  anonymous,
  type Client,
  openGuarded,
  type Result,
  user,
} from '../access/support/guarded-service.js';
import { asDraft, type Newsroom, openNewsroom, query } from './support/newsroom.js';

interface Site {
  readonly room: Newsroom;
  readonly person: Answer;
  readonly post: Answer;
  readonly other: Answer;
}

/** Creates the same documents with other ids. */
async function openSite(): Promise<Site> {
  const room = await openNewsroom();
  const person = await room.create('people', { name: 'Ada' });
  const post = await room.create('posts', {
    title: 'One',
    section: 'news',
    rank: 1,
    author: person.id,
    helpers: [person.id],
    links: [{ to: person.id }],
  });
  const other = await room.create('posts', { title: 'Two', section: 'sport', rank: 2, author: person.id });
  await room.create('places', { name: 'Here', post: post.id });
  await room.editor.patch('/api/globals/front', { headline: 'Hello', lead: post.id });
  return { room, person, post, other };
}

/** Adds drafts of every kind: changed, never published, discarded, and of a global. */
async function addDrafts({ room, person, post, other }: Site): Promise<Answer> {
  const { draft, save, editor } = room;
  const fresh = await draft('people', { name: 'Secret' });
  await draft('posts', {
    title: 'Secret',
    section: 'news',
    rank: 0,
    author: person.id,
    helpers: [person.id],
  });
  await save('posts', post.id, { title: 'Secret', rank: 99, author: fresh.id, helpers: [], links: [] });
  await save('people', person.id, { name: 'Secret' });
  await save('posts', other.id, { title: 'Secret' });
  expect((await editor.delete(`/api/posts/${other.id}/draft`)).status).toBe(200);
  await editor.patch('/api/globals/front', { headline: 'Secret', lead: null }, asDraft);
  return fresh;
}

function readsOf({ person, post, other }: Site): readonly string[] {
  const list = (parameters: object): string => `/api/posts?${query({ ...parameters })}`;
  return [
    ...[
      '',
      '?depth=2',
      '?limit=0',
      '?limit=1',
      '?count=none&limit=1',
      '?count=estimated',
      '?cursor=&limit=1',
    ].flatMap((search) => [`/api/posts${search}`, `/api/people${search}`, `/api/places${search}`]),
    list({ cursor: '', sort: 'rank', limit: 1, count: 'exact' }),
    list({ sort: 'rank', limit: 1, page: 2 }),
    ...[
      { title: 'Secret' },
      { _status: 'draft' },
      { _status: { not_equals: 'published' } },
      { 'author._status': 'draft' },
      { 'helpers._status': { not_in: ['published'] } },
      { rank: 99 },
      { rank: { lt: 1 } },
      { section: 'news' },
      { 'author.name': 'Secret' },
      { 'author.name': { not_equals: 'Secret' } },
      { 'helpers.name': 'Ada' },
      { helpers: { exists: false } },
      { 'links.to.name': 'Secret' },
    ].flatMap((where) => [list({ where }), list({ where, depth: 1, sort: 'title', select: 'title,author' })]),
    `/api/places?${query({ where: { 'post.title': 'Secret' } })}`,
    ...[
      `/api/posts/${post.id}`,
      `/api/posts/${other.id}`,
      `/api/people/${person.id}`,
      '/api/globals/front',
    ].flatMap((path) => [path, `${path}?depth=3`, `${path}?draft=false`]),
  ];
}

/** Everything that a client can see except the time and number of the request. */
function seen({ status, body, headers }: Result): object {
  const shown = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { status, body, headers: Object.fromEntries(shown) };
}

async function seenAt(client: Client, paths: readonly string[]): Promise<readonly object[]> {
  const answers: object[] = [];
  for (const path of paths) answers.push({ path, ...seen(await client.get(path)) });
  return answers;
}

describe('drafts change nothing that anonymous readers get', () => {
  test('in lists, counts, cursors, filters, populated documents, joins, tags and headers', async () => {
    const site = await openSite();
    const { reader } = site.room;
    const paths = readsOf(site);
    const before = await seenAt(reader, paths);
    await addDrafts(site);
    expect(await seenAt(reader, paths)).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('"title":"Secret"');
  });

  test('nor do the statements that answer them look at drafts', async () => {
    const site = await openSite();
    await addDrafts(site);
    const { service, reader } = site.room;
    service.statements.length = 0;
    await seenAt(reader, readsOf(site));
    expect(service.statements.filter((sql) => sql.includes('__pending'))).toEqual([]);
  });

  test('not when they come back with a tag of what is published', async () => {
    const site = await openSite();
    const path = '/api/globals/front';
    const tag = (await site.room.reader.get(path)).headers.get('etag') ?? '';
    await addDrafts(site);
    expect((await site.room.reader.get(path, { 'if-none-match': tag })).status).toBe(304);
  });
});

describe('a document that was never published', () => {
  const gone = '0192f0c4-6c1a-7000-8000-000000000000';
  /** A result with the id of its document replaced, so that results of two documents can be compared. */
  const about = (result: Result, id: string): object =>
    JSON.parse(JSON.stringify(seen(result)).replaceAll(id, 'ID')) as object;

  test('is to anonymous readers as one that never was', async () => {
    const site = await openSite();
    const fresh = await addDrafts(site);
    const { reader } = site.room;
    for (const search of ['', '?depth=1', '?draft=false', '?draft=true', '?select=name']) {
      const answer = await reader.get(`/api/people/${fresh.id}${search}`);
      expect(about(answer, fresh.id)).toEqual(about(await reader.get(`/api/people/${gone}${search}`), gone));
      expect([403, 404]).toContain(answer.status);
    }
    for (const method of ['PATCH', 'DELETE', 'POST']) {
      const send = (id: string): Promise<Result> => reader.send(method, `/api/people/${id}`, '{"name":"x"}');
      expect(about(await send(fresh.id), fresh.id)).toEqual(about(await send(gone), gone));
    }
    for (const [method, step] of [
      ['POST', 'publish'],
      ['POST', 'unpublish'],
      ['DELETE', 'draft'],
    ] as const) {
      const send = (id: string): Promise<Result> => reader.send(method, `/api/people/${id}/${step}`, '{}');
      expect(about(await send(fresh.id), fresh.id)).toEqual(about(await send(gone), gone));
    }
  });

  test('is so to readers whose role sees no drafts, in reads and in filters', async () => {
    const site = await openSite();
    const fresh = await addDrafts(site);
    const { author } = site.room;
    for (const search of ['', '?draft=true', '?draft=false&depth=1']) {
      const answer = await author.get(`/api/people/${fresh.id}${search}`);
      expect(about(answer, fresh.id)).toEqual(about(await author.get(`/api/people/${gone}${search}`), gone));
    }
    const named = `/api/people?${query({ where: { name: 'Secret' } })}`;
    expect((await author.get(named)).body).toMatchObject({ docs: [], totalDocs: 0 });
  });
});

test('a cursor of one view tells nothing of it in the other', async () => {
  const site = await openSite();
  await addDrafts(site);
  const { editor, reader } = site.room;
  const path = '/api/posts?sort=title&limit=1&cursor=';
  const { nextCursor } = (await editor.get(path)).body;
  const { body } = await reader.get(`${path}${encodeURIComponent(nextCursor)}`);
  expect(body.docs.every(({ title }: Answer) => title !== 'Secret')).toBe(true);
  const anonymousCursor = (await reader.get(path)).body.nextCursor;
  expect(Buffer.from(anonymousCursor, 'base64url').toString()).not.toContain('Secret');
});

test('answers that depend on who asks are kept by no shared cache', async () => {
  const { room, post } = await openSite();
  for (const client of [room.editor, room.service.as(anonymous)]) {
    expect((await client.get(`/api/posts/${post.id}`)).headers.get('cache-control')).toMatch(
      /no-store|private|no-cache/,
    );
  }
});

test('a refused write of a draft that is not seen is one of a document that does not exist', async () => {
  const service = await openGuarded({
    auth: { secret: 'not looked at in these tests, but long enough' },
    collections: [
      {
        slug: 'pages',
        versions: true,
        drafts: { readRoles: ['editor'] },
        access: {
          update: ({ req }) => req.user?.role === 'editor' || req.user?.role === 'author',
          delete: async ({ req }) => req.user?.role === 'editor',
        },
        fields: [{ name: 'title', type: 'text' }],
      },
    ],
  });
  const editor = service.as(user('editor'));
  const { id } = (await editor.post('/api/pages', { title: 'Secret' }, asDraft)).body;
  const missing = `${id.slice(0, -4)}0000`;
  const writes = (client: Client, at: string): readonly Promise<Result>[] => [
    client.patch(`/api/pages/${at}`, { title: 'x' }),
    client.patch(`/api/pages/${at}`, {}),
    client.patch(`/api/pages/${at}`, { title: 'x' }, asDraft),
    client.delete(`/api/pages/${at}`),
    client.post(`/api/pages/${at}/publish`, {}),
    client.post(`/api/pages/${at}/unpublish`, {}),
    client.delete(`/api/pages/${at}/draft`),
    client.get(`/api/pages/${at}/schedule`),
    client.get(`/api/pages/${at}/versions`),
  ];
  for (const requester of [anonymous, user('customer')]) {
    const client = service.as(requester);
    const of = await Promise.all(writes(client, id));
    const ofNone = await Promise.all(writes(client, missing));
    expect(of.map(({ status }) => status)).toEqual(ofNone.map(() => 404));
    expect(of.map(({ body }) => JSON.stringify(body).replaceAll(id, missing))).toEqual(
      ofNone.map(({ body }) => JSON.stringify(body)),
    );
  }
  // Requesters who may write drafts without reading them can still do so; refusals are unchanged for
  // requesters who can read drafts.
  const author = service.as(user('author'));
  expect((await author.patch(`/api/pages/${id}`, { title: 'y' }, asDraft)).status).toBe(200);
  expect((await editor.post(`/api/pages/${id}/publish`, {})).status).toBe(200);
  expect((await service.as(anonymous).patch(`/api/pages/${id}`, {})).status).toBe(403);
});
