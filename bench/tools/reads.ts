/**
 * Searches, groups and lists of large collections, on SQLite: `node scripts/run.js bench/tools/reads.ts`.
 * `--documents N` to search (default 100 000, of 1 kB), `--rows N` to group (default 1 000 000), `--requests
 * N` (default 500), `--common N` for words that nearly every document has (default 20). Requests go through
 * the whole application in process (`fetch`). The goals are in
 * docs/spec/content-tools.md#storage-faults-goals-attacks: a search of two words p99 <= 30 ms, groups by
 * month <= 1 s, and lists that do not become slower by a trash and a search.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import { createService } from '../../runtime/create-service.js';
import { buildIndexes } from '../../runtime/documents/search/build-indexes.js';
import type { App } from '../../runtime/http/app.js';
import { aggregateDocuments } from '../../runtime/http/handlers/aggregate-handler.js';
import { listDocuments } from '../../runtime/http/handlers/document-handlers.js';
import { openDatabase } from '../../runtime/storage/dialects/open-database.js';
import { noteUnbuilt, searchIndexes } from '../../runtime/storage/search/search-tables.js';

const { values: flags } = parseArgs({
  options: {
    documents: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '500' },
    common: { type: 'string', default: '20' },
  },
});
const documents = Number(flags.documents);
const rows = Number(flags.rows);
const requests = Number(flags.requests);
const commonRequests = Number(flags.common);
const folder = mkdtempSync(join(tmpdir(), 'svc-bench-tools-'));

const fields: CollectionConfig['fields'] = [
  { name: 'title', type: 'text' },
  { name: 'body', type: 'textarea' },
  { name: 'soldAt', type: 'date', time: true },
  { name: 'price', type: 'number' },
];
const plain: CollectionConfig = { slug: 'posts', drafts: false, fields };
const equipped: CollectionConfig = { ...plain, trash: true, search: { fields: { title: 4, body: 1 } } };

/** The same numbers in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = createRandom(7);

const vocabulary = 20_000;

/** A word, the first ones most often, as in texts of people. */
function word(from = 1): string {
  return `w${Math.floor(from * (vocabulary / from) ** random()).toString(36)}`;
}

/** People search for words that tell something: not for the hundred that are in most texts. */
const telling = 100;

function wordsOf(count: number): string {
  return Array.from({ length: count }, () => word()).join(' ');
}

interface Opened {
  readonly app: App;
  readonly file: string;
}

/** A service whose table is filled with so many documents, of about `words` words each. */
async function open(
  name: string,
  collection: CollectionConfig,
  { count, words }: { readonly count: number; readonly words: number },
): Promise<Opened> {
  const file = join(folder, `${name}.db`);
  const config = { collections: [collection] };
  const contract = describeConfig(config);
  const [described] = contract.collections;
  if (described === undefined) throw new Error('There is no collection.');
  const app = createService(
    {
      config,
      contract,
      routes: {
        '/api/posts': { GET: listDocuments(described) },
        '/api/posts/aggregate': { POST: aggregateDocuments(described) },
      },
      openapi: new URL('file:///nowhere'),
    },
    { env: { SVC_DATABASE_URL: `file:${file}`, SVC_LOG_LEVEL: 'silent' } },
  );
  await app.ready();
  fill(file, count, words);
  const driver = await openDatabase({ kind: 'sqlite', path: file });
  try {
    for (const index of searchIndexes(contract)) await noteUnbuilt(driver, index);
    await buildIndexes(driver, contract);
  } finally {
    await driver.close();
  }
  return { app, file };
}

function fill(file: string, count: number, words: number): void {
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  const insert = database.prepare(
    'INSERT INTO posts (id, "createdAt", "updatedAt", _revision, title, body, "soldAt", price, _doc) VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?)',
  );
  database.transaction(() => {
    for (let at = 1; at <= count; at += 1) {
      const id = `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`;
      const createdAt = new Date(1_577_836_800_000 + at * 1000).toISOString();
      const soldAt = new Date(1_577_836_800_000 + Math.floor(random() * 1.5e11)).toISOString();
      const [title, body, price] = [wordsOf(6), wordsOf(words), Math.floor(random() * 10_000) / 100];
      const times = { createdAt, updatedAt: createdAt };
      const text = JSON.stringify({ id, ...times, title, body, soldAt, price, _revision: 1 });
      insert.run(id, createdAt, createdAt, title, body, soldAt, price, text);
    }
  })();
  database.exec('ANALYZE');
  database.close();
}

/** Milliseconds of each of these requests, sorted. */
async function timesOf(app: App, paths: Iterable<string>, init?: RequestInit): Promise<readonly number[]> {
  const times: number[] = [];
  for (const path of paths) {
    const start = performance.now();
    const response = await app.fetch(path, init);
    const body = await response.text();
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other);
}

function at(times: readonly number[], share: number): number {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
}

function print(name: string, times: readonly number[]): void {
  const [p50, p99] = [at(times, 0.5), at(times, 0.99)];
  process.stdout.write(`| ${name} | ${p50.toFixed(2)} | ${p99.toFixed(2)} |\n`);
}

function* searches(): Iterable<string> {
  for (let count = 0; count < requests; count += 1)
    yield `/api/posts?limit=10&search=${encodeURIComponent(`${word(telling)} ${word(telling)}`)}`;
}

/** Two of the three most frequent words: nearly every document is found, and each time in another order. */
function* commonSearches(): Iterable<string> {
  for (let count = 0; count < commonRequests; count += 1) {
    const [first, second] = count % 2 === 0 ? ['w1', 'w2'] : ['w2', 'w3'];
    yield `/api/posts?limit=10&page=${1 + (count >> 1)}&search=${first}%20${second}`;
  }
}

async function measureSearch(): Promise<void> {
  const { app } = await open('search', equipped, { count: documents, words: 190 });
  await timesOf(app, searches());
  print(`two words in ${documents} documents`, await timesOf(app, searches()));
  print('two words that most of them have', await timesOf(app, commonSearches()));
  await app.close();
}

async function measureGroups(): Promise<void> {
  const { app } = await open('groups', plain, { count: rows, words: 3 });
  const body = JSON.stringify({
    groupBy: [{ field: 'soldAt', by: 'month' }],
    metrics: { n: 'count', total: { sum: 'price' } },
  });
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
  print(`by month of ${rows} rows`, await timesOf(app, Array(7).fill('/api/posts/aggregate'), init));
  await app.close();
}

/** Both services alternate, so that other work on the machine slows down both. */
async function measureLists(): Promise<void> {
  const size = { count: 20_000, words: 20 };
  const both = [await open('plain', plain, size), await open('equipped', equipped, size)];
  for (const list of ['limit=10&count=none', 'limit=10&page=40']) {
    const times: number[][] = [[], []];
    for (let round = 0; round <= 20; round += 1) {
      for (const [index, { app }] of both.entries()) {
        const own = await timesOf(
          app,
          Array.from({ length: 100 }, () => `/api/posts?${list}`),
        );
        if (round > 0) times[index]?.push(at(own, 0.5));
      }
    }
    const [without = 0, equippedWith = 0] = times.map((own) =>
      at(
        own.sort((a, b) => a - b),
        0.5,
      ),
    );
    const change = ((equippedWith / without - 1) * 100).toFixed(1);
    process.stdout.write(
      `| list ${list}, plain and with both | ${without.toFixed(3)} | ${equippedWith.toFixed(3)} (${change} %) |\n`,
    );
  }
  for (const { app } of both) await app.close();
}

process.stdout.write(`${cpus()[0]?.model}, ${execFileSync('uptime').toString().trim()}\n\n`);
process.stdout.write('| read | median, ms | p99, ms |\n| --- | --- | --- |\n');
// What a service waits for keeps no process running, since it has no server here.
const running = setInterval(() => undefined, 1000);
try {
  await measureSearch();
  await measureGroups();
  await measureLists();
} finally {
  clearInterval(running);
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`\n${execFileSync('uptime').toString().trim()}\n`);
