/**
 * Many writes in one request beside single ones, on SQLite: `node scripts/run.js bench/tools/writes.ts`. With
 * `--database URL` on an empty PostgreSQL database; `--rounds N` (default 5), after one that is not counted.
 * The documents have a search, a trash and a unique field. Requests go through the whole application in
 * process (`fetch`), single ones one after the other. The goals are in
 * docs/spec/content-tools.md#storage-faults-goals-attacks: 1,000 creations in a bulk at least four times as
 * fast as single ones, and a change of 1,000 documents by a filter in 1 s, on PostgreSQL in 2 s.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { productsCreate, productsUpdate } from '../../fixtures/content-tools/expected/validators.js';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { createService } from '../../runtime/create-service.js';
import { createDocument, listDocuments } from '../../runtime/http/handlers/document-handlers.js';
import { bulkDocuments, updateManyDocuments } from '../../runtime/http/handlers/many/many-handlers.js';

const { values: flags } = parseArgs({
  options: { database: { type: 'string' }, rounds: { type: 'string', default: '5' } },
});
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-writes-'));
const url = flags.database ?? `file:${join(folder, 'data.db')}`;
const count = 1_000;

// Without users requests need no session. The validators of the fixture take these fields, too.
const config: ServiceConfig = {
  collections: [
    {
      slug: 'products',
      drafts: false,
      trash: true,
      search: { fields: { name: 2, sku: 1 } },
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'sku', type: 'text', unique: true },
        { name: 'price', type: 'number' },
      ],
    },
  ],
};
const contract = describeConfig(config);
const products = contract.collections.find(({ slug }) => slug === 'products');
if (products === undefined) throw new Error('The fixture has no products.');
const app = createService(
  {
    config,
    contract,
    routes: {
      '/api/products': {
        GET: listDocuments(products),
        POST: createDocument(products, productsCreate),
        PATCH: updateManyDocuments(products, productsUpdate),
      },
      '/api/products/bulk': { POST: bulkDocuments(products, productsCreate, productsUpdate) },
    },
    openapi: new URL('file:///nowhere'),
  },
  { env: { SVC_DATABASE_URL: url, SVC_LOG_LEVEL: 'silent' } },
);

async function send(method: string, path: string, body: object): Promise<{ readonly changed?: number }> {
  const headers = { 'content-type': 'application/json' };
  const response = await app.fetch(path, { method, headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
  return JSON.parse(text);
}

let next = 0;
function product(round: string): object {
  next += 1;
  return { name: `Lamp of ${round} and some more words ${next}`, sku: `sku-${round}-${next}`, price: next };
}

/** The milliseconds of a step. */
async function timed(step: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await step();
  return performance.now() - begun;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

// A service that listens keeps the process alive; timers of its own do not, as while it waits for a turn.
const alive = setInterval(() => undefined, 1_000);
const times: Record<'single' | 'bulk' | 'filter', number[]> = { single: [], bulk: [], filter: [] };
try {
  await app.ready();
  for (let round = 0; round <= Number(flags.rounds); round += 1) {
    const name = `${Date.now().toString(36)}${round}`;
    times.single.push(
      await timed(async () => {
        for (let at = 0; at < count; at += 1) await send('POST', '/api/products', product(`s${name}`));
      }),
    );
    const operations = Array.from({ length: count }, () => ({ op: 'create', data: product(`b${name}`) }));
    times.bulk.push(await timed(() => send('POST', '/api/products/bulk', { operations })));
    const where = encodeURIComponent(JSON.stringify({ sku: { contains: `b${name}` } }));
    times.filter.push(
      await timed(async () => {
        const { changed } = await send('PATCH', `/api/products?where=${where}`, { price: 1_000_000 + round });
        if (changed !== count) throw new Error(`${changed} instead of ${count} were changed.`);
      }),
    );
  }
} finally {
  await app.close();
  clearInterval(alive);
  rmSync(folder, { recursive: true, force: true });
}

const [single, bulk, filter] = [times.single, times.bulk, times.filter].map((all) =>
  median(all.slice(1)),
) as [number, number, number];
const rows = (values: readonly number[]): string =>
  values
    .slice(1)
    .map((value) => value.toFixed(0))
    .join(', ');
console.log(
  `${flags.database === undefined ? 'SQLite' : 'PostgreSQL'}, ${cpus().length} cores of ${cpus()[0]?.model}`,
);
console.log(`${count} creations one after the other: ${single.toFixed(0)} ms (${rows(times.single)})`);
console.log(
  `${count} creations in a bulk: ${bulk.toFixed(0)} ms (${rows(times.bulk)}), ${(single / bulk).toFixed(1)} times as fast`,
);
console.log(`a change of ${count} documents by a filter: ${filter.toFixed(0)} ms (${rows(times.filter)})`);
