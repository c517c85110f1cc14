/**
 * Access rules leak nothing: random rules and hidden fields, and random requests of several readers over
 * HTTP, compared with an oracle that first removes from the world what the reader may not see.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import { fieldsOf } from '../../runtime/config/fields-of.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import { type Answer, type Client, openGuarded, user } from '../access/support/guarded-service.js';
import { createDice } from './dice.js';
import { fillWorld } from './fill-world.js';
import { createReader, hiddenFrom, type Policy, pathsOf, type Reader } from './reader.js';
import { filterOf, sortOfAnimals } from './requests.js';
import { createWorld, zooConfig } from './zoo.js';

const readers = ['editor', 'author', 'customer', 'guest'];
const everyone = ['admin', ...readers];

/** The fields of the zoo, some with an access list. */
function withAccess(fields: readonly FieldConfig[], dice: () => number): readonly FieldConfig[] {
  return fields.map((field) => {
    const inside =
      'fields' in field
        ? { fields: withAccess(fieldsOf(field.fields), dice) }
        : field.type === 'blocks'
          ? {
              blocks: field.blocks.map((block) => ({
                ...block,
                fields: withAccess(fieldsOf(block.fields), dice),
              })),
            }
          : {};
    const isListed = dice() < 0.15;
    const read = ['admin', ...readers.filter(() => dice() < 0.5)];
    return { ...field, ...inside, ...(isListed ? { access: { read } } : {}) } as FieldConfig;
  });
}

const joins: readonly FieldConfig[] = [
  { name: 'kept', type: 'join', collection: 'animals', on: 'keeper', sort: 'weight_desc', limit: 3 },
  { name: 'treated', type: 'join', collection: 'animals', on: 'body.doctor' },
  { name: 'cooked', type: 'join', collection: 'animals', on: 'meals.cook', limit: 2 },
];

function configOf(seed: number, policyOf: (role: string, slug: string) => Policy): ServiceConfig {
  const dice = createDice(seed);
  return {
    auth: { secret: 'not looked at in these tests, but long enough' },
    collections: (zooConfig.collections ?? []).map((collection) => ({
      ...collection,
      fields: withAccess(
        fieldsOf(collection.slug === 'people' ? [...collection.fields, ...joins] : collection.fields),
        dice,
      ),
      access: {
        read: ({ req }) => policyOf(req.user?.role ?? '', collection.slug),
        create: everyone,
        update: everyone,
        delete: everyone,
      },
    })),
  };
}

const selectable = ['name', 'weight', 'keeper', 'friends', 'owner', 'body', 'meals', 'content', 'createdAt'];

const requests = fc.record({
  role: fc.constantFrom(...readers),
  where: fc.option(filterOf('animals'), { freq: 5 }),
  sort: fc.option(sortOfAnimals, { freq: 2 }),
  depth: fc.integer({ min: 0, max: 2 }),
  select: fc.option(fc.subarray(selectable, { minLength: 1 }), { freq: 1 }),
});

test.each([1, 2, 3])(
  'readers get what they may see, and nothing else (seed %i)',
  async (seed) => {
    const policies = new Map<string, Policy>();
    const policyOf = (role: string, slug: string): Policy =>
      policies.get(`${role} ${slug}`) ?? role === 'admin';
    const service = await openGuarded(configOf(seed, policyOf), {
      validator: { safeParse: (data) => ({ success: true, data }) },
    });
    const admin = service.as(user('admin'));
    const { world: written, serverIds } = await fillWorld(createWorld(seed), async (method, path, body) => {
      const result = await (method === 'POST' ? admin.post(path, body) : admin.patch(path, body));
      if (result.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(result.body)}`);
      return result.body;
    });

    const world = inMergedView(written);
    const dice = createDice(seed);
    for (const role of readers) {
      for (const [slug, documents] of world) {
        const some = [...documents.keys()].filter(() => dice() < 0.4);
        const [filter = {}] = fc.sample(filterOf(slug), { seed: Math.floor(dice() * 1e9), numRuns: 1 });
        const choice = dice();
        // Reading animals is never denied completely, because then there would be nothing to compare.
        const policy =
          choice < 0.2
            ? true
            : choice < 0.35
              ? slug === 'animals'
              : { OR: [{ id: { in: some } }, serverIds(filter)] };
        policies.set(`${role} ${slug}`, policy);
      }
    }
    const byRole = new Map(
      readers.map((role) => [
        role,
        createReader(service.contract, world, {
          hides: hiddenFrom(role),
          policyOf: (slug) => policyOf(role, slug),
        }),
      ]),
    );

    await fc.assert(
      fc.asyncProperty(requests, async ({ role, where, sort, depth, select }) => {
        const reader = byRole.get(role);
        if (reader === undefined) throw new Error(`There is no reader ${role}.`);
        const asked = { where: where === null ? null : serverIds(where), sort, depth, select };
        await compareLists(service.as(user(role)), reader, asked);
      }),
      { seed, numRuns: 80 },
    );
    for (const role of readers) {
      const reader = byRole.get(role);
      if (reader !== undefined)
        await compareDocuments(service.as(user(role)), reader, [...world.keys()], world);
    }
  },
  120_000,
);

/** What users read: documents with drafts say that nothing is pending. */
function inMergedView(world: Reader['world']): Reader['world'] {
  const shown = (document: JsonObject): JsonObject =>
    Object.hasOwn(document, '_status') ? { ...document, _pending: false } : document;
  return new Map(
    [...world].map(([slug, documents]) => [
      slug,
      new Map([...documents].map(([id, document]) => [id, shown(document)])),
    ]),
  );
}

interface Asked {
  readonly where: JsonObject | null;
  readonly sort: string | null;
  readonly depth: number;
  readonly select: readonly string[] | null;
}

async function compareLists(
  client: Client,
  reader: Reader,
  { where, sort, depth, select }: Asked,
): Promise<void> {
  const named = [
    ...pathsOf(where ?? {}),
    ...(sort ?? '').split(',').map((term) => term.replace(/_(asc|desc)$/, '')),
  ];
  const parameters = {
    ...(where === null ? {} : { where }),
    ...(sort === null ? {} : { sort }),
    ...(select === null ? {} : { select }),
    depth,
    limit: 100,
  };
  const { status, body } = await client.post('/api/animals/query', parameters);
  if (named.some((path) => reader.namesHidden('animals', path))) {
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'FORBIDDEN' });
    return;
  }
  const unlessGiven = reader.namesHidden('animals', 'name') ? 'createdAt_desc' : 'name_asc';
  const ids = reader.oracle.list('animals', where ?? {}, sort ?? unlessGiven);
  expect({ status, ids: body.docs?.map(({ id }: Answer) => id) }).toEqual({ status: 200, ids });
  expect(body.totalDocs).toBe(ids.length);
  const { body: counted } = await client.post('/api/animals/query', { ...parameters, limit: 0 });
  expect(counted.totalDocs).toBe(ids.length);
  expect(body.docs).toEqual(
    ids.map((id) => reader.show('animals', reader.world.get('animals')?.get(id) ?? {}, depth, select)),
  );
  const byCursor: JsonValue[] = [];
  const { select: _select, ...paged } = parameters;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Answer = (await client.post('/api/animals/query', { ...paged, depth: 0, limit: 20, cursor }))
      .body;
    byCursor.push(...page.docs.map(({ id }: Answer) => id));
    cursor = page.nextCursor;
  }
  expect(byCursor).toEqual(ids);
}

/**
 * Reads every document by its id: the response is the document, 404, or 403 for a denied collection. Readers
 * who may not see a document cannot change it.
 */
async function compareDocuments(
  client: Client,
  reader: Reader,
  slugs: readonly string[],
  whole: Reader['world'],
): Promise<void> {
  for (const slug of slugs) {
    for (const id of whole.get(slug)?.keys() ?? []) {
      const { status, body } = await client.get(`/api/${slug}/${id}?depth=1`);
      const seen = reader.world.get(slug);
      const document = seen?.get(id);
      if (document === undefined) {
        expect(status).toBe(seen === undefined ? 403 : 404);
        if (seen === undefined) continue;
        expect((await client.patch(`/api/${slug}/${id}`, {})).status).toBe(404);
        expect((await client.delete(`/api/${slug}/${id}`, { 'if-match': '"99"' })).status).toBe(404);
      } else {
        expect({ status, body }).toEqual({ status: 200, body: reader.show(slug, document, 1, null) });
        const { _pending, ...published } = reader.show(slug, document, 0, null);
        expect((await client.patch(`/api/${slug}/${id}`, {})).body).toEqual(published);
      }
    }
  }
}
