import { beforeAll, describe, expect, test } from 'vitest';
import { type ContentDatabase, openContentDatabase } from '../../../tests/query/support/content-database.js';
import { describeConfig } from '../../codegen/describe-config.js';
import { defineConfig } from '../../config/index.js';
import { sqliteSql } from '../../storage/dialects/sqlite/sql.js';
import type { JsonObject } from '../../util/json.js';
import { inView } from '../merged-view.js';
import { parseWhere } from '../parse/where.js';
import type { WhereNode } from '../plan.js';
import { andCondition, andConditionOnJson } from './condition.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'posts',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'rank', type: 'number' },
          { name: 'day', type: 'date' },
          { name: 'due', type: 'date', time: true },
          { name: 'open', type: 'boolean' },
          { name: 'place', type: 'point' },
          { name: 'tags', type: 'text', hasMany: true },
          { name: 'data', type: 'json' },
          { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text' }] },
          { name: 'author', type: 'relationship', to: 'people' },
          { name: 'owner', type: 'relationship', to: ['people', 'firms'] },
          { name: 'readers', type: 'relationship', to: 'people', hasMany: true },
          { name: 'owners', type: 'relationship', to: ['people', 'firms'], hasMany: true },
          { name: 'lines', type: 'array', fields: [{ name: 'label', type: 'text' }] },
        ],
      },
      { slug: 'people', fields: [{ name: 'name', type: 'text' }] },
      { slug: 'firms', fields: [{ name: 'name', type: 'text' }] },
    ],
  }),
);

const full: JsonObject = {
  id: 'full',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  _status: 'published',
  title: 'One',
  rank: 5,
  day: '2026-03-04',
  due: '2026-03-04T05:06:07.000Z',
  open: true,
  place: [10, 50],
  tags: ['a', 'b'],
  data: { any: 'thing' },
  seo: { title: 'Found' },
  author: 'ann',
  owner: { collection: 'firms', id: 'acme' },
  readers: ['ann', 'bob'],
  owners: [{ collection: 'people', id: 'ann' }],
  lines: [
    { id: 'l1', label: 'first' },
    { id: 'l2', label: 'second' },
  ],
};
const empty: JsonObject = {
  ...Object.fromEntries(Object.keys(full).map((name) => [name, null])),
  id: 'empty',
  createdAt: '2026-01-03T00:00:00.000Z',
  updatedAt: '2026-01-03T00:00:00.000Z',
  _status: 'draft',
  tags: [],
  seo: { title: null },
  readers: [],
  owners: [],
  lines: [],
};

let database: ContentDatabase;

beforeAll(() => {
  database = openContentDatabase(contract);
  database.insert('people', { id: 'ann', name: 'Ann' });
  database.insert('people', { id: 'bob', name: 'Bob' });
  database.insert('firms', { id: 'acme', name: 'Acme' });
  database.insert('posts', full);
  database.insert('posts', empty);
  database.exec('CREATE TABLE texts (id TEXT, text TEXT)');
  for (const document of [full, empty])
    database.all({
      sql: 'INSERT INTO texts VALUES (?, ?) RETURNING id',
      parameters: [String(document['id']), JSON.stringify(document)],
    });
});

const rows = () => ({ dialect: sqliteSql, document: database.collection('posts') });

function parse(filter: object): WhereNode | null {
  return parseWhere(filter, { collection: database.collection('posts'), scope: database.scope });
}

function inTable(where: WhereNode | null): readonly unknown[] {
  const { sql, parameters } = andCondition(rows(), where);
  return database
    .all({ sql: `SELECT id FROM posts r0 WHERE TRUE${sql} ORDER BY id`, parameters })
    .map(({ id }) => id);
}

function inTexts(where: WhereNode | null): readonly unknown[] {
  const { sql, parameters } = andConditionOnJson(
    rows(),
    where && inView(where, { seen: new Set(), rows: 'version' }),
    'v.text',
  );
  return database
    .all({ sql: `SELECT id FROM texts v WHERE TRUE${sql} ORDER BY id`, parameters })
    .map(({ id }) => id);
}

test('without a filter there is no condition', () => {
  expect(andCondition(rows(), null)).toEqual({ sql: '', parameters: [] });
  expect(andConditionOnJson(rows(), null, 'v.text')).toEqual({ sql: '', parameters: [] });
});

const onFull: readonly object[] = [
  { id: 'full' },
  { createdAt: { lt: '2026-01-02T00:00:00.000Z' } },
  { title: 'One' },
  { title: { contains: 'ON' } },
  { title: { in: ['One', 'Two'] } },
  { rank: { gt: 4, lte: 5 } },
  { rank: { within: [5, 6] } },
  { day: { gte: '2026-03-04' } },
  { due: { lt: '2026-03-04T05:06:08.000Z' } },
  { due: '2026-03-04T06:06:07.000+01:00' },
  { open: true },
  { place: { within: [9, 49, 11, 51] } },
  { place: { exists: true } },
  { tags: { contains: 'b' } },
  { tags: { in: ['x', 'a'] } },
  { data: { exists: true } },
  { 'seo.title': 'Found' },
  { author: 'ann' },
  { 'author.name': 'Ann' },
  { owner: { collection: 'firms', id: 'acme' } },
  { owner: { in: [{ collection: 'firms', id: 'acme' }] } },
  { 'owner.name': 'Acme' },
  { readers: { contains: 'bob' } },
  { readers: { in: ['bob', 'eve'] } },
  { readers: { exists: true } },
  { 'readers.name': 'Bob' },
  { owners: { contains: { collection: 'people', id: 'ann' } } },
  { owners: { exists: true } },
  { 'owners.name': 'Ann' },
  { 'lines.label': 'second' },
  { lines: { exists: true } },
  { title: 'One', OR: [{ rank: 1 }, { open: true }] },
];
const onEmpty: readonly object[] = [
  { title: null },
  { title: { not_equals: 'One' } },
  { title: { not_in: ['One'] } },
  { title: { not_contains: 'on' } },
  { rank: { exists: false } },
  { place: { exists: false } },
  { tags: { exists: false } },
  { tags: { not_contains: 'b' } },
  { tags: { not_in: ['b', 'c'] } },
  { data: { exists: false } },
  { 'seo.title': { exists: false } },
  { author: { not_equals: 'ann' } },
  { 'author.name': { exists: false } },
  { 'author.name': { not_equals: 'Ann' } },
  { owner: { not_equals: { collection: 'firms', id: 'acme' } } },
  { owner: { not_in: [{ collection: 'firms', id: 'acme' }] } },
  { owner: { exists: false } },
  { 'owner.name': { not_equals: 'Acme' } },
  { readers: { not_contains: 'bob' } },
  { readers: { exists: false } },
  { 'readers.name': { exists: false } },
  { owners: { not_contains: { collection: 'people', id: 'ann' } } },
  { owners: { not_in: [{ collection: 'people', id: 'ann' }] } },
  { owners: { exists: false } },
  { lines: { exists: false } },
  { 'lines.label': { exists: false } },
  { AND: [{ title: null }, { rank: null }] },
];
const onNone: readonly object[] = [
  { title: 'Two' },
  { owner: { collection: 'people', id: 'acme' } },
  { owners: { contains: { collection: 'firms', id: 'ann' } } },
  { 'author.name': 'Bob' },
  { 'readers.name': 'Eve' },
  { 'lines.label': 'third' },
  { tags: { in: [] } },
  { title: 'One', rank: 6 },
];

describe('a filter means the same on the columns of a table and on the JSON of a version', () => {
  test.each([
    ...onFull.map((filter) => [filter, ['full']] as const),
    ...onEmpty.map((filter) => [filter, ['empty']] as const),
    ...onNone.map((filter) => [filter, []] as const),
  ])('%j holds for %j', (filter, ids) => {
    expect(inTable(parse(filter))).toEqual(ids);
    expect(inTexts(parse(filter))).toEqual(ids);
  });
});

test('a version has the status that its text tells, a published row is published', () => {
  expect(inTexts(parse({ _status: 'draft' }))).toEqual(['empty']);
  expect(inTexts(parse({ _status: 'published' }))).toEqual(['full']);
  expect(inTexts(parse({ _status: { exists: true } }))).toEqual(['empty', 'full']);
  expect(inTexts(parse({ _status: { exists: false } }))).toEqual([]);
  expect(inTable(parse({ _status: 'published' }))).toEqual(['empty', 'full']);
  expect(inTable(parse({ _status: 'draft' }))).toEqual([]);
});

test('filters of one shape share their text, with values of their own', () => {
  const [one, other] = [
    andCondition(rows(), parse({ title: 'One' })),
    andCondition(rows(), parse({ title: 'Two' })),
  ];
  expect(other.sql).toBe(one.sql);
  expect([one.parameters, other.parameters]).toEqual([['One'], ['Two']]);
  expect(andConditionOnJson(rows(), parse({ rank: 1 }), 'a.text').sql).not.toBe(
    andConditionOnJson(rows(), parse({ rank: 1 }), 'b.text').sql,
  );
});
