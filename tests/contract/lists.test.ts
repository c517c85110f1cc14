/** docs/spec/contract.md#lists. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type Body, badInput, queryOf, useExam } from './support/exam.js';

const exam = useExam();
const ids: Record<string, string> = {};

/** Ann leads Bob; Bob leads Cem. Five posts, of which `e` has almost no values. */
beforeAll(async () => {
  const people = async (name: string, boss?: string): Promise<void> => {
    ids[name] = (await exam.create('people', { name, ...(boss && { boss }) })).id;
  };
  await people('Ann');
  await people('Bob', ids['Ann']);
  await people('Cem', ids['Bob']);
  ids['tag'] = (await exam.create('tags', { name: 'sea' })).id;
  const post = async (title: string, data: object): Promise<void> => {
    ids[title] = (await exam.create('posts', { title, ...data })).id;
  };
  await post('a', {
    rank: 1,
    price: 5,
    author: ids['Cem'],
    readers: [ids['Ann'], ids['Bob']],
    meta: { title: 'M' },
  });
  await post('b', { rank: 2, price: 5, author: ids['Cem'], about: { collection: 'tags', id: ids['tag'] } });
  await post('c', { rank: 3, price: 7, author: ids['Ann'], rows: [{ label: 'r', who: ids['Bob'] }] });
  await post('d', {
    rank: 4,
    price: 7,
    abouts: [
      { collection: 'people', id: ids['Bob'] },
      { collection: 'tags', id: ids['tag'] },
    ],
  });
  await post('e', {});
});

const titles = (body: Body): readonly string[] => body.docs.map(({ title }: { title: string }) => title);

describe('the envelope', () => {
  test('of a list without parameters: the first ten, newest first, with exact counts and nothing else', async () => {
    const { status, headers, body } = await exam.get('/api/posts');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(Object.keys(body)).toEqual([
      'docs',
      'totalDocs',
      'page',
      'totalPages',
      'hasNextPage',
      'hasPrevPage',
    ]);
    expect({ ...body, docs: titles(body) }).toEqual({
      docs: ['e', 'd', 'c', 'b', 'a'],
      totalDocs: 5,
      page: 1,
      totalPages: 1,
      hasNextPage: false,
      hasPrevPage: false,
    });
  });

  test.each([
    [
      { limit: 2 },
      ['e', 'd'],
      { totalDocs: 5, page: 1, totalPages: 3, hasNextPage: true, hasPrevPage: false },
    ],
    [
      { limit: 2, page: 3 },
      ['a'],
      { totalDocs: 5, page: 3, totalPages: 3, hasNextPage: false, hasPrevPage: true },
    ],
    [
      { limit: 2, page: 4 },
      [],
      { totalDocs: 5, page: 4, totalPages: 3, hasNextPage: false, hasPrevPage: true },
    ],
    [{ limit: 0 }, [], { totalDocs: 5, page: 1, totalPages: 0, hasNextPage: false, hasPrevPage: false }],
    [
      { limit: 5 },
      ['e', 'd', 'c', 'b', 'a'],
      { totalDocs: 5, page: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false },
    ],
    [
      { limit: 2, count: 'none' },
      ['e', 'd'],
      { totalDocs: -1, page: 1, totalPages: -1, hasNextPage: true, hasPrevPage: false },
    ],
    [
      { limit: 5, count: 'none' },
      ['e', 'd', 'c', 'b', 'a'],
      { totalDocs: -1, page: 1, totalPages: -1, hasNextPage: false, hasPrevPage: false },
    ],
    [
      { limit: 2, page: 9, count: 'none' },
      [],
      { totalDocs: -1, page: 9, totalPages: -1, hasNextPage: false, hasPrevPage: true },
    ],
    [
      { limit: 2, count: 'estimated' },
      ['e', 'd'],
      { totalDocs: 5, page: 1, totalPages: 3, hasNextPage: true, hasPrevPage: false },
    ],
    [
      { where: { title: 'nobody' } },
      [],
      { totalDocs: 0, page: 1, totalPages: 0, hasNextPage: false, hasPrevPage: false },
    ],
    [
      { page: Number.MAX_SAFE_INTEGER },
      [],
      { totalDocs: 5, page: Number.MAX_SAFE_INTEGER, totalPages: 1, hasNextPage: false, hasPrevPage: true },
    ],
  ])('%j', async (parameters, docs, envelope) => {
    const { status, body } = await exam.list('posts', parameters);
    expect({ status, ...body, docs: titles(body) }).toEqual({ status: 200, docs, ...envelope });
    const again = await exam.call('POST', '/api/posts/query', parameters);
    expect({ status: again.status, body: again.body }).toEqual({ status: 200, body });
    expect(again.headers.get('location')).toBeNull();
  });
});

describe('sort', () => {
  test.each([
    ['title', ['a', 'b', 'c', 'd', 'e']],
    ['title_asc', ['a', 'b', 'c', 'd', 'e']],
    ['title_desc', ['e', 'd', 'c', 'b', 'a']],
    // Equal prices are ordered by id, in the direction of the last field; nulls come last in both directions.
    ['price', ['a', 'b', 'c', 'd', 'e']],
    ['price_desc', ['d', 'c', 'b', 'a', 'e']],
    ['price,rank_desc', ['b', 'a', 'd', 'c', 'e']],
    ['price_desc,title', ['c', 'd', 'a', 'b', 'e']],
    ['meta.title', ['a', 'b', 'c', 'd', 'e']],
    ['meta.title_desc', ['a', 'e', 'd', 'c', 'b']],
    ['id', ['a', 'b', 'c', 'd', 'e']],
    ['createdAt', ['a', 'b', 'c', 'd', 'e']],
    ['updatedAt_desc', ['e', 'd', 'c', 'b', 'a']],
  ])('%s, by pages and by cursors', async (sort, order) => {
    expect(titles((await exam.list('posts', { sort })).body)).toEqual(order);
    const paged: string[] = [];
    for (const page of [1, 2, 3])
      paged.push(...titles((await exam.list('posts', { sort, page, limit: 2 })).body));
    expect(paged).toEqual(order);
    expect(await throughCursors({ sort, limit: 2 })).toEqual(order);
  });

  test('defaultSort counts where none is given', async () => {
    expect(
      (await exam.get('/api/people?select=name')).body.docs.map((one: { name: string }) => one.name),
    ).toEqual(['Ann', 'Bob', 'Cem']);
  });
});

async function throughCursors(parameters: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await exam.list('posts', { ...parameters, cursor });
    expect(Object.keys(body)).toEqual(['docs', 'totalDocs', 'hasNextPage', 'hasPrevPage', 'nextCursor']);
    expect(body).toMatchObject({
      totalDocs: -1,
      hasPrevPage: cursor !== '',
      hasNextPage: body.nextCursor !== null,
    });
    found.push(...titles(body));
    cursor = body.nextCursor;
  }
  return found;
}

describe('cursor', () => {
  test('an exact count may be asked for', async () => {
    expect((await exam.get('/api/posts?cursor=&limit=2&count=exact')).body).toMatchObject({
      totalDocs: 5,
      hasNextPage: true,
    });
  });

  test('of nothing has no next one', async () => {
    expect((await exam.list('posts', { cursor: '', where: { title: 'nobody' } })).body).toEqual({
      docs: [],
      totalDocs: -1,
      hasNextPage: false,
      hasPrevPage: false,
      nextCursor: null,
    });
  });

  test('with another sort, filter or collection than it was made with is 400', async () => {
    const { nextCursor: cursor } = (await exam.list('posts', { sort: 'title', limit: 2, cursor: '' })).body;
    const refusal = badInput(
      'cursor',
      'was made with another sort or filter; begin again with an empty cursor',
    );
    for (const other of [{ sort: 'title_desc' }, {}, { sort: 'title', where: { rank: 1 } }])
      expect(await exam.refused('GET', `/api/posts?${queryOf({ ...other, limit: 2, cursor })}`)).toEqual(
        refusal,
      );
    expect((await exam.list('tags', { cursor })).status).toBe(400);
    expect((await exam.list('posts', { sort: 'title', limit: 2, cursor: `${cursor}x` })).status).toBe(400);
    // A different limit and selection do not make it a different list.
    expect(
      (await exam.list('posts', { sort: 'title', limit: 1, select: 'title', cursor })).body.docs,
    ).toEqual([{ id: ids['c'], title: 'c' }]);
  });
});

describe('depth', () => {
  test('0 shows ids, and no join', async () => {
    expect((await exam.get(`/api/posts/${ids['a']}`)).body).toMatchObject({
      author: ids['Cem'],
      readers: [ids['Ann'], ids['Bob']],
    });
    expect((await exam.get(`/api/posts/${ids['b']}`)).body).toMatchObject({
      about: { collection: 'tags', id: ids['tag'] },
    });
    expect((await exam.get(`/api/people/${ids['Ann']}`)).body).not.toHaveProperty('written');
  });

  test('n shows documents whose own relations are populated to n-1', async () => {
    const at = async (depth: number): Promise<Body> =>
      (await exam.get(`/api/posts/${ids['a']}?depth=${depth}&select=author`)).body;
    const person = (name: string, boss: unknown): object =>
      expect.objectContaining({ id: ids[name], name, boss });
    expect(await at(1)).toEqual({ id: ids['a'], author: person('Cem', ids['Bob']) });
    expect(await at(2)).toEqual({ id: ids['a'], author: person('Cem', person('Bob', ids['Ann'])) });
    expect(await at(3)).toEqual({ id: ids['a'], author: person('Cem', person('Bob', person('Ann', null))) });
  });

  test('a relation to several collections keeps { collection, id } and gets doc', async () => {
    const { body } = await exam.get(`/api/posts/${ids['d']}?depth=1&select=abouts,about`);
    expect(body).toEqual({
      id: ids['d'],
      about: null,
      abouts: [
        {
          collection: 'people',
          id: ids['Bob'],
          doc: expect.objectContaining({ name: 'Bob', boss: ids['Ann'] }),
        },
        { collection: 'tags', id: ids['tag'], doc: expect.objectContaining({ name: 'sea' }) },
      ],
    });
  });

  test('reaches into rows', async () => {
    const { body } = await exam.get(`/api/posts/${ids['c']}?depth=1&select=rows`);
    expect(body.rows).toEqual([
      { id: expect.any(String), label: 'r', price: null, who: expect.objectContaining({ name: 'Bob' }) },
    ]);
  });

  test('a join is { docs, hasNextPage }, sorted as its options say', async () => {
    const { body } = await exam.get(`/api/people/${ids['Cem']}?depth=1&select=written.title`);
    expect(body).toEqual({
      id: ids['Cem'],
      written: {
        docs: [
          { id: ids['a'], title: 'a' },
          { id: ids['b'], title: 'b' },
        ],
        hasNextPage: false,
      },
    });
  });

  test('a join stops at ten', async () => {
    const { id } = await exam.create('people', { name: 'Dora' });
    for (let at = 0; at < 11; at += 1) await exam.create('posts', { title: `by Dora ${at}`, author: id });
    const { written } = (await exam.get(`/api/people/${id}?depth=1`)).body;
    expect({ docs: written.docs.length, hasNextPage: written.hasNextPage }).toEqual({
      docs: 10,
      hasNextPage: true,
    });
    for (const { id: post } of (await exam.list('posts', { where: { author: id }, limit: 20 })).body.docs)
      await exam.call('DELETE', `/api/posts/${post}`);
  });
});

describe('select', () => {
  test.each([
    ['title', { title: 'a' }],
    ['id', {}],
    ['meta.title', { meta: { title: 'M' } }],
    ['meta', { meta: { title: 'M', count: 7 } }],
    ['meta.title,meta', { meta: { title: 'M', count: 7 } }],
    ['meta_title,_revision', { meta_title: null, _revision: 1 }],
    ['title,meta.count', { title: 'a', meta: { count: 7 } }],
  ])('%s, beside id', async (select, fields) => {
    expect((await exam.get(`/api/posts/${ids['a']}?select=${select}`)).body).toEqual({
      id: ids['a'],
      ...fields,
    });
    expect((await exam.list('posts', { where: { title: 'a' }, select })).body.docs).toEqual([
      { id: ids['a'], ...fields },
    ]);
    const body = { where: { title: 'a' }, select: select.split(',') };
    expect((await exam.call('POST', '/api/posts/query', body)).body.docs).toEqual([
      { id: ids['a'], ...fields },
    ]);
  });

  test('dotted into relations with depth', async () => {
    expect(
      (await exam.get(`/api/posts/${ids['a']}?depth=2&select=author.boss.name,readers.name`)).body,
    ).toEqual({
      id: ids['a'],
      author: { id: ids['Cem'], boss: { id: ids['Bob'], name: 'Bob' } },
      readers: [
        { id: ids['Ann'], name: 'Ann' },
        { id: ids['Bob'], name: 'Bob' },
      ],
    });
  });
});

describe('400 names the parameter', () => {
  const whole = (from: string, got: string): string => `must be a whole number, ${from}, not ${got}`;
  test.each([
    ['page=0', 'page', whole('1 or more', '0')],
    ['page=-1', 'page', whole('1 or more', 'the text "-1"')],
    ['page=1.5', 'page', whole('1 or more', 'the text "1.5"')],
    ['page=9007199254740992', 'page', whole('1 or more', 'the text "9007199254740992"')],
    ['limit=1001', 'limit', whole('from 0 to 1000', '1001')],
    ['limit=-1', 'limit', whole('from 0 to 1000', 'the text "-1"')],
    ['limit=1e2', 'limit', whole('from 0 to 1000', 'the text "1e2"')],
    ['limit=ten', 'limit', whole('from 0 to 1000', 'the text "ten"')],
    ['depth=11', 'depth', whole('from 0 to 10', '11')],
    ['depth=-1', 'depth', whole('from 0 to 10', 'the text "-1"')],
    ['page=', 'page', 'must not be empty'],
    ['limit=', 'limit', 'must not be empty'],
    ['sort=', 'sort', 'must not be empty'],
    ['select=', 'select', 'must not be empty'],
    ['where=', 'where', 'must not be empty'],
    ['where', 'where', 'must not be empty'],
    ['count=', 'count', 'must not be empty'],
    ['depth=', 'depth', 'must not be empty'],
    ['page=1&page=1', 'page', 'is given twice'],
    ['where=%7B%7D&where=%7B%7D', 'where', 'is given twice'],
    ['cursor=&cursor=', 'cursor', 'is given twice'],
    ['cursor=&page=1', 'page', 'cannot be used together with cursor'],
    ['limits=1', 'limits', 'unknown parameter, did you mean "limit"?'],
    ['Limit=1', 'Limit', 'unknown parameter, did you mean "limit"?'],
    ['constructor=1', 'constructor', 'unknown parameter'],
    ['__proto__=1', '__proto__', 'unknown parameter'],
    [
      'where[title]=a',
      'where[title]',
      'unknown parameter: "where" is one JSON object, such as where={"title":{"equals":"x"}}',
    ],
    ['count=all', 'count', 'must be one of exact, estimated, none, not the text "all"'],
    ['draft=true', 'draft', '"posts" has no drafts'],
    ['draft=false', 'draft', '"posts" has no drafts'],
    ['sort=nope', 'sort', 'unknown field "nope"'],
    ['sort=author.name', 'sort', 'cannot sort through the relation "author"'],
    ['sort=title,', 'sort', 'has an empty field name'],
    ['sort=rows', 'sort', 'cannot sort by the array field "rows"'],
    ['sort=title_DESC', 'sort', 'unknown field "title_DESC"'],
    ['select=nope', 'select', '"nope": unknown field'],
    ['select=meta.nope', 'select', '"meta.nope": unknown field'],
    ['select=author.nope&depth=1', 'select', '"author.nope": unknown field'],
    ['select=toString', 'select', '"toString": unknown field'],
    [
      'where=%7B',
      'where',
      'is not valid JSON: write one object, percent-encoded, such as where={"title":{"equals":"x"}}',
    ],
    ['where=[]', 'where', 'must be an object of conditions such as {"title":{"equals":"x"}}, not a list'],
    ['where=%7B%22title%22:%22a%22,%22title%22:%22b%22%7D', 'where', 'names a key twice in one object'],
  ])('%s', async (search, path, message) => {
    expect(await exam.refused('GET', `/api/posts?${search}`)).toEqual(badInput(path, message));
  });

  test.each([
    [{ limit: '1' }, 'limit', 'must be a number, not the text "1"'],
    [{ limit: 1001 }, 'limit', whole('from 0 to 1000', '1001')],
    [{ page: 1.5 }, 'page', whole('1 or more', '1.5')],
    [{ limit: null }, 'limit', whole('from 0 to 1000', 'null')],
    [{ page: 1, cursor: '' }, 'page', 'cannot be used together with cursor'],
    [{ sort: '' }, 'sort', 'must not be empty'],
    [{ nope: 1 }, 'nope', 'unknown parameter'],
    [{ where: null }, 'where', 'must be an object of conditions such as {"title":{"equals":"x"}}, not null'],
    [{ where: { title: {} } }, 'where.title', 'has no operator: write one, such as {"equals":"x"}'],
  ])('POST /query with %j', async (body, path, message) => {
    expect(await exam.refused('POST', '/api/posts/query', body)).toEqual(badInput(path, message));
  });

  test('POST /query takes no parameter in its address', async () => {
    expect(await exam.refused('POST', '/api/posts/query?limit=1', {})).toEqual(
      badInput('limit', 'unknown parameter; this route takes none'),
    );
  });

  test.each(['GET', 'PATCH', 'DELETE'])(
    'an unknown one is told by %s whether the document is there or not',
    async (method) => {
      for (const id of [ids['e'], '01a1fed0-b526-72e0-b037-10fe42f86a01', 'no-id']) {
        const { status, body } = await exam.call(
          method,
          `/api/posts/${id}?nope=1`,
          method === 'PATCH' ? {} : undefined,
        );
        expect({ id, status, path: body.details?.[0]?.path }).toEqual({ id, status: 400, path: 'nope' });
      }
    },
  );
});
