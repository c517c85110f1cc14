import { describe, expect, test } from 'vitest';
import { describeConfig } from '../../codegen/describe-config.js';
import type { FieldConfig } from '../../config/field-config.js';
import { english } from '../../errors/reasons/english.js';
import { say } from '../../errors/reasons/say.js';
import { sqliteSql } from '../../storage/dialects/sqlite/sql.js';
import { parseListQuery } from '../parse/list-query.js';
import { createQueryScope } from '../scope.js';
import { workOfCount, workOfPage } from './list-reading.js';

const fields: readonly FieldConfig[] = [
  { name: 'title', type: 'text' },
  { name: 'code', type: 'text', unique: true },
  { name: 'section', type: 'text', index: true },
  { name: 'category', type: 'select', options: ['a', 'b'] },
  { name: 'publishedAt', type: 'date' },
  { name: 'rank', type: 'number' },
  { name: 'place', type: 'point' },
  { name: 'author', type: 'relationship', to: 'posts' },
  { name: 'related', type: 'relationship', to: 'posts', hasMany: true },
  { name: 'items', type: 'array', fields: [{ name: 'label', type: 'text' }] },
];
const contract = describeConfig({
  collections: [{ slug: 'posts', drafts: false, fields, indexes: [{ fields: ['category', 'publishedAt'] }] }],
});
const scope = createQueryScope(contract);
const [posts] = contract.collections;

interface Work {
  readonly page: boolean;
  readonly count: boolean;
}

/** What may take long in a list over `rows` posts, each with ten related ones. */
function longIn(rows: number, search: string): Work {
  if (posts === undefined) throw new Error('There is no collection.');
  const plan = parseListQuery(search, { collection: posts, scope });
  const on = {
    dialect: sqliteSql,
    sizeOf: (_: string, kind?: string) => ({ rows: kind === 'links' ? rows * 10 : rows, rowBytes: 1_000 }),
  };
  return { page: workOfPage(plan, on).isLong(), count: workOfCount(plan, on).isLong() };
}

function costliest(search: string): string {
  if (posts === undefined) throw new Error('There is no collection.');
  const sizeOf = () => ({ rows: 100_000, rowBytes: 1_000 });
  return say(
    english,
    workOfPage(parseListQuery(search, { collection: posts, scope }), {
      dialect: sqliteSql,
      sizeOf,
    }).costliest(),
  );
}

const where = (filter: object, more = ''): string =>
  `where=${encodeURIComponent(JSON.stringify(filter))}${more}`;

describe('among hundreds of thousands of documents', () => {
  const quick: readonly (readonly [name: string, search: string])[] = [
    ['the first page', ''],
    ['an order that an index gives', 'sort=section'],
    ['a page some way down', 'page=100'],
    ['a unique value', where({ code: { equals: 'x' } })],
    ['some unique values', where({ code: { in: ['x', 'y'] }, title: { contains: 'x' } })],
    ['an id', where({ id: { equals: '01890000-0000-7000-8000-000000000000' } })],
    ['an indexed value', where({ section: { equals: 'x' } })],
    ['an indexed value, in the order of its index', where({ section: { equals: 'x' } }, '&sort=section')],
    ['a value and an order of one index', where({ category: { equals: 'a' } }, '&sort=publishedAt_desc')],
    ['a stretch of the order', where({ createdAt: { gt: '2026-01-01T00:00:00.000Z' } })],
    ['a related document', where({ related: { contains: '01890000-0000-7000-8000-000000000000' } })],
  ];
  test.each(quick)('no page takes long by %s', (_, search) => {
    expect(longIn(300_000, search).page).toBe(false);
  });

  const long: readonly (readonly [name: string, search: string])[] = [
    ['an order without an index', 'sort=rank'],
    ['a page far down', 'page=20000'],
    ['a value without an index', where({ rank: { equals: 1 } })],
    ['an indexed value beside another', where({ section: { equals: 'x' }, rank: { equals: 1 } })],
    ['an indexed value in another order', where({ section: { equals: 'x' } }, '&sort=rank')],
    ['one of two values', where({ OR: [{ section: { equals: 'x' } }, { code: { equals: 'y' } }] })],
    ['a text', where({ title: { contains: 'x' } })],
    ['a related value', where({ 'author.rank': { equals: 1 } })],
    ['what is not', where({ section: { not_equals: 'x' } })],
    ['a row', where({ 'items.label': { equals: 'x' } })],
  ];
  test.each(long)('a page may take long by %s', (_, search) => {
    expect(longIn(300_000, search).page).toBe(true);
  });

  test('counting takes long by what no index counts', () => {
    expect(longIn(300_000, '').count).toBe(false);
    expect(longIn(300_000, where({ code: { equals: 'x' } })).count).toBe(false);
    expect(longIn(300_000, where({ rank: { equals: 1 } })).count).toBe(true);
    expect(longIn(300_000, `${where({ rank: { equals: 1 } })}&count=estimated`).count).toBe(false);
  });
});

describe('among a thousand documents', () => {
  test('simple filters and every order are quick', () => {
    for (const search of [
      'sort=rank',
      'page=50',
      where({ rank: { gt: 1 } }),
      where({ title: { contains: 'x' } }),
    ])
      expect(longIn(1_000, search)).toEqual({ page: false, count: false });
  });

  test('what multiplies is not', () => {
    const negative = { 'related.related.related.title': { exists: false } };
    expect(longIn(1_000, where(negative))).toEqual({ page: true, count: true });
    const searches = Array.from({ length: 8 }, (_, at) => ({
      title: { contains: `${'x'.repeat(70)}${at}` },
    }));
    expect(longIn(1_000, where({ OR: searches }))).toEqual({ page: true, count: true });
    const around = Array.from({ length: 900 }, (_, at) => [Math.cos(at / 150), Math.sin(at / 150)]);
    const area = { type: 'Polygon', coordinates: [[...around, around[0]]] };
    const polygons = Array.from({ length: 2 }, () => ({ place: { within: area } }));
    expect(longIn(1_000, where({ OR: polygons }))).toEqual({ page: true, count: true });
  });
});

test('what costs most is named by its path, never by its value', () => {
  expect(costliest('sort=rank')).toBe('the sort by "rank"');
  expect(costliest('page=90000')).toBe('a page so deep in the list');
  expect(costliest(where({ rank: { gt: 1 }, title: { contains: 'secret' } }))).toBe('the filter by "title"');
  expect(costliest(where({ rank: { gt: 1 }, 'related.related.title': { exists: false } }))).toBe(
    'the filter by "related.related.title"',
  );
  expect(costliest(where({ 'items.label': { equals: 'x' } }))).toBe('the filter by "items.label"');
});
