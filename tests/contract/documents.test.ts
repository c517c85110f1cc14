/** docs/spec/contract.md#documents. */
import { describe, expect, test } from 'vitest';
import { badField, useExam } from './support/exam.js';

const exam = useExam();
const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('a new document', () => {
  test('has a UUIDv7, times in ISO 8601 UTC with milliseconds, revision 1, no _status without drafts, null and [] where nothing is', async () => {
    const { status, headers, body } = await exam.call('POST', '/api/posts', { title: 'Whole' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(uuid7),
      createdAt: expect.stringMatching(isoUtc),
      updatedAt: body.createdAt,
      _revision: 1,
      title: 'Whole',
      mail: null,
      link: null,
      slug: 'whole',
      rank: null,
      price: null,
      live: true,
      day: null,
      at: null,
      kind: null,
      kinds: [],
      labels: [],
      data: null,
      rich: null,
      place: null,
      author: null,
      editor: null,
      owner: null,
      readers: [],
      about: null,
      abouts: [],
      meta_title: null,
      meta: { title: null, count: 7 },
      rows: [],
      content: [],
    });
    expect(headers.get('location')).toBe(`/api/posts/${body.id}`);
    expect(headers.get('etag')).toBe('"1"');
    expect((await exam.get(headers.get('location') ?? '')).body).toEqual(body);
  });

  test.each([
    ['0000-01-01', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31', '9999-12-31T23:59:59.999Z'],
  ])('keeps the first and the last day that there is, and is found by it: %s', async (day, at) => {
    const { id } = await exam.create('posts', { title: 'Far away', day, at });
    const where = JSON.stringify({ day, at: { within: [at, at] }, id });
    const found = await exam.get(`/api/posts?where=${encodeURIComponent(where)}`);
    expect(found.body).toMatchObject({ totalDocs: 1, docs: [{ day, at }] });
  });

  test('counts its revision up by one on every write and keeps createdAt', async () => {
    const first = await exam.create('tags', { name: 'counted' });
    const second = await exam.call('PATCH', `/api/tags/${first.id}`, { name: 'counted 2' });
    expect(second.headers.get('etag')).toBe('"2"');
    expect(second.body).toEqual({
      ...first,
      name: 'counted 2',
      _revision: 2,
      updatedAt: second.body.updatedAt,
    });
    expect(Date.parse(second.body.updatedAt)).toBeGreaterThan(Date.parse(first.updatedAt) - 1);
    // Writing the same value again counts as a write.
    expect((await exam.call('PATCH', `/api/tags/${first.id}`, { name: 'counted 2' })).body._revision).toBe(3);
  });

  test('PATCH {} is 200 and no write', async () => {
    const tag = await exam.create('tags', { name: 'untouched' });
    const { status, headers, body } = await exam.call('PATCH', `/api/tags/${tag.id}`, {});
    expect({ status, etag: headers.get('etag'), body }).toEqual({ status: 200, etag: '"1"', body: tag });
  });

  test('DELETE answers { message }, and the document is gone', async () => {
    const { id } = await exam.create('tags', { name: 'short-lived' });
    const { status, headers, body } = await exam.call('DELETE', `/api/tags/${id}`);
    expect({ status, body }).toEqual({ status: 200, body: { message: expect.any(String) } });
    expect(headers.get('etag')).toBeNull();
    const gone = { status: 404, error: `There is no document "${id}" in tags.`, code: 'NOT_FOUND' };
    for (const method of ['GET', 'DELETE'])
      expect(await exam.refused(method, `/api/tags/${id}`)).toEqual(gone);
    expect(await exam.refused('PATCH', `/api/tags/${id}`, { name: 'x' })).toEqual(gone);
  });
});

describe('revisions', () => {
  test('If-None-Match with the newest, weak, in a list or * gives 304 without a body, for HEAD too', async () => {
    const { id } = await exam.create('tags', { name: 'cached' });
    for (const tag of ['"1"', 'W/"1"', '"0", "1"', '*']) {
      for (const method of ['GET', 'HEAD']) {
        const { status, headers, body } = await exam.call(method, `/api/tags/${id}`, undefined, {
          'if-none-match': tag,
        });
        expect({ tag, status, etag: headers.get('etag'), body }).toEqual({
          tag,
          status: 304,
          etag: '"1"',
          body: '',
        });
      }
    }
    expect((await exam.get(`/api/tags/${id}`, { 'if-none-match': '"2"' })).status).toBe(200);
  });

  test('a stale If-Match or _revision is 409 CONFLICT with currentRevision, for DELETE and PATCH {} too', async () => {
    const { id } = await exam.create('tags', { name: 'moved' });
    await exam.call('PATCH', `/api/tags/${id}`, { name: 'moved on' });
    const conflict = {
      status: 409,
      error: 'The document of tags was modified: its revision is 2, not 1. Read it again.',
      code: 'CONFLICT',
      currentRevision: 2,
    };
    const stale = { 'if-match': '"1"' };
    expect(await exam.refused('PATCH', `/api/tags/${id}`, { name: 'x' }, stale)).toEqual(conflict);
    expect(await exam.refused('PATCH', `/api/tags/${id}`, {}, stale)).toEqual(conflict);
    expect(await exam.refused('PATCH', `/api/tags/${id}`, { name: 'x', _revision: 1 })).toEqual(conflict);
    expect(await exam.refused('PATCH', `/api/tags/${id}`, { _revision: 1 })).toEqual(conflict);
    expect(await exam.refused('DELETE', `/api/tags/${id}`, undefined, stale)).toEqual(conflict);
    expect((await exam.get(`/api/tags/${id}`)).body).toMatchObject({ name: 'moved on', _revision: 2 });
  });

  test('without either the last write wins, field by field', async () => {
    const { id } = await exam.create('posts', { title: 'Two writers' });
    await Promise.all([
      exam.call('PATCH', `/api/posts/${id}`, { price: 1 }),
      exam.call('PATCH', `/api/posts/${id}`, { meta: { title: 'kept' } }),
    ]);
    const { body } = await exam.get(`/api/posts/${id}`);
    expect(body).toMatchObject({
      title: 'Two writers',
      price: 1,
      meta: { title: 'kept', count: 7 },
      _revision: 3,
    });
  });
});

describe('a body', () => {
  test.each(['id', 'createdAt', 'updatedAt', '_status'])(
    'with %s is 400, on creation and update, even unchanged',
    async (key) => {
      const refusal = badField(key, 'This field is set by the service and cannot be sent.');
      expect(await exam.refused('POST', '/api/tags', { name: 'own', [key]: 'x' })).toEqual(refusal);
      const tag = await exam.create('tags', { name: `own ${key}` });
      expect(await exam.refused('PATCH', `/api/tags/${tag.id}`, { [key]: tag[key] ?? 'published' })).toEqual(
        refusal,
      );
      expect(await exam.refused('PATCH', '/api/globals/site', { [key]: 'x' })).toEqual(refusal);
    },
  );

  test.each([
    [{ nope: 1 }, 'nope'],
    [{ meta: { nope: 1 } }, 'meta.nope'],
    [{ rows: [{ label: 'a' }, { label: 'b', nope: 1 }] }, 'rows.1.nope'],
    [{ content: [{ blockType: 'hero', heading: 'h', nope: 1 }] }, 'content.0.nope'],
    [{ about: { collection: 'people', id: 'x', nope: 1 } }, 'about.nope'],
    [{ constructor: 1 }, 'constructor'],
    [{ toString: 1 }, 'toString'],
    [{ hasOwnProperty: 1 }, 'hasOwnProperty'],
    [{ meta: { constructor: 1 } }, 'meta.constructor'],
  ])('with an unknown field is 400 naming it: %j', async (extra, path) => {
    const refusal = badField(path, 'There is no such field.');
    expect(await exam.refused('POST', '/api/posts', { title: 'x', ...extra })).toEqual(refusal);
    const { id } = await exam.create('posts', { title: 'known' });
    expect(await exam.refused('PATCH', `/api/posts/${id}`, extra)).toEqual(refusal);
  });

  test.each([
    [{ titel: 1 }, 'titel', 'title'],
    [{ rows: [{ label: 'a', labell: 1 }] }, 'rows.0.labell', 'label'],
    [{ content: [{ blockType: 'hero', heading: 'h', headin: 1 }] }, 'content.0.headin', 'heading'],
  ])('with a misspelt field is told the near one: %j', async (extra, path, near) => {
    const refusal = badField(path, `There is no such field, did you mean "${near}"?`);
    expect(await exam.refused('POST', '/api/posts', { title: 'x', ...extra })).toEqual(refusal);
  });

  test('names every fault at once', async () => {
    const { status, body } = await exam.call('POST', '/api/posts', {
      nope: 1,
      rank: 101,
      kind: 'c',
      labels: [null],
    });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'BAD_USER_INPUT' });
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'kind',
      'labels.0',
      'nope',
      'rank',
      'title',
    ]);
  });

  test('with __proto__ is 400 and changes no prototype', async () => {
    expect(await exam.refused('POST', '/api/posts', '{"title":"x","__proto__":{"live":false}}')).toEqual({
      status: 400,
      error: '"__proto__" is not the name of a field.',
      code: 'BAD_USER_INPUT',
      details: [{ path: '__proto__', message: 'There is no such field.' }],
    });
  });

  test.each([
    ['NUL in text', { title: 'a\0' }, 'title'],
    ['NUL in a list', { labels: ['ok', '\0'] }, 'labels.1'],
    ['NUL in JSON', { data: { deep: ['\0'] } }, 'data'],
    ['NUL in a key of JSON', { data: { '\0': 1 } }, 'data'],
    ['half a surrogate pair', { title: '\ud800' }, 'title'],
    ['an empty email', { mail: '' }, 'mail'],
    ['an empty url', { link: '' }, 'link'],
    ['a timestamp for a plain date', { day: '2026-01-01T00:00:00Z' }, 'day'],
    ['a day that does not exist', { day: '2026-02-29' }, 'day'],
    ['a plain date for a timestamp', { at: '2026-01-01' }, 'at'],
    ['a timestamp without a zone', { at: '2026-01-01T00:00:00' }, 'at'],
    ['a day after the year 9999', { day: '+010000-01-01' }, 'day'],
    ['a day before the year 0000', { day: '-000001-12-31' }, 'day'],
    ['a time after the year 9999', { at: '+275760-09-13T00:00:00.000Z' }, 'at'],
    ['a time before the year 0000', { at: '-000001-01-01T00:00:00.000Z' }, 'at'],
    ['a time that is after the year 9999 in UTC', { at: '9999-12-31T23:59:59-01:00' }, 'at'],
    ['a time that is before the year 0000 in UTC', { at: '0000-01-01T00:00:00+01:00' }, 'at'],
    ['a script for a url', { link: 'javascript:alert(1)' }, 'link'],
    ['an empty slug', { slug: '' }, 'slug'],
    ['a slug with a slash', { slug: 'a/b' }, 'slug'],
    ['a slug with a blank', { slug: 'a b' }, 'slug'],
    ['a slug of dots', { slug: '..' }, 'slug'],
    ['null for a required field', { title: null }, 'title'],
    ['a fraction for an integer', { rank: 1.5 }, 'rank'],
    ['text for a number', { price: '1' }, 'price'],
    ['text for a boolean', { live: 'true' }, 'live'],
    ['one for many', { labels: 'x' }, 'labels'],
    ['null in a list', { labels: [null] }, 'labels.0'],
    ['an unknown option', { kinds: ['x', 'q'] }, 'kinds.1'],
    ['a place beyond the pole', { place: [0, 91] }, 'place.1'],
    ['a bare id for one of several collections', { about: '01a1fed0-b526-72e0-b037-10fe42f86a01' }, 'about'],
    ['a collection that is none of several', { about: { collection: 'posts', id: 'x' } }, 'about.collection'],
    ['a block without its type', { content: [{ heading: 'h' }] }, 'content.0.blockType'],
    ['a row without its required field', { rows: [{}] }, 'rows.0.label'],
    ['too many rows', { rows: ['a', 'b', 'c', 'd', 'e'].map((label) => ({ label })) }, 'rows'],
  ])('with %s is 400 naming the field', async (_, data, path) => {
    const { status, body } = await exam.call('POST', '/api/posts', { title: 'x', ...data });
    expect({
      status,
      code: body.code,
      paths: body.details?.map((one: { path: string }) => one.path),
    }).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      paths: [path],
    });
    expect(body.error).toContain(path);
  });

  test('nests 64 levels, not 65', async () => {
    const nested = (levels: number): string =>
      `{"title":"deep","data":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect((await exam.call('POST', '/api/posts', nested(64))).status).toBe(201);
    const { status, body } = await exam.call('POST', '/api/posts', nested(65));
    expect({ status, code: body.code, error: body.error }).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      error: expect.stringContaining('64'),
    });
  });
});

describe('PATCH', () => {
  test('merges into a group, replaces array, blocks and json whole, clears with null, and rows keep their ids', async () => {
    const post = await exam.create('posts', {
      title: 'Merged',
      price: 2,
      data: { a: 1, b: { c: 2 } },
      meta: { title: 'm', count: 1 },
      labels: ['p', 'q'],
      rows: [{ label: 'one', price: 1 }, { label: 'two' }],
      content: [{ blockType: 'quote', text: 't' }],
    });
    expect(post.rows.map((row: { id: string }) => row.id)).toEqual([expect.any(String), expect.any(String)]);
    const { body } = await exam.call('PATCH', `/api/posts/${post.id}`, {
      price: null,
      data: { b: 1 },
      meta: { count: 9 },
      labels: null,
      rows: [{ id: post.rows[1].id, label: 'two' }, { label: 'three' }],
      content: null,
    });
    expect(body).toEqual({
      ...post,
      updatedAt: body.updatedAt,
      _revision: 2,
      price: null,
      data: { b: 1 },
      meta: { title: 'm', count: 9 },
      labels: [],
      rows: [
        { id: post.rows[1].id, label: 'two', price: null, who: null },
        { id: expect.any(String), label: 'three', price: null, who: null },
      ],
      content: [],
    });
  });

  test('null for a group clears its fields, of which a flag with a default is never null', async () => {
    const { id } = await exam.create('posts', { title: 'Grouped' });
    const { body } = await exam.call('PATCH', `/api/posts/${id}`, { meta: null });
    expect(body).toMatchObject({ meta: { title: null, count: null }, live: true });
    expect((await exam.call('PATCH', `/api/posts/${id}`, { live: null })).body.live).toBe(true);
  });

  test('a required list must not be emptied', async () => {
    const { id: post } = await exam.create('posts', { title: 'Noted' });
    const note = await exam.create('blog-notes', { words: ['a'], post });
    for (const words of [[], null]) {
      const { status, body } = await exam.call('PATCH', `/api/blog-notes/${note.id}`, { words });
      expect({ status, path: body.details?.[0]?.path }).toEqual({ status: 400, path: 'words' });
    }
    expect((await exam.call('POST', '/api/blog-notes', { words: [], post })).status).toBe(400);
  });
});

describe('relations', () => {
  test('to a document that does not exist are 400, wherever they stand', async () => {
    const tag = await exam.create('tags', { name: 'no person' });
    const missing = (path: string): object => ({
      status: 400,
      error: `${path}: There is no document "${tag.id}" in people.`,
      code: 'BAD_USER_INPUT',
      details: [{ path, message: `There is no document "${tag.id}" in people.` }],
    });
    const ann = await exam.create('people', { name: 'Ann' });
    for (const [data, path] of [
      [{ author: tag.id }, 'author'],
      [{ readers: [ann.id, tag.id] }, 'readers.1'],
      [{ about: { collection: 'people', id: tag.id } }, 'about'],
      [{ rows: [{ label: 'a', who: tag.id }] }, 'rows.0.who'],
      [{ content: [{ blockType: 'quote', by: tag.id }] }, 'content.0.by'],
    ] as const) {
      expect(await exam.refused('POST', '/api/posts', { title: 'x', ...data })).toEqual(missing(path));
    }
  });

  test('restrict refuses a deletion with 409, by default where the relation is required', async () => {
    const editor = await exam.create('people', { name: 'Ed' });
    const post = await exam.create('posts', { title: 'Restricted', editor: editor.id });
    expect(await exam.refused('DELETE', `/api/people/${editor.id}`)).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
    expect((await exam.get(`/api/people/${editor.id}`)).status).toBe(200);
    await exam.create('blog-notes', { words: ['a'], post: post.id });
    expect(await exam.refused('DELETE', `/api/posts/${post.id}`)).toMatchObject({
      status: 409,
      code: 'CONFLICT',
    });
  });

  test('set null is the default and clears references in lists and rows too; cascade deletes', async () => {
    const ann = await exam.create('people', { name: 'Ann' });
    const bob = await exam.create('people', { name: 'Bob' });
    const held = await exam.create('posts', {
      title: 'Held',
      author: ann.id,
      readers: [ann.id, bob.id],
      about: { collection: 'people', id: ann.id },
      abouts: [
        { collection: 'people', id: bob.id },
        { collection: 'people', id: ann.id },
      ],
      rows: [{ label: 'r', who: ann.id }],
      content: [{ blockType: 'quote', by: ann.id }],
    });
    const owned = await exam.create('posts', { title: 'Owned', owner: ann.id });
    expect((await exam.call('DELETE', `/api/people/${ann.id}`)).status).toBe(200);
    expect((await exam.get(`/api/posts/${held.id}`)).body).toMatchObject({
      author: null,
      readers: [bob.id],
      about: null,
      abouts: [{ collection: 'people', id: bob.id }],
      rows: [{ label: 'r', who: null }],
      content: [{ blockType: 'quote', by: null }],
      _revision: 2,
    });
    expect((await exam.get(`/api/posts/${owned.id}`)).status).toBe(404);
  });
});

describe('slugs and unique fields', () => {
  test('a taken slug gets a suffix, also one that was sent', async () => {
    const slugs: string[] = [];
    for (const data of [{}, {}, { slug: 'same-title' }])
      slugs.push((await exam.create('posts', { title: 'Same title', ...data })).slug);
    expect(slugs).toEqual(['same-title', 'same-title-2', 'same-title-3']);
  });

  test('is filled once: a new title leaves it', async () => {
    const { id } = await exam.create('posts', { title: 'First name' });
    expect((await exam.call('PATCH', `/api/posts/${id}`, { title: 'Second' })).body.slug).toBe('first-name');
  });

  test('a unique violation is 409 CONFLICT with details naming the field, a compound one all of its fields', async () => {
    await exam.create('tags', { name: 'taken' });
    expect(await exam.refused('POST', '/api/tags', { name: 'taken' })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      details: [{ path: 'name', message: expect.any(String) }],
    });
    await exam.create('posts', { title: 'x', kind: 'a', rank: 50 });
    const twice = await exam.call('POST', '/api/posts', { title: 'y', kind: 'a', rank: 50 });
    expect(twice.status).toBe(409);
    expect(twice.body.details.map(({ path }: { path: string }) => path)).toEqual(['kind', 'rank']);
    // Empty fields do not conflict with each other.
    for (const title of ['x', 'y']) await exam.create('posts', { title, kind: 'b' });
  });
});

describe('a global', () => {
  test('that was never written answers 200, its id, defaults, no times and revision 0; the first PATCH creates it', async () => {
    const first = await exam.get('/api/globals/site');
    expect({ status: first.status, etag: first.headers.get('etag'), body: first.body }).toEqual({
      status: 200,
      etag: '"0"',
      body: {
        id: 'global',
        createdAt: null,
        updatedAt: null,
        _revision: 0,
        title: 'Hi',
        tags: [],
        nav: { home: '/' },
      },
    });
    expect(await exam.refused('PATCH', '/api/globals/site', { title: 'x', _revision: 1 })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      currentRevision: 0,
    });
    const written = await exam.call('PATCH', '/api/globals/site', { tags: ['a'] }, { 'if-match': '"0"' });
    expect({
      status: written.status,
      etag: written.headers.get('etag'),
      location: written.headers.get('location'),
    }).toEqual({
      status: 200,
      etag: '"1"',
      location: null,
    });
    expect(written.body).toEqual({
      id: 'global',
      createdAt: expect.stringMatching(isoUtc),
      updatedAt: written.body.createdAt,
      _revision: 1,
      title: 'Hi',
      tags: ['a'],
      nav: { home: '/' },
    });
    expect((await exam.get('/api/globals/site?select=tags')).body).toEqual({ id: 'global', tags: ['a'] });
  });

  test('has no other routes', async () => {
    for (const method of ['POST', 'DELETE', 'PUT']) {
      const { status, headers, body } = await exam.call(
        method,
        '/api/globals/site',
        method === 'DELETE' ? undefined : {},
      );
      expect({ status, allow: headers.get('allow'), code: body.code }).toEqual({
        status: 405,
        allow: 'GET, HEAD, PATCH, OPTIONS',
        code: 'METHOD_NOT_ALLOWED',
      });
    }
    for (const path of [
      '/api/globals',
      '/api/globals/nope',
      '/api/globals/site/global',
      '/api/globals/constructor',
    ])
      expect((await exam.get(path)).status).toBe(404);
  });
});
