/**
 * Filters that multiply the rows they read, on a served collection whose documents each refer to ten others.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import { defineConfig } from '../../runtime/config/index.js';
import { createService } from '../../runtime/create-service.js';
import type { App } from '../../runtime/http/app.js';
import {
  createDocument,
  listDocuments,
  queryDocuments,
} from '../../runtime/http/handlers/document-handlers.js';
import { testDatabaseUrl } from '../support/test-database.js';

const config = defineConfig({
  limits: { bodyBytes: 8 * 1024 * 1024 },
  server: { host: '127.0.0.1', port: 0 },
  collections: [
    {
      slug: 'items',
      fields: [
        { name: 'code', type: 'text' },
        { name: 'price', type: 'number' },
        { name: 'place', type: 'point' },
        { name: 'parent', type: 'relationship', to: 'items' },
        { name: 'related', type: 'relationship', to: 'items', hasMany: true },
      ],
    },
  ],
});
const contract = describeConfig(config);
const documents = 200;
const folder = mkdtempSync(join(tmpdir(), 'svc-costly-'));
let app: App;
let url: string;

beforeAll(async () => {
  const [items] = contract.collections;
  if (items === undefined) throw new Error('There is no collection.');
  app = createService(
    {
      config,
      contract,
      routes: {
        '/api/items': {
          GET: listDocuments(items),
          POST: createDocument(items, { safeParse: (data: unknown) => ({ success: true, data }) }),
        },
        '/api/items/query': { POST: queryDocuments(items) },
      },
      openapi: new URL(import.meta.url),
    },
    { env: { SVC_DATABASE_URL: await testDatabaseUrl(join(folder, 'data.db')), SVC_LOG_LEVEL: 'silent' } },
  );
  ({ url } = await app.listen());
  const ids: string[] = [];
  for (let at = 0; at < documents; at += 1) {
    const response = await fetch(`${url}/api/items`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        code: `code ${at}`,
        price: at,
        place: [at % 90, at % 45],
        parent: ids.at(-1) ?? null,
        related: ids.slice(-10),
      }),
    });
    expect(response.status).toBe(201);
    ids.push(((await response.json()) as { readonly id: string }).id);
  }
}, 120_000);

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Answered {
  readonly status: number;
  readonly body: {
    readonly code?: string;
    readonly totalDocs?: number;
    readonly details?: readonly { readonly path: string; readonly message: string }[];
  };
}

async function query(where: object): Promise<Answered> {
  const response = await fetch(`${url}/api/items/query`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ where, limit: 1 }),
  });
  return { status: response.status, body: (await response.json()) as Answered['body'] };
}

function times(count: number, make: (at: number) => object): readonly object[] {
  return Array.from({ length: count }, (_, at) => make(at));
}

/** A polygon in which every edge spans from south to north. */
function zigzag(positions: number, shift: number): object {
  const ring = Array.from({ length: positions - 1 }, (_, at) => [
    -170 + (340 * at) / positions + shift / 1000,
    at % 2 === 0 ? -80 : 80,
  ]);
  return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
}

const tooDear =
  'the filter costs too much, this condition most: use fewer like it, shorter paths or shorter texts';

const refused: readonly (readonly [name: string, where: object, path: string, message: string])[] = [
  [
    'twenty polygons of 999 positions',
    { AND: times(20, (at) => ({ place: { within: zigzag(999, at) } })) },
    'where.AND.2.place.within',
    'the polygons of the filter have more than 2000 positions together; simplify them',
  ],
  [
    'a needle of 9,000 characters among a hundred',
    { OR: times(100, (at) => ({ code: { contains: `${'a'.repeat(at === 70 ? 9000 : 10)}${at}` } })) },
    'where.OR.70.code.contains',
    'must have at most 1000 characters',
  ],
  [
    'a needle of a million characters',
    { code: { not_contains: 'a'.repeat(1_000_000) } },
    'where.code.not_contains',
    'must have at most 1000 characters',
  ],
  [
    'a long needle behind a relation',
    { 'related.related.code': { contains: 'a'.repeat(1_001) } },
    'where.related.related.code.contains',
    'must have at most 1000 characters',
  ],
  [
    'different negatives through three lists, side by side',
    {
      AND: [
        { price: 1 },
        { 'related.code': 'x' },
        ...times(20, (at) => ({ 'related.related.related.code': { not_equals: `x${at}` } })),
      ],
    },
    'where.AND.2.related.related.related.code',
    tooDear,
  ],
  [
    'the same behind different conditions of alternatives',
    {
      OR: times(20, (at) => ({
        price: { gt: 1000 + at },
        'related.related.related.code': { exists: false },
      })),
    },
    'where.OR.0.related.related.related.code',
    tooDear,
  ],
  [
    'a hundred long needles',
    { OR: times(100, (at) => ({ code: { contains: `${'a'.repeat(900)}${at}` } })) },
    'where.OR.10.code',
    tooDear,
  ],
];

test.each(refused)('%s are refused, naming the most expensive condition', async (_, where, path, message) => {
  const { status, body } = await query(where);
  expect({ status, code: body.code, details: body.details }).toEqual({
    status: 400,
    code: 'BAD_USER_INPUT',
    details: [expect.objectContaining({ path, message })],
  });
});

test('a query string is held to the same budget', async () => {
  const where = { AND: times(6, (at) => ({ 'related.related.related.code': { not_equals: `x${at}` } })) };
  const response = await fetch(`${url}/api/items?where=${encodeURIComponent(JSON.stringify(where))}`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    details: [{ path: 'where.AND.0.related.related.related.code', message: tooDear }],
  });
});

const deep = 'related.related.related.code';
const answered: readonly (readonly [name: string, where: object, found: number])[] = [
  ['twenty equal negatives', { OR: times(20, () => ({ [deep]: { exists: false } })) }, 21],
  [
    'alternatives behind one path',
    { OR: times(100, (at) => ({ [deep]: { not_equals: `code ${at % 2}` } })) },
    documents,
  ],
  [
    'equal conditions whose keys stand in another order',
    {
      AND: times(100, (at) =>
        at % 2 === 0
          ? { [deep]: { not_equals: 'x', exists: false } }
          : { [deep]: { exists: false, not_equals: 'x' } },
      ),
    },
    21,
  ],
  [
    'equal conditions inside each other',
    { AND: [{ price: 7 }, { AND: [{ price: 7 }, { OR: [{ price: 7 }] }] }] },
    1,
  ],
  ['a hundred plain conditions', { OR: times(100, (at) => ({ price: at })) }, 100],
  [
    'a hundred plain conditions that all hold',
    { AND: times(100, (at) => ({ price: { not_equals: -at } })) },
    199,
  ],
  ['thirty searches', { OR: times(30, (at) => ({ code: { contains: `E ${at}` } })) }, documents],
  ['a needle of 1,000 characters', { code: { contains: '\u{1f600}'.repeat(1_000) } }, 0],
  ['two polygons of 999 positions', { OR: times(2, (at) => ({ place: { within: zigzag(999, at) } })) }, 0],
  [
    'three paths through three lists',
    { AND: times(3, (at) => ({ [deep]: { not_equals: `x${at}` } })) },
    documents,
  ],
  ['one path through three relations', { 'parent.parent.parent.price': { gte: 0 } }, documents - 3],
];

test.each(answered)('%s are answered', async (_, where, found) => {
  const { status, body } = await query(where);
  if (found === 0) expect(status).toBe(200);
  else expect({ status, total: body.totalDocs }).toEqual({ status: 200, total: found });
});

test('while filters as dear as may be are answered, the server is alive within a second', async () => {
  const where = { AND: times(4, (at) => ({ [deep]: { exists: false, not_equals: `x${at}` } })) };
  const dear = times(5, (at) => ({ ...where, price: { gt: -1 - at } })).map(query);
  const start = Date.now();
  expect((await fetch(`${url}/health/live`)).status).toBe(200);
  expect(Date.now() - start).toBeLessThan(1_000);
  for (const { status } of await Promise.all(dear)) expect(status).toBe(200);
});
