/** The indexes that SQLite uses for lists of a table with thousands of rows, and the amount of work. */
import { beforeAll, describe, expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { defineConfig } from '../../runtime/config/index.js';
import { compileList } from '../../runtime/query/compile/list.js';
import type { Statement } from '../../runtime/query/compile/statement.js';
import { parseListQuery } from '../../runtime/query/parse/list-query.js';
import { sqliteSql } from '../../runtime/storage/dialects/sqlite/sql.js';
import { type ContentDatabase, openContentDatabase, queryString } from './support/content-database.js';

const contract = describeConfig(
  defineConfig({
    collections: [
      {
        slug: 'posts',
        indexes: [{ fields: ['status', 'rank'] }],
        fields: [
          { name: 'title', type: 'text', index: true },
          { name: 'status', type: 'select', options: ['published', 'draft'], index: true },
          { name: 'rank', type: 'number', index: true },
          { name: 'code', type: 'text', unique: true },
          { name: 'author', type: 'relationship', to: 'authors' },
          { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
        ],
      },
      {
        slug: 'authors',
        fields: [
          { name: 'name', type: 'text', index: true },
          { name: 'slug', type: 'slug' },
          { name: 'active', type: 'boolean' },
        ],
      },
      { slug: 'tags', fields: [{ name: 'name', type: 'text', index: true }] },
    ],
  }),
);

const posts = 6_000;
let database: ContentDatabase;

beforeAll(() => {
  database = openContentDatabase(contract);
  database.exec('BEGIN');
  for (let index = 0; index < 60; index += 1) {
    database.insert('authors', {
      id: `a${index}`,
      name: `Name ${index}`,
      slug: `s${index}`,
      active: index > 0,
    });
    database.insert('tags', { id: `t${index}`, name: `Tag ${index}` });
  }
  for (let index = 0; index < posts; index += 1) {
    database.insert('posts', {
      id: `p${String((index * 7919) % posts).padStart(6, '0')}`,
      createdAt: new Date(1.7e12 + index * 1000).toISOString(),
      title: index % 5 === 0 ? null : `Title ${(index * 31) % 997}`,
      status: index % 4 === 0 ? 'draft' : 'published',
      rank: index % 7 === 0 ? null : index % 100,
      code: index % 2 === 0 ? null : `c${index}`,
      author: `a${index % 60}`,
      tags: index % 600 === 0 ? ['t0', 't1'] : ['t1'],
    });
  }
  database.exec('COMMIT');
});

type Parameters = Readonly<Record<string, unknown>>;

function statementOf(parameters: Parameters, which: 'rows' | 'total'): Statement {
  const plan = parseListQuery(queryString(parameters), {
    collection: database.collection('posts'),
    scope: database.scope,
  });
  const statement = compileList(plan, sqliteSql)[which];
  if (statement === null) throw new Error(`There is no statement for ${which}.`);
  return statement;
}

function stepsOf(parameters: Parameters, which: 'rows' | 'total' = 'rows'): string {
  return database.explain(statementOf(parameters, which)).join(' | ');
}

/** The cursor after a number of documents. */
function cursorAt(parameters: Parameters, documents: number): string {
  let cursor = '';
  for (let at = 0; at < documents; at += 500) {
    cursor = database.list('posts', { ...parameters, cursor, limit: 500 }).nextCursor ?? '';
  }
  return cursor;
}

describe('pages are read in the order of an index', () => {
  test.each<[parameters: Parameters, index: string]>([
    [{}, 'SCAN r0 USING INDEX posts__createdAt_id_idx'],
    [{ sort: 'createdAt' }, 'SCAN r0 USING INDEX posts__createdAt_id_idx'],
    [{ sort: 'title' }, 'SCAN r0 USING INDEX posts__title_id_idx'],
    [{ sort: 'title_desc' }, 'SCAN r0 USING INDEX posts__title_id_idx'],
    [{ sort: 'rank_asc' }, 'SCAN r0 USING INDEX posts__rank_id_idx'],
    [{ sort: 'id' }, 'SCAN r0 USING INDEX sqlite_autoindex_posts_1'],
    [{ where: { status: 'published' } }, 'SEARCH r0 USING INDEX posts__status_createdAt_id_idx (status=?)'],
    [
      { where: { status: 'draft' }, sort: 'rank' },
      'SEARCH r0 USING INDEX posts__status_rank_id_idx (status=?)',
    ],
    [
      { where: { status: 'draft' }, sort: 'rank_desc' },
      'SEARCH r0 USING INDEX posts__status_rank_id_idx (status=?)',
    ],
    [{ where: { author: 'a5' } }, 'SEARCH r0 USING INDEX posts__author_createdAt_id_idx (author=?)'],
    [
      { where: { author: 'a5', status: 'draft' } },
      'SEARCH r0 USING INDEX posts__author_createdAt_id_idx (author=?)',
    ],
    [{ where: { 'author.slug': 's5' } }, 'SEARCH r0 USING INDEX posts__author_createdAt_id_idx (author=?)'],
    [{ where: { title: { contains: 'x' } } }, 'SCAN r0 USING INDEX posts__createdAt_id_idx'],
    [{ where: { tags: { not_contains: 't1' } } }, 'SCAN r0 USING INDEX posts__createdAt_id_idx'],
    [{ where: { 'author.name': { not_equals: 'x' } } }, 'SCAN r0 USING INDEX posts__createdAt_id_idx'],
  ])('%j', (parameters, index) => {
    const steps = stepsOf(parameters);
    expect(steps).toContain(index);
    expect(steps).not.toContain('TEMP B-TREE');
  });
});

describe('a cursor page begins at its place in the index', () => {
  test.each<[parameters: Parameters, index: string]>([
    [{}, 'SEARCH r0 USING INDEX posts__createdAt_id_idx ((createdAt,id)<(?,?))'],
    [{ sort: 'createdAt' }, 'SEARCH r0 USING INDEX posts__createdAt_id_idx ((createdAt,id)>(?,?))'],
    [{ sort: 'title' }, 'SEARCH r0 USING INDEX posts__title_id_idx ((title,id)>(?,?))'],
    [{ sort: 'title_desc' }, 'SEARCH r0 USING INDEX posts__title_id_idx ((title,id)<(?,?))'],
    [{ sort: 'id' }, 'SEARCH r0 USING INDEX sqlite_autoindex_posts_1 (id>?)'],
    [
      { where: { status: 'published' } },
      'SEARCH r0 USING INDEX posts__status_createdAt_id_idx (status=? AND (createdAt,id)<(?,?))',
    ],
    [
      { where: { status: 'published' }, sort: 'rank' },
      'SEARCH r0 USING INDEX posts__status_rank_id_idx (status=? AND (rank,id)>(?,?))',
    ],
    [
      { where: { author: 'a5' } },
      'SEARCH r0 USING INDEX posts__author_createdAt_id_idx (author=? AND (createdAt,id)<(?,?))',
    ],
  ])('%j', (parameters, index) => {
    const steps = stepsOf({
      ...parameters,
      limit: 10,
      cursor: database.list('posts', { ...parameters, cursor: '' }).nextCursor,
    });
    expect(steps).toContain(index);
    expect(steps).not.toContain('TEMP B-TREE');
    expect(steps).not.toContain('SCAN r0');
  });

  test.each(['title', 'title_desc'])('among the nulls of %s, too', (sort) => {
    const steps = stepsOf({ sort, limit: 10, cursor: cursorAt({ sort }, 5_000) });
    expect(steps).toBe(
      `SEARCH r0 USING INDEX posts__title_id_idx (title=? AND id${sort === 'title' ? '>' : '<'}?)`,
    );
  });
});

/**
 * Evaluates the first decision of a statement with two access paths: whether few documents match the filter.
 */
function findsFew(parameters: Parameters): boolean {
  const { sql, parameters: values } = statementOf(parameters, 'rows');
  const [, question] = /^WITH _way\(_few\) AS MATERIALIZED \((SELECT .*?)\) SELECT \* FROM/.exec(sql) ?? [];
  if (question === undefined) throw new Error('The statement has one way only.');
  const count = [...question.matchAll(/\?/g)].length;
  const [row] = database.all({ sql: `${question} AS few`, parameters: values.slice(0, count) });
  return row?.['few'] === 1;
}

describe('few matches are sorted, many are met on the way through the order', () => {
  test.each<[name: string, few: Parameters, many: Parameters]>([
    ['members of a list', { where: { tags: { contains: 't0' } } }, { where: { tags: { in: ['t0', 't1'] } } }],
    ['related documents', { where: { 'author.active': false } }, { where: { 'author.active': true } }],
    ['related through a list', { where: { 'tags.name': 'Tag 0' } }, { where: { 'tags.name': 'Tag 1' } }],
    [
      'an index beside the sort',
      { where: { author: 'a5' }, sort: 'title' },
      { where: { status: 'published' }, sort: 'title' },
    ],
  ])('%s', (_, few, many) => {
    expect(findsFew(few)).toBe(true);
    expect(findsFew(many)).toBe(false);
  });

  test('many are read in the order of the index, and looked at one by one', () => {
    const steps = stepsOf({ where: { tags: { contains: 't1' } } });
    expect(steps).toContain('SCAN r0 USING INDEX posts__createdAt_id_idx');
    expect(steps).toMatch(
      /SEARCH r1 (EXISTS )?USING COVERING INDEX posts__tags__target \(target=\? AND parent=\?\)/,
    );
  });
});

describe('deep pages are the same part of the same list', () => {
  test.each<[parameters: Parameters]>([
    [{}],
    [{ sort: 'title' }],
    [{ sort: 'rank_desc,title' }],
    [{ where: { status: 'draft' }, sort: 'title_desc' }],
    [{ where: { tags: { contains: 't1' }, title: { exists: true } } }],
    [{ where: { tags: { contains: 't0' } }, limit: 4 }],
  ])('%j', (parameters) => {
    const limit = Number(parameters['limit'] ?? 97);
    const ids: string[] = [];
    for (let page = 1; ids.length < 1000; page += 1) {
      const found = database.list('posts', {
        ...parameters,
        limit,
        page,
        count: page % 2 === 0 ? 'none' : 'exact',
      });
      ids.push(...found.ids);
      if (found.ids.length < limit) break;
    }
    const cursorPage = database.list('posts', { ...parameters, limit: 1000, cursor: '' });
    expect(ids.slice(0, 1000)).toEqual(cursorPage.ids);
  });

  test('a page far beyond the last is empty', () => {
    for (const page of [Number.MAX_SAFE_INTEGER, 2 ** 40]) {
      expect(database.list('posts', { page, limit: 1000 }).ids).toEqual([]);
    }
  });
});

test('members of a list are counted in its own table', () => {
  expect(stepsOf({ where: { tags: { contains: 't1' } } }, 'total')).toBe(
    'SEARCH r1 USING COVERING INDEX posts__tags__target (target=?)',
  );
  expect(database.list('posts', { where: { tags: { contains: 't1' } }, limit: 0 }).total).toBe(posts);
});

describe('an estimated count', () => {
  const estimate = (where: unknown): number =>
    database.list('posts', { where, limit: 0, count: 'estimated' }).total ?? -1;

  test('of everything is right', () => {
    expect(estimate({})).toBe(posts);
  });

  test.each<[where: unknown, count: number]>([
    [{ status: 'published' }, 4500],
    [{ title: null }, 1200],
    [{ 'author.name': { contains: '5' } }, 1400],
    [{ tags: { contains: 't1' } }, 6000],
    [{ status: 'nothing' }, 0],
  ])('of %j is near', (where, count) => {
    expect(Math.abs(estimate(where) - count)).toBeLessThan(900);
  });

  test('looks at a sample of rows, not at all', () => {
    const steps = stepsOf({ where: { status: 'published' }, count: 'estimated' }, 'total');
    expect(steps).toContain('SEARCH r0 USING INTEGER PRIMARY KEY (rowid=?)');
  });
});

test('equal shapes have equal text, whatever the values', () => {
  const sql = (parameters: Parameters): string => statementOf(parameters, 'rows').sql;
  const where = (title: string, ids: readonly string[], rank: number): unknown => ({
    title: { contains: title },
    author: { in: ids },
    rank: { gt: rank },
    'tags.name': { not_equals: title },
  });
  expect(sql({ where: where('xyz', ['a'], 1) })).toBe(
    sql({ where: where('abc; --', ['b', 'c'], -5.5), page: 3 }),
  );
  expect(sql({ where: where('xyz', ['a'], 1) })).not.toBe(
    sql({ where: where('xyz', ['a'], 1), sort: 'title' }),
  );
  for (const hostile of ["'", '"', '\\', ';--', '?', '\u{1f600}', '%', '[', 'k']) {
    expect(sql({ where: { title: hostile, author: hostile } })).toBe(
      sql({ where: { title: 'x', author: 'y' } }),
    );
  }
});
