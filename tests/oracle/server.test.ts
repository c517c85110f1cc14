/**
 * The same on the whole server: documents written through the API, filters and sorts sent over it, responses
 * checked by the oracle.
 */
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
} from '../../runtime/http/handlers/document-handlers.js';
import type { JsonObject, JsonValue } from '../../runtime/util/json.js';
import { draws } from '../support/draws.js';
import { testDatabaseUrl } from '../support/test-database.js';
import { createOracle, type Oracle } from './evaluate.js';
import { type FilledWorld, fillWorld } from './fill-world.js';
import { filterOf, sortOfAnimals } from './requests.js';
import { createWorld, zoo, zooConfig } from './zoo.js';

/** Accepts everything: the documents of the world are valid. */
const takesAll: Validator = { safeParse: (data) => ({ success: true, data }) };

let folder: string;
let app: App;
let oracle: Oracle;
let filled: FilledWorld;

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
    { config: zooConfig, contract: zoo, routes, openapi: new URL(import.meta.url) },
    { env: { SVC_DATABASE_URL: await testDatabaseUrl(join(folder, 'data.db')), SVC_LOG_LEVEL: 'silent' } },
  );
  filled = await fillWorld(createWorld(7), write);
  oracle = createOracle(zoo, filled.world);
}, 60_000);

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

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

test('the server answers filters and sorts like the oracle, by pages and by cursors', async () => {
  await fc.assert(
    fc.asyncProperty(filterOf('animals'), sortOfAnimals, async (invented, sort) => {
      const where = filled.serverIds(invented);
      const expected = oracle.list('animals', where, sort);
      const page = await list({ where, sort, limit: 100 });
      expect(page.docs.map(({ id }) => id)).toEqual(expected);
      expect(page.totalDocs).toBe(expected.length);
      expect((await list({ where, limit: 0 })).totalDocs).toBe(expected.length);
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
    { seed: 99, numRuns: draws(400) },
  );
}, 120_000);
