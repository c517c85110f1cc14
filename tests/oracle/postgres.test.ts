/**
 * The same filters and sorts on PostgreSQL: checked by the oracle, and compared with SQLite including the
 * cursors.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseListQuery } from '../../runtime/query/parse/list-query.js';
import type { ListPlan } from '../../runtime/query/plan.js';
import {
  type ContentDatabase,
  type ListAnswer,
  openContentDatabase,
  queryString,
} from '../query/support/content-database.js';
import { openPostgresContent, type PostgresContent } from '../query/support/postgres-content.js';
import { describePostgres } from '../support/services.js';
import { createOracle, type Oracle } from './evaluate.js';
import { boundBy, policies } from './policies.js';
import { createReader } from './reader.js';
import { filterOf, sortOfAnimals } from './requests.js';
import { createWorld, type World, zoo } from './zoo.js';

const seed = Number(process.env['SVC_TEST_SEED'] ?? 1_234_567);
const runs = Number(process.env['SVC_TEST_RUNS'] ?? 1_000);

describePostgres('lists on PostgreSQL', (fresh) => {
  let sqlite: ContentDatabase;
  let postgres: PostgresContent;
  let oracle: Oracle;
  let world: World;

  beforeAll(async () => {
    world = createWorld(20_260_101);
    sqlite = openContentDatabase(zoo);
    postgres = await openPostgresContent(zoo, await fresh());
    for (const [slug, documents] of world) {
      for (const document of documents.values()) sqlite.insert(slug, document);
      await postgres.insert(slug, documents.values());
    }
    oracle = createOracle(zoo, world);
  });

  afterAll(() => postgres.close());

  /** The result of both databases, which must be equal. */
  async function answerOf(plan: ListPlan): Promise<ListAnswer> {
    const [one, other] = [sqlite.run(plan), await postgres.run(plan)];
    expect(other).toEqual(one);
    return other;
  }

  function listOf(parameters: Readonly<Record<string, unknown>>): Promise<ListAnswer> {
    return answerOf(
      parseListQuery(queryString(parameters), {
        collection: sqlite.collection('animals'),
        scope: sqlite.scope,
      }),
    );
  }

  async function cursorsOf(parameters: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: ListAnswer = await listOf({ ...parameters, cursor });
      ids.push(...page.ids);
      cursor = page.nextCursor;
    }
    return ids;
  }

  test('filters find the documents that the oracle finds', async () => {
    await fc.assert(
      fc.asyncProperty(filterOf('animals'), async (where) => {
        const expected = oracle.list('animals', where, 'id');
        const found = await listOf({ where, sort: 'id', limit: 1000 });
        expect({ ids: found.ids, total: found.total }).toEqual({ ids: expected, total: expected.length });
        expect((await listOf({ where, limit: 0, count: 'estimated' })).total).toBe(expected.length);
      }),
      { seed, numRuns: runs },
    );
  }, 1_200_000);

  test('sorts give one order, page by page and from cursor to cursor', async () => {
    await fc.assert(
      fc.asyncProperty(
        filterOf('animals'),
        sortOfAnimals,
        fc.integer({ min: 1, max: 25 }),
        async (where, sort, limit) => {
          const expected = oracle.list('animals', where, sort);
          expect((await listOf({ where, sort, limit: 1000 })).ids).toEqual(expected);
          expect(await cursorsOf({ where, sort, limit })).toEqual(expected);
          const pages: string[] = [];
          for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page += 1) {
            const count = page % 2 === 0 ? 'none' : 'exact';
            pages.push(...(await listOf({ where, sort, limit, page, count })).ids);
          }
          expect(pages).toEqual(expected);
        },
      ),
      { seed, numRuns: Math.ceil(runs / 10) },
    );
  }, 1_200_000);

  test('filters of a reader see what the reader may see', async () => {
    await fc.assert(
      fc.asyncProperty(filterOf('animals'), policies, async (where, policyOf) => {
        const query = queryString({ where, sort: 'name,id', limit: 1000 });
        const plan = parseListQuery(query, { collection: sqlite.collection('animals'), scope: sqlite.scope });
        const { ids, total } = await answerOf(boundBy(policyOf, plan, sqlite.scope));
        const reader = createReader(zoo, world, {
          hides: () => false,
          policyOf: (slug) => policyOf[slug] ?? false,
        });
        const expected = reader.oracle.list('animals', where, 'name,id');
        expect({ ids, total }).toEqual({ ids: expected, total: expected.length });
      }),
      { seed, numRuns: Math.ceil(runs / 4) },
    );
  }, 1_200_000);
});
