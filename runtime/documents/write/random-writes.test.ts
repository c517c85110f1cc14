import { expect, test } from 'vitest';
import { type Answer, openDocuments, refusal, type TestDocuments } from '../../../tests/support/documents.js';
import { testDialect } from '../../../tests/support/test-database.js';
import type { CollectionConfig } from '../../config/collection-config.js';
import type { FieldConfig } from '../../config/field-config.js';
import { fieldsOf as dataFields } from '../../config/fields-of.js';
import { createDocumentModel } from '../document-model.js';
import { collectReferences, createReferencePlan } from '../relations/reference-plan.js';
import { rebuildDocuments } from '../stored-document.js';

/** Relations of every kind, with every consequence of a deletion. */
const rowFields: readonly FieldConfig[] = [
  { name: 'label', type: 'text' },
  { name: 'who', type: 'relationship', to: 'people' },
  { name: 'team', type: 'relationship', to: 'teams', onDelete: 'cascade' },
  { name: 'any', type: 'relationship', to: ['people', 'tasks'], hasMany: true },
];

const collections: readonly CollectionConfig[] = [
  {
    slug: 'people',
    drafts: false,
    fields: [
      { name: 'name', type: 'text' },
      { name: 'boss', type: 'relationship', to: 'people' },
    ],
  },
  {
    slug: 'teams',
    fields: [
      { name: 'lead', type: 'relationship', to: 'people', onDelete: 'restrict' },
      { name: 'members', type: 'relationship', to: 'people', hasMany: true },
    ],
  },
  {
    slug: 'tasks',
    fields: [
      { name: 'title', type: 'text' },
      { name: 'slug', type: 'slug', from: 'title' },
      { name: 'size', type: 'number' },
      { name: 'done', type: 'boolean' },
      { name: 'extra', type: 'json' },
      { name: 'owner', type: 'relationship', to: 'people', onDelete: 'cascade' },
      { name: 'after', type: 'relationship', to: 'tasks', hasMany: true },
      { name: 'about', type: 'relationship', to: ['people', 'teams'] },
      { name: 'seen', type: 'relationship', to: ['people', 'tasks'], hasMany: true },
      { name: 'part', type: 'group', fields: [{ name: 'reviewer', type: 'relationship', to: 'people' }] },
      { name: 'items', type: 'array', fields: rowFields },
      { name: 'content', type: 'blocks', blocks: [{ slug: 'box', fields: rowFields }] },
    ],
  },
];

type Doc = Answer;
type Model = Map<string, Map<string, Doc>>;

/** A seeded generator of random numbers, so that a failure can be reproduced. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

interface World {
  readonly docs: TestDocuments;
  readonly model: Model;
  readonly random: (below: number) => number;
}

const slugs = collections.map(({ slug }) => slug);

function anyId({ model, random }: World, slug: string): string | null {
  const ids = [...(model.get(slug)?.keys() ?? [])];
  return ids.length === 0 || random(5) === 0 ? null : (ids[random(ids.length)] ?? null);
}

function anyReference(world: World, field: Extract<FieldConfig, { type: 'relationship' }>): unknown {
  if (typeof field.to === 'string') return anyId(world, field.to);
  const collection = field.to[world.random(field.to.length)] ?? '';
  const id = anyId(world, collection);
  return id === null ? null : { collection, id };
}

function anyValue(world: World, field: FieldConfig): unknown {
  const { random } = world;
  const some = <T>(make: () => T): T[] => Array.from({ length: random(4) }, make);
  switch (field.type) {
    case 'relationship':
      return field.hasMany === true
        ? some(() => anyReference(world, field)).filter((one) => one !== null)
        : anyReference(world, field);
    case 'group':
      return anyData(world, dataFields(field.fields));
    case 'array':
      return some(() => anyData(world, dataFields(field.fields)));
    case 'blocks':
      return some(() => ({ blockType: 'box', ...anyData(world, dataFields(field.blocks[0]?.fields ?? [])) }));
    case 'number':
      return [null, 0, -1.5, 1e21, 2 ** 53 - 1, 0.1][random(6)];
    case 'boolean':
      return [null, true, false][random(3)];
    case 'json':
      return [null, {}, [1, null, { b: [], a: '"owner":null' }], 'x', 0, false][random(6)];
    default:
      return [null, '', 'Größe', '"\\\u2028\n', '"owner":"x",', '😀', 'title'][random(7)];
  }
}

/** Values for some of the fields. */
function anyData(world: World, fields: readonly FieldConfig[]): Record<string, unknown> {
  const named = fields.filter(({ type }) => type !== 'slug' && world.random(3) > 0);
  return Object.fromEntries(named.map((field) => [field.name, anyValue(world, field)]));
}

function fieldsOf(slug: string): readonly FieldConfig[] {
  return dataFields(collections.find((collection) => collection.slug === slug)?.fields ?? []);
}

/** The value of a field in the complete document after a write. */
function written(field: FieldConfig, before: unknown, input: unknown): unknown {
  const isList =
    field.type === 'array' || field.type === 'blocks' || ('hasMany' in field && field.hasMany === true);
  if (field.type === 'group')
    return merged(dataFields(field.fields), (before ?? {}) as Doc, (input ?? {}) as Doc);
  if (input === undefined) return before ?? (isList ? [] : null);
  if (input === null) return isList ? [] : null;
  if (field.type !== 'array' && field.type !== 'blocks') return input;
  return (input as Doc[]).map((row) => ({
    id: expect.any(String),
    ...(field.type === 'blocks' ? { blockType: 'box' } : {}),
    ...merged(rowFields, {}, row),
  }));
}

function merged(fields: readonly FieldConfig[], before: Doc, input: Doc): Doc {
  return Object.fromEntries(
    fields.map((field) => [field.name, written(field, before[field.name], input[field.name])]),
  );
}

async function create(world: World, slug: string): Promise<void> {
  const data = anyData(world, fieldsOf(slug));
  const answer = await world.docs.create(slug, data);
  const { slug: made } = answer;
  expect(answer).toMatchObject({
    ...merged(fieldsOf(slug), {}, data),
    ...(made === undefined ? {} : { slug: made }),
    _revision: 1,
  });
  world.model.get(slug)?.set(answer.id, answer);
}

async function patch(world: World, slug: string, id: string): Promise<void> {
  const before = world.model.get(slug)?.get(id);
  const data = anyData(world, fieldsOf(slug));
  const answer = await world.docs.update(slug, id, data);
  const expected = merged(fieldsOf(slug), before, data);
  if ('slug' in answer) expected.slug = before.slug ?? answer.slug;
  const _revision = before._revision + (Object.keys(data).length === 0 ? 0 : 1);
  expect(answer).toMatchObject({ ...expected, _revision });
  world.model.get(slug)?.set(id, answer);
}

async function remove(world: World, slug: string, id: string): Promise<void> {
  const { gone, restricted } = consequences(world.model, slug, id);
  if (restricted) {
    expect(await refusal(world.docs.remove(slug, id))).toMatchObject({ status: 409 });
    return;
  }
  await world.docs.remove(slug, id);
  for (const [one, documents] of world.model) {
    for (const [key, document] of documents) {
      if (gone.has(`${one}/${key}`)) documents.delete(key);
      else documents.set(key, withoutGone(one, document, gone));
    }
  }
}

/** The documents that are deleted, found by repeated scans over all documents. */
function consequences(model: Model, slug: string, id: string): { gone: Set<string>; restricted: boolean } {
  const gone = new Set([`${slug}/${id}`]);
  const tasks = [...(model.get('tasks') ?? [])];
  for (let size = 0; size !== gone.size; ) {
    size = gone.size;
    for (const [key, task] of tasks) if (gone.has(`people/${task.owner}`)) gone.add(`tasks/${key}`);
  }
  return {
    gone,
    restricted: [...(model.get('teams') ?? [])].some(([, { lead }]) => gone.has(`people/${lead}`)),
  };
}

function withoutGone(slug: string, document: Doc, gone: Set<string>): Doc {
  const cleared = { ...document, ...clear(fieldsOf(slug), document, gone) };
  if (JSON.stringify(cleared) === JSON.stringify(document)) return document;
  return { ...cleared, _revision: document._revision + 1, updatedAt: expect.any(String) };
}

function clear(fields: readonly FieldConfig[], data: Doc, gone: Set<string>): Doc {
  return Object.fromEntries(fields.map((field) => [field.name, clearValue(field, data[field.name], gone)]));
}

function clearValue(field: FieldConfig, value: Doc, gone: Set<string>): unknown {
  if (field.type === 'group') return clear(dataFields(field.fields), value, gone);
  if (field.type === 'array' || field.type === 'blocks') {
    const kept = value.filter(({ team }: Doc) => !gone.has(`teams/${team}`));
    return kept.map((row: Doc) => ({ ...row, ...clear(rowFields, row, gone) }));
  }
  if (field.type !== 'relationship') return value;
  const isGone = (one: Doc): boolean =>
    gone.has(typeof one === 'string' ? `${String(field.to)}/${one}` : `${one?.collection}/${one?.id}`);
  if (field.hasMany) return value.filter((one: Doc) => !isGone(one));
  return isGone(value) ? null : value;
}

async function compare({ docs, model }: World): Promise<void> {
  for (const slug of slugs) {
    const { docs: stored } = await docs.list(slug, 'limit=1000&sort=id');
    const expected = [...(model.get(slug)?.values() ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(stored).toEqual(expected);
  }
}

/** A document populated by looking up each id separately. */
function populated(model: Model, fields: readonly FieldConfig[], data: Doc, depth: number): Doc {
  if (depth === 0) return data;
  const shown = fields.map((field) => [field.name, populatedValue(model, field, data[field.name], depth)]);
  return { ...data, ...Object.fromEntries(shown) };
}

function populatedValue(model: Model, field: FieldConfig, value: Doc, depth: number): Doc {
  if (field.type === 'group') return populated(model, dataFields(field.fields), value, depth);
  if (field.type === 'array' || field.type === 'blocks') {
    return value.map((row: Doc) => populated(model, rowFields, row, depth));
  }
  if (field.type !== 'relationship') return value;
  const one = (pointer: Doc): Doc => {
    if (pointer === null) return null;
    const { collection, id } =
      typeof pointer === 'string' ? { collection: String(field.to), id: pointer } : pointer;
    const doc = populated(model, fieldsOf(collection), model.get(collection)?.get(id), depth - 1);
    return typeof pointer === 'string' ? doc : { collection, id, doc };
  };
  return field.hasMany ? value.map(one) : one(value);
}

async function comparePopulated({ docs, model }: World): Promise<void> {
  for (const slug of slugs) {
    for (const depth of [1, 2, 3]) {
      const { docs: shown } = await docs.list(slug, `limit=1000&sort=id&depth=${depth}`);
      const stored = [...(model.get(slug)?.values() ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(shown).toEqual(stored.map((document) => populated(model, fieldsOf(slug), document, depth)));
    }
  }
}

/**
 * The stored text of every document equals, byte for byte, the text built from its columns, entries and rows.
 */
async function compareTexts({ docs }: World): Promise<void> {
  for (const descriptor of docs.contract.collections) {
    const rows = await docs.driver.all(`SELECT id, _doc FROM "${descriptor.table}"`, []);
    const ids = rows.map(({ id }) => String(id));
    const rebuilt = await rebuildDocuments(docs.driver, createDocumentModel(descriptor), ids);
    for (const { id, _doc: text } of rows) expect(JSON.stringify(rebuilt.get(String(id)))).toBe(text);

    const plan = createReferencePlan(descriptor.fields);
    const inRows = [...rebuilt.values()].flatMap((document) =>
      collectReferences(plan, document)
        .filter((reference) => reference.inRows)
        .map(({ site, collection, id }) => [document['id'], site, collection, id].join(' ')),
    );
    if (inRows.length === 0) continue;
    const noted = await docs.driver.all(
      `SELECT parent, path, collection, target FROM "${descriptor.table}__refs"`,
      [],
    );
    expect(noted.map((row) => Object.values(row).join(' ')).sort()).toEqual([...new Set(inRows)].sort());
  }
}

test.each([1, 2, 3])('random writes leave what a simple model says (seed %i)', async (seed) => {
  const world: World = {
    docs: await openDocuments({ collections }),
    model: new Map(slugs.map((slug) => [slug, new Map()])),
    random: seeded(seed),
  };
  for (let step = 0; step < 400; step += 1) {
    const slug = slugs[world.random(slugs.length)] ?? '';
    const ids = [...(world.model.get(slug)?.keys() ?? [])];
    const id = ids[world.random(ids.length || 1)];
    const dice = world.random(10);
    if (id === undefined || dice < 5) await create(world, slug);
    else if (dice < 8) await patch(world, slug, id);
    else await remove(world, slug, id);
    if (step % 40 === 39) await compare(world);
  }
  await compareTexts(world);
  await comparePopulated(world);
  // PostgreSQL itself checks all foreign keys.
  if (testDialect === 'postgres') return;
  expect(await world.docs.driver.all('PRAGMA foreign_key_check', [])).toEqual([]);
});
