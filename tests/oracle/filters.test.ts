import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { parseListQuery } from '../../runtime/query/parse/list-query.js';
import { type ContentDatabase, openContentDatabase, queryString } from '../query/support/content-database.js';
import { draws } from '../support/draws.js';
import { createOracle, type Oracle } from './evaluate.js';
import { boundBy, policies } from './policies.js';
import { createReader } from './reader.js';
import { filterOf, sortOfAnimals } from './requests.js';
import { createWorld, type World, zoo } from './zoo.js';

let database: ContentDatabase;
let oracle: Oracle;
let world: World;

beforeAll(() => {
  world = createWorld(20_260_101);
  database = openContentDatabase(zoo);
  for (const [slug, documents] of world)
    for (const document of documents.values()) database.insert(slug, document);
  oracle = createOracle(zoo, world);
});

const seed = 1_234_567;

test('filters find the documents that the oracle finds', () => {
  fc.assert(
    fc.property(filterOf('animals'), (where) => {
      const expected = oracle.list('animals', where, 'id');
      const found = database.list('animals', { where, sort: 'id', limit: 1000 });
      expect({ ids: found.ids, total: found.total }).toEqual({ ids: expected, total: expected.length });
      expect(database.list('animals', { where, limit: 0, count: 'estimated' }).total).toBe(expected.length);
    }),
    { seed, numRuns: draws(3_000) },
  );
}, 120_000);

test('filters and sorts give the same documents in the same order, page by page and from cursor to cursor', () => {
  fc.assert(
    fc.property(filterOf('animals'), sortOfAnimals, fc.integer({ min: 1, max: 25 }), (where, sort, limit) => {
      const expected = oracle.list('animals', where, sort);
      expect(database.list('animals', { where, sort, limit: 1000 }).ids).toEqual(expected);
      expect(pagesOf({ where, sort, limit }, Math.ceil(expected.length / limit))).toEqual(expected);
      expect(cursorsOf({ where, sort, limit })).toEqual(expected);
    }),
    { seed, numRuns: draws(300) },
  );
}, 120_000);

function pagesOf(parameters: Readonly<Record<string, unknown>>, pages: number): readonly string[] {
  return Array.from({ length: pages + 1 }, (_, index) => index + 1).flatMap(
    (page) => database.list('animals', { ...parameters, page, count: page % 2 === 0 ? 'none' : 'exact' }).ids,
  );
}

function cursorsOf(parameters: Readonly<Record<string, unknown>>): readonly string[] {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null && ids.length < 1_000) {
    const page = database.list('animals', { ...parameters, cursor });
    expect(page.hasNext).toBe(page.nextCursor !== null);
    ids.push(...page.ids);
    cursor = page.nextCursor;
  }
  return ids;
}

test('filters of a reader see what the reader may see, by both ways to a page', () => {
  fc.assert(
    fc.property(filterOf('animals'), policies, (where, policyOf) => {
      const query = queryString({ where, sort: 'name,id', limit: 1000 });
      const plan = parseListQuery(query, {
        collection: database.collection('animals'),
        scope: database.scope,
      });
      const { ids, total } = database.run(boundBy(policyOf, plan, database.scope));
      const reader = createReader(zoo, world, {
        hides: () => false,
        policyOf: (slug) => policyOf[slug] ?? false,
      });
      const expected = reader.oracle.list('animals', where, 'name,id');
      expect({ ids, total }).toEqual({ ids: expected, total: expected.length });
    }),
    { seed, numRuns: draws(600) },
  );
}, 120_000);
