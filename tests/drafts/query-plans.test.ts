/**
 * The cost of a page of the draft view depends on its documents, not on the size of the collection: published
 * and pending rows are both read in the order of an index.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { compileList } from '../../runtime/query/compile/list.js';
import type { Statement } from '../../runtime/query/compile/statement.js';
import { rowsInView } from '../../runtime/query/merged-view.js';
import { parseListQuery } from '../../runtime/query/parse/list-query.js';
import { sqliteSql } from '../../runtime/storage/dialects/sqlite/sql.js';
import { type ContentDatabase, openContentDatabase, queryString } from '../query/support/content-database.js';

let database: ContentDatabase;

beforeAll(() => {
  database = openContentDatabase(
    describeConfig({
      collections: [
        { slug: 'people', fields: [{ name: 'name', type: 'text', unique: true }] },
        {
          slug: 'posts',
          indexes: [{ fields: ['section', 'rank'] }],
          fields: [
            { name: 'section', type: 'select', options: ['news', 'sport'] },
            { name: 'rank', type: 'number', index: true },
            { name: 'author', type: 'relationship', to: 'people' },
          ],
        },
      ],
    }),
  );
});

function statementOf(parameters: object, which: 'bytes' | 'total'): Statement {
  const plan = parseListQuery(queryString({ ...parameters }), {
    collection: database.collection('posts'),
    scope: database.scope,
  });
  const { where, drafts } = rowsInView(plan.collection, plan.where, new Set(database.contract.collections));
  if (drafts === null) throw new Error('Nothing is pending.');
  const merged = { ...plan, where, drafts: { collection: drafts.document, where: drafts.where } };
  const statement = compileList(merged, sqliteSql)[which];
  if (statement === null) throw new Error('There is no statement.');
  return statement;
}

describe('a merged page', () => {
  test.each([
    { sort: 'rank_desc', count: 'none' },
    { sort: 'createdAt_asc', count: 'none' },
    { where: { section: 'news' }, sort: 'rank_desc', count: 'none' },
    { where: { section: 'news' }, sort: 'rank_desc', count: 'none', page: 100 },
    { sort: 'rank_desc', cursor: '' },
    { where: { _status: 'draft' }, sort: 'rank_desc', count: 'none' },
    { where: { _status: 'published', section: 'news' }, sort: 'rank_desc', count: 'none' },
  ])('is merged from two indexes without sorting: %j', (parameters) => {
    const steps = database.explain(statementOf(parameters, 'bytes'));
    expect(steps.join('\n')).toContain('MERGE (UNION ALL)');
    expect(steps.filter((step) => step.includes('TEMP B-TREE'))).toEqual([]);
    expect(steps.filter((step) => /^SCAN (r|d|s)\d*$/.test(step))).toEqual([]);
  });

  test('behind a cursor enters both indexes at its place', () => {
    for (let rank = 1; rank <= 3; rank += 1)
      database.insert('posts', { id: `p${rank}`, section: 'news', rank });
    const first = database.list('posts', { sort: 'rank_asc', cursor: '', limit: 1 });
    const steps = database.explain(
      statementOf({ sort: 'rank_asc', cursor: first.nextCursor, limit: 1 }, 'bytes'),
    );
    expect(steps.filter((step) => step.includes('SEARCH r0 USING INDEX')).length).toBeGreaterThanOrEqual(2);
  });
});

test('the list without a filter is counted without looking at published rows', () => {
  const { sql, parameters } = statementOf({ limit: 0 }, 'total');
  expect(sql).toBe(
    'SELECT (SELECT count(*) AS total FROM "posts" r0) + (SELECT count(*) FROM "posts__pending" WHERE "_live" = 0) AS total',
  );
  expect(parameters).toEqual([]);
  expect(database.explain({ sql, parameters }).join()).toContain('posts__pending__live');
});

test('published documents are found and counted by their status at no cost', () => {
  const published = parseListQuery(queryString({ where: { _status: 'published' } }), {
    collection: database.collection('posts'),
    scope: database.scope,
  });
  const { total, bytes } = compileList(published, sqliteSql);
  expect(total?.sql).toBe('SELECT count(*) AS total FROM "posts" r0');
  expect(database.explain(bytes ?? { sql: '', parameters: [] }).join()).toContain('posts__createdAt_id_idx');
});

test('drafts are counted by their status without looking at published rows', () => {
  const { sql } = statementOf({ where: { _status: 'draft' }, limit: 0 }, 'total');
  expect(sql).toContain('(SELECT count(*) FROM "posts__pending" WHERE "_live" = 0)');
  expect(sql).toContain('FROM "posts" r0 WHERE FALSE');
});
