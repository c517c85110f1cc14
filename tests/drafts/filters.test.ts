/**
 * Filters, sorts, counts and cursors of the merged view against the oracle: a document with a pending draft is its draft, everywhere a
 * filter leads to.
 */
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { rowsInView } from '../../runtime/query/merged-view.js';
import { parseListQuery } from '../../runtime/query/parse/list-query.js';
import { parseWhere } from '../../runtime/query/parse/where.js';
import type { ListPlan } from '../../runtime/query/plan.js';
import { both, seeing } from '../../runtime/query/visible.js';
import type { JsonObject } from '../../runtime/util/json.js';
import { createOracle, type Oracle } from '../oracle/evaluate.js';
import { createReader } from '../oracle/reader.js';
import { filterOf, sortOfAnimals } from '../oracle/requests.js';
import { createWorld, type World, zoo } from '../oracle/zoo.js';
import {
  type ContentDatabase,
  type ListAnswer,
  openContentDatabase,
  queryString,
} from '../query/support/content-database.js';

let database: ContentDatabase;
let merged: World;
let oracle: Oracle;
let published: Oracle;

beforeAll(() => {
  const before = createWorld(20_260_102);
  const drafted = createWorld(20_260_103);
  database = openContentDatabase(zoo);
  const live = new Map<string, Map<string, JsonObject>>();
  const seen = new Map<string, Map<string, JsonObject>>();
  for (const [slug, documents] of before) {
    const [liveOnes, seenOnes] = [new Map<string, JsonObject>(), new Map<string, JsonObject>()];
    for (const [id, document] of documents) {
      // A third without draft, a third with one, a third never published.
      const kind = Number(id) % 3;
      const _status = kind === 2 ? 'draft' : 'published';
      const draft = { ...document, ...drafted.get(slug)?.get(id), id, _status };
      if (kind !== 2) {
        database.insert(slug, document);
        liveOnes.set(id, document);
      }
      if (kind !== 0) database.insertDraft(slug, draft, kind === 1);
      seenOnes.set(id, kind === 0 ? document : draft);
    }
    live.set(slug, liveOnes);
    seen.set(slug, seenOnes);
  }
  merged = seen;
  oracle = createOracle(zoo, merged);
  published = createOracle(zoo, live);
});

const seed = 7_654_321;

function inMergedView(plan: ListPlan): ListPlan {
  const { where, drafts } = rowsInView(plan.collection, plan.where, new Set(zoo.collections));
  if (drafts === null) throw new Error('Nothing is pending.');
  return { ...plan, where, drafts: { collection: drafts.document, where: drafts.where } };
}

function planOf(parameters: Readonly<Record<string, unknown>>): ListPlan {
  return parseListQuery(database.collection('animals'), queryString(parameters), database.scope);
}

function list(parameters: Readonly<Record<string, unknown>>): ListAnswer {
  return database.run(inMergedView(planOf(parameters)));
}

test('filters find drafts by their own values, and no published document that has one', () => {
  fc.assert(
    fc.property(filterOf('animals'), (where) => {
      const expected = oracle.list('animals', where, 'id');
      const found = list({ where, sort: 'id', limit: 1000 });
      expect({ ids: found.ids, total: found.total }).toEqual({ ids: expected, total: expected.length });
      expect(list({ where, limit: 0, count: 'estimated' }).total).toBe(expected.length);
      expect(database.list('animals', { where, sort: 'id', limit: 1000 }).ids).toEqual(
        published.list('animals', where, 'id'),
      );
    }),
    { seed, numRuns: 300 },
  );
}, 120_000);

test('the list without a filter counts each document once', () => {
  const all = oracle.list('animals', {}, 'id');
  expect(list({ sort: 'id', limit: 1000 })).toMatchObject({ ids: all, total: all.length });
  expect(list({ limit: 0, count: 'estimated' }).total).toBe(all.length);
});

test('sorts, pages, deep pages and cursors go through both kinds of rows as through one list', () => {
  fc.assert(
    fc.property(filterOf('animals'), sortOfAnimals, fc.integer({ min: 1, max: 25 }), (where, sort, limit) => {
      for (const filter of [where, {}]) {
        const expected = oracle.list('animals', filter, sort);
        expect(list({ where: filter, sort, limit: 1000 }).ids).toEqual(expected);
        expect(pagesOf({ where: filter, sort, limit }, Math.ceil(expected.length / limit))).toEqual(expected);
        expect(cursorsOf({ where: filter, sort, limit })).toEqual(expected);
      }
    }),
    { seed, numRuns: 40 },
  );
}, 120_000);

function pagesOf(parameters: Readonly<Record<string, unknown>>, pages: number): readonly string[] {
  return Array.from({ length: pages + 1 }, (_, index) => index + 1).flatMap(
    (page) => list({ ...parameters, page, count: page % 2 === 0 ? 'none' : 'exact' }).ids,
  );
}

function cursorsOf(parameters: Readonly<Record<string, unknown>>): readonly string[] {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null && ids.length < 1_000) {
    const page = list({ ...parameters, cursor });
    expect(page.hasNext).toBe(page.nextCursor !== null);
    ids.push(...page.ids);
    cursor = page.nextCursor;
  }
  return ids;
}

/** Null where SQLite refuses to parse what rules make of a filter; over HTTP that is 400. */
function runUnlessTooDeep(plan: ListPlan): ReturnType<ContentDatabase['run']> | null {
  try {
    return database.run(plan);
  } catch (error) {
    if (error instanceof Error && /nested too deep/.test(error.message)) return null;
    throw error;
  }
}

test('access constraints hold for drafts as they do for what is published', () => {
  const policies = fc.record({
    animals: filterOf('animals'),
    people: filterOf('people'),
    parks: filterOf('parks'),
  });
  fc.assert(
    fc.property(filterOf('animals'), policies, (where, policyOf) => {
      const visible = new Map(
        Object.entries(policyOf).flatMap(([slug, policy]) => {
          const node = parseWhere(database.collection(slug), policy, database.scope);
          return node === null ? [] : [[database.collection(slug), node] as const];
        }),
      );
      const plan = planOf({ where, sort: 'name,id', limit: 1000 });
      const asked = plan.where === null ? null : seeing(plan.where, visible);
      const bound = { ...plan, where: both(asked, visible.get(plan.collection) ?? null) };
      const answer = runUnlessTooDeep(inMergedView(bound));
      fc.pre(answer !== null);
      const { ids, total } = answer ?? { ids: [], total: 0 };
      const reader = createReader(zoo, merged, 'reader', (slug) => policyOf[slug as keyof typeof policyOf]);
      const expected = reader.oracle.list('animals', where, 'name,id');
      expect({ ids, total }).toEqual({ ids: expected, total: expected.length });
    }),
    { seed, numRuns: 100 },
  );
}, 120_000);
