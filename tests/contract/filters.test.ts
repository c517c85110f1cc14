/** docs/spec/contract.md#filters: where. */
import { beforeAll, describe, expect, test } from 'vitest';
import { useExam } from './support/exam.js';

const exam = useExam();
const ids: Record<string, string> = {};

/** `full` has a value in every field, `bare` in none, `other` in some. */
beforeAll(async () => {
  ids['ann'] = (await exam.create('people', { name: 'Ann' })).id;
  ids['bob'] = (await exam.create('people', { name: 'Bob', boss: ids['ann'] })).id;
  ids['tag'] = (await exam.create('tags', { name: 'Ann' })).id;
  await exam.create('posts', {
    title: 'full',
    mail: 'ada@example.com',
    price: 5,
    day: '2026-01-01',
    at: '2026-01-01T00:00:00Z',
    kind: 'a',
    kinds: ['x', 'y'],
    labels: ['North', 'South'],
    data: { deep: true },
    place: [10, 10],
    author: ids['bob'],
    readers: [ids['ann'], ids['bob']],
    about: { collection: 'people', id: ids['ann'] },
    abouts: [{ collection: 'tags', id: ids['tag'] }],
    meta: { title: '' },
    meta_title: '50% of a_b\\c İ',
    rows: [
      { label: 'a', price: 1 },
      { label: 'b', price: 9, who: ids['ann'] },
    ],
    content: [
      { blockType: 'hero', heading: 'Top' },
      { blockType: 'quote', text: 'q', by: ids['bob'] },
    ],
  });
  await exam.create('posts', { title: 'bare' });
  await exam.create('posts', {
    title: 'other',
    price: 7,
    day: '2026-06-30',
    live: false,
    kinds: ['z'],
    rows: [{ label: 'a', price: 9 }],
  });
});

/** Ids by name: `@ann` in a filter. */
function filled(filter: unknown): unknown {
  return JSON.parse(JSON.stringify(filter).replace(/@(\w+)/g, (_, name: string) => ids[name] ?? name));
}

const everything = ['bare', 'full', 'other'];
const polygon = (...ring: readonly (readonly [number, number])[]): object => ({
  type: 'Polygon',
  coordinates: [ring],
});

describe('finds', () => {
  test.each<[unknown, readonly string[]]>([
    [{}, everything],
    [{ title: 'full' }, ['full']],
    [{ title: { equals: 'FULL' } }, []],
    [{ price: null }, ['bare']],
    [{ price: { equals: null } }, ['bare']],
    [{ price: null, kind: null, day: null, author: null }, ['bare']],
    [{ live: null }, []],
    [{ labels: null, kinds: null, readers: null, place: null, data: null, rich: null, rows: null }, ['bare']],
    [{ price: { not_equals: 5 } }, ['bare', 'other']],
    [{ price: { not_equals: null } }, ['full', 'other']],
    [{ price: { in: [5, 6] } }, ['full']],
    [{ price: { not_in: [5] } }, ['bare', 'other']],
    [{ price: { in: [] } }, []],
    [{ price: { not_in: [] } }, everything],
    [{ price: { gt: 5, lte: 7 } }, ['other']],
    [{ price: { within: [5, 7] } }, ['full', 'other']],
    [{ price: { within: [7, 5] } }, []],
    [{ price: { exists: true } }, ['full', 'other']],
    [{ price: { exists: false } }, ['bare']],
    [{ title: { gte: 'full' } }, ['full', 'other']],
    [{ title: { lt: 'Z' } }, []],
    [{ title: { contains: 'UL' } }, ['full']],
    [{ title: { not_contains: 'u' } }, ['bare', 'other']],
    [{ meta_title: { contains: '0% OF A_B\\C' } }, ['full']],
    [{ meta_title: { contains: 'x_x' } }, []],
    [{ meta_title: { contains: 'i' } }, ['full']],
    [{ meta_title: { not_contains: '%' } }, ['bare', 'other']],
    [{ 'meta.title': '' }, ['full']],
    [{ 'meta.title': { exists: true } }, ['full']],
    [{ 'meta.title': null }, ['bare', 'other']],
    [{ day: { within: ['2026-01-01', '2026-06-30'] } }, ['full', 'other']],
    [{ at: { equals: '2026-01-01T02:00:00+02:00' } }, ['full']],
    [{ createdAt: { gt: '2020-01-01' } }, everything],
    [{ live: true }, ['bare', 'full']],
    [{ live: { not_equals: true } }, ['other']],
    [{ live: { in: [true, false] } }, everything],
    [{ kind: 'a' }, ['full']],
    [{ kind: { in: ['a', 'b'] } }, ['full']],
    [{ kinds: { contains: 'x' } }, ['full']],
    [{ kinds: { not_contains: 'x' } }, ['bare', 'other']],
    [{ kinds: { in: ['y', 'z'] } }, ['full', 'other']],
    [{ kinds: { not_in: ['z'] } }, ['bare', 'full']],
    [{ kinds: null }, ['bare']],
    [{ labels: { contains: 'North' } }, ['full']],
    [{ labels: { contains: 'north' } }, []],
    [{ data: { exists: true } }, ['full']],
    [{ data: null }, ['bare', 'other']],
    [{ rows: { exists: true } }, ['full', 'other']],
    [{ content: null }, ['bare', 'other']],
    [{ author: '@bob' }, ['full']],
    [{ author: { not_equals: '@bob' } }, ['bare', 'other']],
    [{ author: { in: ['@ann', '@bob'] } }, ['full']],
    [{ author: { exists: false } }, ['bare', 'other']],
    [{ readers: { contains: '@ann' } }, ['full']],
    [{ readers: { not_in: ['@ann'] } }, ['bare', 'other']],
    [{ about: { collection: 'people', id: '@ann' } }, ['full']],
    [{ about: { equals: { collection: 'tags', id: '@ann' } } }, []],
    [{ about: { in: [{ collection: 'people', id: '@ann' }] } }, ['full']],
    [{ abouts: { contains: { collection: 'tags', id: '@tag' } } }, ['full']],
    [{ 'author.name': 'Bob' }, ['full']],
    [{ 'author.name': { not_equals: 'Bob' } }, ['bare', 'other']],
    [{ 'author.boss.name': 'Ann' }, ['full']],
    [{ 'author.boss.boss.name': null }, everything],
    [{ 'author.id': '@bob' }, ['full']],
    [{ 'about.name': 'Ann' }, ['full']],
    [{ 'abouts.name': 'Ann' }, ['full']],
    [{ 'readers.name': { gt: 'Ann', lt: 'Cem' } }, ['full']],
    // The conditions of one object must hold for the same reader or row; the objects of an AND may match
    // different ones.
    [{ 'readers.name': 'Ann', 'readers.boss': '@ann' }, []],
    [{ 'readers.name': 'Bob', 'readers.boss': '@ann' }, ['full']],
    [{ AND: [{ 'readers.name': 'Ann' }, { 'readers.boss': '@ann' }] }, ['full']],
    [{ 'rows.price': { gt: 2, lt: 8 } }, []],
    [{ 'rows.label': 'a', 'rows.price': 9 }, ['other']],
    [{ 'rows.label': 'b', 'rows.who.name': 'Ann' }, ['full']],
    [{ 'rows.label': 'a', 'rows.who.name': 'Ann' }, []],
    [{ AND: [{ 'rows.label': 'a' }, { 'rows.price': 9 }] }, ['full', 'other']],
    [{ 'rows.who': { exists: false }, 'rows.label': 'b' }, []],
    [{ 'content.blockType': 'hero' }, ['full']],
    [{ 'content.heading': 'Top' }, ['full']],
    [{ 'content.hero.heading': 'Top', 'content.by.name': 'Bob' }, []],
    [{ 'content.text': 'q', 'content.by.name': 'Bob' }, ['full']],
    // Negative operators and `exists: false` match an empty relation, and a document without rows.
    [{ 'rows.label': { not_equals: 'a' } }, ['bare', 'full']],
    [{ 'rows.price': { exists: false } }, ['bare']],
    [{ place: { within: [0, 0, 10, 10] } }, ['full']],
    [{ place: { within: [170, 0, -170, 20] } }, []],
    [{ place: { within: { center: [10, 10], radius: 0 } } }, ['full']],
    [{ place: { within: { center: [10, 11], radius: 100_000 } } }, []],
    [{ place: { within: { center: [10, 11], radius: 112_000 } } }, ['full']],
    [{ place: { within: polygon([10, 10], [20, 10], [20, 20], [10, 10]) } }, ['full']],
    [{ place: { within: polygon([11, 10], [20, 10], [20, 20], [11, 10]) } }, []],
    [{ place: { exists: false } }, ['bare', 'other']],
    [{ AND: [{}] }, everything],
    [{ OR: [{}, { title: 'nobody' }] }, everything],
    [{ OR: [{ price: 5 }, { price: 7 }], AND: [{ title: { not_equals: 'full' } }], live: false }, ['other']],
  ])('%j', async (filter, expected) => {
    const { status, body } = await exam.list('posts', { where: filled(filter), sort: 'title' });
    expect({
      status,
      found: body.docs?.map((one: { title: string }) => one.title),
      total: body.totalDocs,
    }).toEqual({
      status: 200,
      found: expected,
      total: expected.length,
    });
    const byCursor = await exam.call('POST', '/api/posts/query', {
      where: filled(filter),
      sort: 'title',
      cursor: '',
    });
    expect(byCursor.body.docs).toEqual(body.docs);
  });
});

describe('400 names the path in the filter', () => {
  test.each<[unknown, string]>([
    [{ nope: 1 }, 'where.nope'],
    [{ 'author.nope': 1 }, 'where.author.nope'],
    [{ 'rows.nope': 1 }, 'where.rows.nope'],
    [{ 'content.nope': 1 }, 'where.content.nope'],
    [{ 'meta.nope': 1 }, 'where.meta.nope'],
    [{ 'title.x': 1 }, 'where.title.x'],
    [{ meta: 'x' }, 'where.meta'],
    [{ constructor: 1 }, 'where.constructor'],
    [{ toString: { equals: 1 } }, 'where.toString'],
    [{ _revision: 1 }, 'where._revision'],
    [{ and: [] }, 'where.and'],
    [{ Or: [{}] }, 'where.Or'],
    [{ AND: [] }, 'where.AND'],
    [{ OR: [] }, 'where.OR'],
    [{ AND: {} }, 'where.AND'],
    [{ AND: [{ title: 'x' }, null] }, 'where.AND.1'],
    [{ title: {} }, 'where.title'],
    [{ title: ['x'] }, 'where.title'],
    [{ title: 1 }, 'where.title'],
    [{ title: { Equals: 'x' } }, 'where.title.Equals'],
    [{ title: { constructor: 1 } }, 'where.title.constructor'],
    [{ title: { equals: 1 } }, 'where.title.equals'],
    [{ title: { in: 'x' } }, 'where.title.in'],
    [{ title: { in: ['x', null] } }, 'where.title.in.1'],
    [{ title: { not_in: [null] } }, 'where.title.not_in.0'],
    [{ title: { in: Array.from({ length: 501 }, () => 'x') } }, 'where.title.in'],
    [{ title: { gt: null } }, 'where.title.gt'],
    // Fields without equality are tested with `exists`; `null` alone is short for `exists: false`.
    ...['labels', 'kinds', 'readers', 'place', 'data', 'rich', 'rows', 'content'].map(
      (name): [unknown, string] => [{ [name]: { equals: null } }, `where.${name}.equals`],
    ),
    [{ title: { exists: 'true' } }, 'where.title.exists'],
    [{ title: { exists: null } }, 'where.title.exists'],
    [{ title: { contains: 1 } }, 'where.title.contains'],
    [{ title: { within: ['a', 'b'] } }, 'where.title.within'],
    [{ title: 'a\0' }, 'where.title'],
    [{ price: '5' }, 'where.price'],
    [{ price: { contains: 5 } }, 'where.price.contains'],
    [{ price: { within: [1] } }, 'where.price.within'],
    [{ price: { within: [1, '2'] } }, 'where.price.within.1'],
    [{ day: '2026-1-1' }, 'where.day'],
    [{ at: 'yesterday' }, 'where.at'],
    [{ live: 'true' }, 'where.live'],
    [{ live: { gt: true } }, 'where.live.gt'],
    [{ live: { contains: true } }, 'where.live.contains'],
    [{ kind: { lt: 'b' } }, 'where.kind.lt'],
    [{ kind: { contains: 'a' } }, 'where.kind.contains'],
    [{ kinds: 'x' }, 'where.kinds'],
    [{ kinds: { equals: ['x'] } }, 'where.kinds.equals'],
    [{ labels: { gt: 'x' } }, 'where.labels.gt'],
    [{ author: { contains: 'x' } }, 'where.author.contains'],
    [{ author: { gt: 'x' } }, 'where.author.gt'],
    [{ readers: { equals: 'x' } }, 'where.readers.equals'],
    [{ about: 'x' }, 'where.about'],
    [{ about: { equals: { collection: 'posts', id: 'x' } } }, 'where.about.equals.collection'],
    [{ data: { equals: 1 } }, 'where.data.equals'],
    [{ rich: { contains: 'x' } }, 'where.rich.contains'],
    [{ rows: { contains: 'x' } }, 'where.rows.contains'],
    [{ content: { equals: 'x' } }, 'where.content.equals'],
    [{ place: { equals: [1, 1] } }, 'where.place.equals'],
    [{ place: { within: [0, 0, 1] } }, 'where.place.within'],
    [{ place: { within: { center: [0, 0], radius: -1 } } }, 'where.place.within.radius'],
    [{ place: { within: polygon([0, 0], [1, 0], [0, 0]) } }, 'where.place.within.coordinates.0'],
    [{ 'author.boss.boss.boss.name': 'x' }, 'where.author.boss.boss.boss.name'],
  ])('%j', async (where, path) => {
    const { status, body } = await exam.call('POST', '/api/posts/query', { where });
    expect({
      status,
      code: body.code,
      paths: body.details?.map((one: { path: string }) => one.path),
    }).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      paths: [path],
    });
    expect(body.error.startsWith(`${path}: `)).toBe(true);
    expect((await exam.list('posts', { where })).body).toEqual(body);
  });

  test('invalid JSON in where', async () => {
    expect(await exam.refused('GET', '/api/posts?where={title:1}')).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
    });
  });

  test('10 levels and 100 conditions pass, 11 and 101 do not, 500 values pass', async () => {
    const nested = (levels: number): object =>
      levels === 0 ? { title: 'full' } : { AND: [nested(levels - 1)] };
    const many = (count: number): object => ({
      OR: Array.from({ length: count }, () => ({ title: 'full' })),
    });
    const status = async (where: object): Promise<number> =>
      (await exam.call('POST', '/api/posts/query', { where })).status;
    expect([await status(nested(10)), await status(nested(11))]).toEqual([200, 400]);
    expect([await status(many(100)), await status(many(101))]).toEqual([200, 400]);
    expect(await status({ title: { in: Array.from({ length: 500 }, () => 'x') } })).toBe(200);
  });
});
