/**
 * The cost of drafts for readers: `node scripts/run.js bench/drafts.ts`. `--rounds N` (default 7),
 * `--documents N` (default 10 000), `--pending N` (default 2 000). Lists of ten by filter and sort on the
 * values of drafts, published view against draft view, without and with the exact count; the count cached
 * from the last request, and counted again after a write. Also the cost of a draft view without pending
 * drafts. Results are checked. Requests go through the whole application in process (`fetch`), and for
 * comparison to the documents alone. One process, cases alternate, median and spread of the rounds.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeConfig } from '../runtime/codegen/describe-config.js';
import type { ServiceConfig } from '../runtime/config/service-config.js';
import { createOperations } from '../runtime/documents/create-operations.js';
import { createDocumentType } from '../runtime/documents/document-type.js';
import type { OperationContext } from '../runtime/documents/operation-context.js';
import { assembleDocument } from '../runtime/documents/stored-document.js';
import { listDocuments } from '../runtime/http/handlers/document-handlers.js';
import { createHttpApp } from '../runtime/http/http-app.js';
import { createServiceLog } from '../runtime/http/observability/logger.js';
import { parseListQuery } from '../runtime/query/parse/list-query.js';
import { createQueryScope } from '../runtime/query/scope.js';
import { analyseTables } from '../runtime/storage/analyse-tables.js';
import { createSqliteDriver } from '../runtime/storage/dialects/sqlite/sqlite-driver.js';
import { deriveSchema } from '../runtime/storage/schema/derive-schema.js';
import { prepareSchema } from '../runtime/storage/schema/prepare-schema.js';
import { createIdSource } from '../runtime/util/ids.js';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    documents: { type: 'string', default: '10000' },
    pending: { type: 'string', default: '2000' },
  },
});
const [rounds, documents, pending] = [flags.rounds, flags.documents, flags.pending].map(Number) as [
  number,
  number,
  number,
];
const requests = 300;

const fields = [
  { name: 'title', type: 'text', required: true },
  { name: 'section', type: 'select', options: ['a', 'b', 'c', 'd', 'e'], index: true },
  { name: 'rank', type: 'number', index: true },
  { name: 'body', type: 'textarea' },
] as const;
const config: ServiceConfig = {
  collections: [
    { slug: 'posts', indexes: [{ fields: ['section', 'rank'] }], fields: [...fields] },
    { slug: 'quiet', indexes: [{ fields: ['section', 'rank'] }], fields: [...fields] },
  ],
};

const contract = describeConfig(config);
const scope = createQueryScope(contract);
const context: OperationContext = {
  requestId: 'bench',
  // Its configs have no code.
  get req(): never {
    throw new Error('The benchmark has no request.');
  },
  access: null,
};
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-drafts-'));
const driver = await createSqliteDriver({ path: join(folder, 'data.db') });
const ids = createIdSource(Date.now);

try {
  await prepareSchema(driver, { contract, mode: 'create' });
  for (const collection of contract.collections) await fill(collection.slug);
  // As after an import: with statistics gathered without a limit, SQLite plans filters again on each run.
  await analyseTables(
    driver,
    deriveSchema(contract).tables.map(({ name }) => name),
  );
  await measure();
} finally {
  await driver.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Documents in five sections; the drafts of `posts` are in another one. */
async function fill(slug: string): Promise<void> {
  const descriptor = contract.collections.find((one) => one.slug === slug);
  if (descriptor === undefined) throw new Error(`There is no collection ${slug}.`);
  const type = createDocumentType(descriptor, undefined);
  await driver.transaction(async (connection) => {
    for (let index = 0; index < documents; index += 1) {
      const time = new Date(Date.UTC(2026, 0, 1) + index).toISOString();
      const head = { id: ids(), createdAt: time, updatedAt: time, revision: 1 };
      const content = (turn: number): Record<string, string | number> => ({
        title: `Post ${index}`,
        section: 'abcde'[(index + turn) % 5] ?? 'a',
        rank: (index * 7919 + turn * 13) % 10_007,
        body: 'Lorem ipsum dolor sit amet. '.repeat(20),
      });
      await type.writer.insert(connection, assembleDocument(type.model, head, content(0)));
      const isPending = slug === 'posts' && index % Math.floor(documents / pending) === 0;
      if (!isPending || type.pending === null) continue;
      const draft = assembleDocument(type.model, { ...head, revision: 2 }, content(1));
      await type.pending.writer.insert(connection, draft, { isLive: true, fields: ['section', 'rank'] });
    }
  });
}

interface Case {
  readonly name: string;
  readonly slug: string;
  readonly search: string;
  /** Commits between requests, so that no count is cached. */
  readonly writes: boolean;
}

function cases(): readonly (readonly [published: Case, merged: Case])[] {
  const where = (section: string): string => `where=${encodeURIComponent(JSON.stringify({ section }))}`;
  const pair = (
    name: string,
    slug: string,
    search: string,
    writes = false,
  ): readonly [published: Case, merged: Case] => [
    { name: `${name}, published`, slug, search: `${search}&draft=false`, writes },
    { name: `${name}, merged`, slug, search: `${search}&draft=true`, writes },
  ];
  const list = `${where('b')}&sort=rank_desc`;
  return [
    pair('filter and sort, no count', 'posts', `${list}&count=none`),
    pair('filter and sort, exact count', 'posts', list),
    pair('the same, counted again', 'posts', list, true),
    pair('sort alone, no count', 'posts', 'sort=rank_desc&count=none'),
    pair('sort alone, counted again', 'posts', 'sort=rank_desc', true),
    pair('page 100, no count', 'posts', 'sort=rank_desc&count=none&page=100'),
    pair('nothing pending, exact count', 'quiet', list),
    pair('nothing pending, no count', 'quiet', `${list}&count=none`),
  ];
}

async function measure(): Promise<void> {
  const operations = createOperations({
    contract,
    config,
    driver,
    clock: Date.now,
    ids,
    log: { error: (_fields, message) => void console.error(message) },
  });
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD']).toString().trim();
  console.log(
    `${documents} documents, ${pending} pending, ${commit}, Node ${process.version}, ${cpus()[0]?.model}`,
  );
  const http = createHttpApp({
    contract,
    routes: Object.fromEntries(
      contract.collections.map((one) => [`/api/${one.slug}`, { GET: listDocuments(one) }]),
    ),
    pages: {},
    open: async () => ({ operations, check: () => driver.check(), close: async () => undefined }),
    log: createServiceLog('error', { write: (line) => void console.error(line) }),
    isComputed: () => false,
    corsOrigins: [],
    trustProxy: false,
    https: false,
    requestTimeout: 30_000,
  });
  await http.ready();
  const overHttp: Ask = async ({ slug, search }) => (await http.fetch(`/api/${slug}?${search}`)).text();
  const direct: Ask = async ({ slug, search }) => {
    const collection = operations.collections.get(slug);
    if (collection === undefined) throw new Error(`There is no collection ${slug}.`);
    const { json } = await collection.list(
      parseListQuery(search, { collection: collection.descriptor, scope }),
      context,
    );
    return typeof json === 'string' ? json : Buffer.from(json).toString();
  };
  for (const [name, ask] of [
    ['through the application', overHttp],
    ['documents alone', direct],
  ] as const) {
    console.log(`\n${name}`);
    await compare(ask);
  }
  await http.close();
}

/** Sends a request and returns the text of the list. */
type Ask = (one: Case) => Promise<string>;

async function compare(ask: Ask): Promise<void> {
  // Code compiled here is shared by all cases; otherwise the first case would pay for it.
  for (const one of cases().flat()) await timeOf(ask, one);
  for (const pair of cases()) {
    const times = new Map<Case, number[]>(pair.map((one) => [one, []]));
    for (let round = 0; round <= rounds; round += 1) {
      for (const one of round % 2 === 0 ? pair : [...pair].reverse()) {
        const took = await timeOf(ask, one);
        // The first round is the warm-up.
        if (round > 0) times.get(one)?.push(took);
      }
    }
    const [published = 0, merged = 0] = pair.map((one) => report(one.name, times.get(one) ?? []));
    console.log(`${''.padEnd(48)} ${(published / merged).toFixed(2)}x`);
  }
}

/** Microseconds for one request. */
async function timeOf(ask: Ask, one: Case): Promise<number> {
  const { writes } = one;
  const count = writes ? requests / 3 : requests;
  let total = 0;
  for (let at = 0; at < count; at += 1) {
    if (writes) await driver.run('UPDATE quiet SET updatedAt = updatedAt WHERE rank = -1', []);
    if (writes) await driver.transaction((connection) => connection.run('DELETE FROM quiet__pending', []));
    const start = process.hrtime.bigint();
    const text = await ask(one);
    total += Number(process.hrtime.bigint() - start) / 1000;
    if (at === 0 && JSON.parse(text).docs.length !== 10) throw new Error('Not ten.');
  }
  return total / count;
}

/** Prints a case and returns its median. */
function report(name: string, times: readonly number[]): number {
  const sorted = [...times].sort((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const spread = `${sorted[0]?.toFixed(0)}-${sorted.at(-1)?.toFixed(0)}`;
  console.log(`${name.padEnd(48)} ${median.toFixed(0)} us (${spread})`);
  return median;
}
