/** The same over the whole server: documents written through the API, filters and sorts sent to it, answers judged by the oracle. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createService } from '../../runtime/create-service.js';
import type { Validator } from '../../runtime/documents/operation.js';
import type { Routes } from '../../runtime/http/api.js';
import type { App } from '../../runtime/http/app.js';
import {
  createDocument,
  listDocuments,
  queryDocuments,
  updateDocument,
} from '../../runtime/http/handlers/collection-handlers.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import { createOracle, type Oracle } from './evaluate.js';
import { filterOf, sortOfAnimals } from './requests.js';
import { createWorld, type World, zoo, zooConfig } from './zoo.js';

/** The documents of the world are valid. */
const takesAll: Validator = { safeParse: (data) => ({ success: true, data }) };

let folder: string;
let app: App;
let oracle: Oracle;
/** Ids that the server gave, by the collection and id of the invented world. */
const ids = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-oracle-'));
  const routes: Routes = Object.fromEntries(
    zoo.collections.flatMap((collection) => [
      [
        `/api/${collection.slug}`,
        { GET: listDocuments(collection), POST: createDocument(collection, takesAll) },
      ],
      [`/api/${collection.slug}/query`, { POST: queryDocuments(collection) }],
      [`/api/${collection.slug}/:id`, { PATCH: updateDocument(collection, takesAll) }],
    ]),
  );
  app = createService(
    { config: zooConfig, contract: zoo, routes, openapi: new URL('file:///nowhere') },
    { env: { SVC_DATABASE_URL: `file:${join(folder, 'data.db')}`, SVC_LOG_LEVEL: 'silent' } },
  );
  oracle = createOracle(zoo, await fill(createWorld(7)));
}, 60_000);

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Writes every document, first without and then with its relations. Answers them as the API did. */
async function fill(invented: World): Promise<World> {
  for (const [slug, documents] of invented) {
    for (const [id] of documents)
      ids.set(`${slug}/${id}`, String((await write('POST', `/api/${slug}`, {}))['id']));
  }
  const world = new Map<string, Map<string, JsonObject>>();
  for (const [slug, documents] of invented) {
    const stored = new Map<string, JsonObject>();
    for (const [id, { id: _id, createdAt: _created, updatedAt: _updated, ...content }] of documents) {
      const fields = zoo.collections.find((one) => one.slug === slug)?.fields ?? [];
      const own = ids.get(`${slug}/${id}`) ?? '';
      stored.set(own, await write('PATCH', `/api/${slug}/${own}`, withRealIds(content, fields)));
    }
    world.set(slug, stored);
  }
  return world;
}

type Fields = (typeof zoo.collections)[number]['fields'];

/** The document with the ids of this server; references to documents that are gone are left out, rows get new ids. */
function withRealIds(holder: JsonObject, fields: Fields): JsonObject {
  return Object.fromEntries(
    fields.map((field) => [field.name, realValue(field, holder[field.name] ?? null)]),
  );
}

function realValue(field: Fields[number], value: JsonValue): JsonValue {
  const rows = (Array.isArray(value) ? value : []) as readonly JsonObject[];
  switch (field.type) {
    case 'group':
      return withRealIds((value ?? {}) as JsonObject, field.fields);
    case 'array':
      return rows.map((row) => withRealIds(row, field.fields));
    case 'blocks':
      return rows.map((row) => {
        const block = field.blocks.find(({ slug }) => slug === row['blockType']);
        return { blockType: row['blockType'] ?? null, ...withRealIds(row, block?.fields ?? []) };
      });
    case 'relationship': {
      if (!field.hasMany) return value === null ? null : realReference(value, field.to[0] ?? '');
      // A list of references has each once.
      const members = rows.map((member) => JSON.stringify(realReference(member, field.to[0] ?? '')));
      return [...new Set(members)]
        .map((member): JsonValue => JSON.parse(member))
        .filter((member) => member !== null);
    }
    default:
      return value;
  }
}

function realReference(value: JsonValue, target: string): JsonValue {
  if (typeof value !== 'object' || value === null) return ids.get(`${target}/${value}`) ?? null;
  const { collection, id } = value as JsonObject;
  const real = ids.get(`${collection}/${id}`);
  return real === undefined ? null : { collection: collection ?? null, id: real };
}

async function write(method: string, path: string, body: JsonObject): Promise<JsonObject> {
  const response = await app.fetch(path, {
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as JsonObject;
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer;
}

interface Envelope {
  readonly docs: readonly JsonObject[];
  readonly totalDocs: number;
  readonly hasNextPage: boolean;
  readonly nextCursor?: string | null;
}

async function list(parameters: Readonly<Record<string, JsonValue>>): Promise<Envelope> {
  const byUrl = Object.entries(parameters)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${name}=${encodeURIComponent(text)}`;
    })
    .join('&');
  const body = JSON.stringify(parameters);
  const response = await app.fetch(`/api/animals?${byUrl}`);
  const posted = await app.fetch('/api/animals/query', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  const [answer, text] = [await response.text(), await posted.text()];
  if (response.status !== 200 || answer !== text) throw new Error(`${byUrl}: ${answer} ${text}`);
  return JSON.parse(answer) as Envelope;
}

/** Filters name ids of the invented world; a filter on this server means its own. */
function withServerIds(filter: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(filter), (_, value: unknown) => {
    if (typeof value !== 'string' || !/^[1-7]$/.test(value)) return value;
    return ids.get(`${Number(value) % 2 === 0 ? 'people' : 'animals'}/${value}`);
  }) as JsonObject;
}

test('the server answers filters and sorts like the oracle, by pages and by cursors', async () => {
  await fc.assert(
    fc.asyncProperty(filterOf('animals'), sortOfAnimals, async (invented, sort) => {
      const where = withServerIds(invented);
      const expected = oracle.list('animals', where, sort);
      const page = await list({ where, sort, limit: 100 });
      expect(page.docs.map(({ id }) => id)).toEqual(expected);
      expect(page.totalDocs).toBe(expected.length);
      const found: JsonValue[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const part = await list({ where, sort, limit: 17, cursor });
        found.push(...part.docs.map(({ id }) => id ?? null));
        cursor = part.nextCursor ?? null;
        expect(part.hasNextPage).toBe(cursor !== null);
      }
      expect(found).toEqual(expected);
    }),
    { seed: 99, numRuns: 400 },
  );
}, 120_000);
