/**
 * The indexes that PostgreSQL uses for lists of a table with thousands of rows. Plans are requested without
 * the parameter values, as for a generic plan.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { CollectionDescriptor, ContractDescriptor } from '../../runtime/codegen/descriptors.js';
import { pendingDescriptor } from '../../runtime/codegen/pending-descriptor.js';
import { defineConfig } from '../../runtime/config/index.js';
import { compileList } from '../../runtime/query/compile/list.js';
import type { Statement } from '../../runtime/query/compile/statement.js';
import { rowsInView } from '../../runtime/query/merged-view.js';
import { parseListQuery } from '../../runtime/query/parse/list-query.js';
import type { ListPlan } from '../../runtime/query/plan.js';
import { createQueryScope } from '../../runtime/query/scope.js';
import { postgresSql } from '../../runtime/storage/dialects/postgres/sql.js';
import { describePostgres } from '../support/services.js';
import { queryString } from './support/content-database.js';
import { openPostgresContent, type PostgresContent } from './support/postgres-content.js';

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
        ],
      },
      { slug: 'tags', fields: [{ name: 'name', type: 'text', index: true }] },
    ],
  }),
);

const posts = 20_000;
const head = (id: string): string =>
  `${id} AS id, timestamptz '2020-01-01' + i * interval '1 second' AS "createdAt", now() AS "updatedAt", 1 AS _revision`;
const fill = [
  `INSERT INTO authors (id, "createdAt", "updatedAt", _revision, name, slug) SELECT ${head(`'a' || i`)}, 'Name ' || i, 's' || i FROM generate_series(0, 199) i`,
  `INSERT INTO tags (id, "createdAt", "updatedAt", _revision, name) SELECT ${head(`'t' || i`)}, 'Tag ' || i FROM generate_series(0, 199) i`,
  `INSERT INTO posts (id, "createdAt", "updatedAt", _revision, title, status, rank, code, author, _doc) ` +
    `SELECT ${head('md5(i::text)')}, CASE WHEN i % 5 > 0 THEN 'Title ' || i * 31 % 9973 END, ` +
    `CASE WHEN i % 4 = 0 THEN 'draft' ELSE 'published' END, CASE WHEN i % 7 > 0 THEN i % 1000 END, ` +
    `CASE WHEN i % 2 > 0 THEN 'c' || i END, 'a' || i % 200, repeat('x', 400) FROM generate_series(1, ${posts}) i`,
  `INSERT INTO posts__tags (parent, position, target) SELECT id, 0, 't' || rank::int % 200 FROM posts WHERE rank IS NOT NULL`,
  `INSERT INTO posts__tags (parent, position, target) SELECT id, 1, 't199' FROM posts`,
  `INSERT INTO posts__pending (id, "createdAt", "updatedAt", _revision, _live, _fields, title, status, rank, author) ` +
    `SELECT id, "createdAt", "updatedAt", 2, true, '[]', 'Pending', status, rank, author FROM posts WHERE rank < 100`,
  'ANALYZE',
];

type Parameters = Readonly<Record<string, unknown>>;

function postsOf({ collections: [collection] }: ContractDescriptor): CollectionDescriptor {
  if (collection === undefined) throw new Error('There are no posts.');
  return collection;
}

describePostgres('plans of PostgreSQL', (fresh) => {
  const scope = createQueryScope(contract);
  let content: PostgresContent;

  beforeAll(async () => {
    content = await openPostgresContent(contract, await fresh());
    for (const sql of fill) await content.exec(sql);
  });

  afterAll(() => content.close());

  const planOf = (parameters: Parameters): ListPlan =>
    parseListQuery(queryString(parameters), { collection: postsOf(contract), scope });

  function mergedPlanOf(parameters: Parameters): ListPlan {
    const plan = planOf(parameters);
    const { collection } = plan;
    const { where, drafts } = rowsInView(collection, plan.where, new Set(contract.collections));
    return {
      ...plan,
      where,
      drafts: { collection: pendingDescriptor(collection), where: drafts?.where ?? null },
    };
  }

  async function stepsOf(plan: ListPlan, which: 'rows' | 'total' = 'rows'): Promise<string> {
    const statement: Statement | null = compileList(plan, postgresSql)[which];
    if (statement === null) throw new Error(`There is no statement for ${which}.`);
    return (await content.explain(statement)).join('\n');
  }

  /** Expects that no table is read completely, and that sorts are only above limits. */
  function expectFlat(steps: string): void {
    expect(steps).not.toMatch(/Seq Scan on posts/);
    const lines = steps.split('\n').filter((line) => /->|^\S/.test(line));
    for (const [at, line] of lines.entries()) {
      if (/^ *(?:-> +)?Sort /.test(line))
        expect(lines[at + 1]).toMatch(/-> +(?:Limit|CTE Scan|Append|Subquery Scan)/);
    }
  }

  describe('pages are read in the order of an index', () => {
    test.each<[parameters: Parameters, index: string]>([
      [{}, 'Index Scan Backward using "posts__createdAt_id_idx" on posts r0'],
      [{ sort: 'createdAt' }, 'Index Scan using "posts__createdAt_id_idx" on posts r0'],
      [{ sort: 'title' }, 'Index Scan using posts__title_id_idx on posts r0'],
      [{ sort: 'title_desc' }, 'Index Scan using posts__title_id_idx_desc on posts r0'],
      [{ sort: 'rank_desc' }, 'Index Scan using posts__rank_id_idx_desc on posts r0'],
      [{ sort: 'id' }, 'Index Scan using posts_pkey on posts r0'],
      [{ where: { author: 'a5' } }, 'using "posts__author_createdAt_id_idx" on posts r0'],
      [{ where: { 'author.slug': 's5' } }, 'using "posts__author_createdAt_id_idx" on posts r0'],
      [
        { where: { status: 'draft' }, sort: 'rank_desc' },
        'Index Scan using posts__status_rank_id_idx_desc on posts r0',
      ],
      [{ where: { tags: { not_contains: 't1' } } }, 'using "posts__createdAt_id_idx" on posts r0'],
      [{ where: { 'author.name': { not_equals: 'x' } } }, 'using "posts__createdAt_id_idx" on posts r0'],
    ])('%j', async (parameters, index) => {
      const steps = await stepsOf(planOf(parameters));
      expect(steps).toContain(index);
      expectFlat(steps);
    });
  });

  describe('a cursor page begins at its place in the index', () => {
    test.each<[parameters: Parameters, place: RegExp]>([
      [{}, /"posts__createdAt_id_idx" on posts r0.*\n +Index Cond: \(ROW\("createdAt", \(?id/],
      [{ sort: 'title' }, /posts__title_id_idx on posts r0.*\n +Index Cond: \(ROW\(\(?title/],
      [{ sort: 'title_desc' }, /posts__title_id_idx_desc on posts r0.*\n +Index Cond: \(ROW\(\(?title/],
      [
        { where: { author: 'a5' } },
        /"posts__author_createdAt_id_idx" on posts r0.*\n +Index Cond: \(\(\(?author.*ROW\(/,
      ],
    ])('%j', async (parameters, place) => {
      const { nextCursor } = await content.list('posts', { ...parameters, cursor: '' });
      const steps = await stepsOf(planOf({ ...parameters, limit: 10, cursor: nextCursor }));
      expect(steps).toMatch(place);
      expectFlat(steps);
    });
  });

  describe('the merged list reads two indexes', () => {
    test.each<[parameters: Parameters]>([[{}], [{ sort: 'title_desc' }], [{ sort: 'rank' }]])(
      '%j',
      async (parameters) => {
        const steps = await stepsOf(mergedPlanOf(parameters));
        expectFlat(steps);
      },
    );
  });

  test('few members of a list lead to their documents', async () => {
    const steps = await stepsOf(planOf({ where: { tags: { contains: 't5' } } }));
    expect(steps).toMatch(/Scan (?:using|on) posts__tags__target/);
    expect(steps).not.toContain('Seq Scan');
  });

  describe('deep pages are the same part of the same list', () => {
    test.each<[parameters: Parameters]>([
      [{}],
      [{ sort: 'title_desc' }],
      [{ sort: 'rank_desc,title' }],
      [{ where: { status: 'draft' }, sort: 'title_desc' }],
      [{ where: { tags: { contains: 't5' } }, limit: 9 }],
    ])('%j', async (parameters) => {
      const limit = Number(parameters['limit'] ?? 97);
      // Some documents have no stored text; the page still has their ids.
      const all = await content.list('posts', { ...parameters, limit: 1000, cursor: '' });
      const ids: string[] = [];
      for (let page = 1; ids.length < all.ids.length; page += 1) {
        const found = await content.list('posts', { ...parameters, limit, page, count: 'none' });
        ids.push(...found.ids);
        if (found.ids.length < limit) break;
      }
      expect(ids.slice(0, all.ids.length)).toEqual(all.ids);
    });

    test('a page far beyond the last is empty', async () => {
      for (const page of [Number.MAX_SAFE_INTEGER, 2 ** 40])
        expect((await content.list('posts', { page, limit: 1000 })).ids).toEqual([]);
    });
  });

  describe('an estimated count', () => {
    const estimate = async (where: unknown): Promise<number> =>
      (await content.list('posts', { where, limit: 0, count: 'estimated' })).total ?? -1;

    test.each<[where: unknown, count: number]>([
      [{}, posts],
      [{ status: 'published' }, 15_000],
      [{ title: null }, 4_000],
      [{ tags: { contains: 't199' } }, 20_000],
      [{ 'author.name': { contains: 'NAME 1' } }, 11_100],
      [{ status: 'nothing' }, 0],
    ])('of %j is near', async (where, count) => {
      expect(Math.abs((await estimate(where)) - count)).toBeLessThan(3_000);
    });
  });
});
