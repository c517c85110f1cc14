/**
 * The cost of a read in ten thousand and in two million documents: `node scripts/run.js bench/scale.ts`.
 * `--documents N` (default 2 000 000), `--rounds N` (default 7), `--postgres URL` (a server where databases
 * may be created; without it only SQLite is measured). A document by id, the first page, a page after a
 * cursor in the middle of the list, each of ten documents and without a count, and an estimated count.
 * Requests go through the whole application in process (`fetch`); both sizes alternate, medians of the
 * rounds.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import pg from 'pg';
import { describeConfig } from '../runtime/codegen/describe-config.js';
import { defineConfig } from '../runtime/config/index.js';
import { createService } from '../runtime/create-service.js';
import type { App } from '../runtime/http/app.js';
import { listDocuments, readDocument } from '../runtime/http/handlers/document-handlers.js';
import { encodeCursor } from '../runtime/query/cursor.js';

const { values: flags } = parseArgs({
  options: {
    documents: { type: 'string', default: '2000000' },
    rounds: { type: 'string', default: '7' },
    postgres: { type: 'string' },
  },
});
const [small, large, rounds] = [10_000, Number(flags.documents), Number(flags.rounds)];
const requests = 200;

const config = defineConfig({
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text', index: true },
        { name: 'section', type: 'select', options: ['a', 'b', 'c', 'd'], index: true },
        { name: 'body', type: 'textarea' },
      ],
    },
  ],
});
const contract = describeConfig(config);

/**
 * SQL expressions of documents as rows, from the number `i` of each; ids are spread over the table like
 * random ones.
 */
interface Words {
  readonly id: string;
  readonly time: string;
  readonly body: string;
  readonly numbers: (from: number, to: number) => string;
}

const sqliteWords: Words = {
  id: `printf('%08x', i * 2654435761 & 4294967295) || printf('-0000-7000-8000-%012d', i)`,
  time: `strftime('%Y-%m-%dT%H:%M:%fZ', 1577836800 + i, 'unixepoch')`,
  body: `printf('%.300c', 'x')`,
  numbers: (from, to) =>
    `WITH RECURSIVE numbers(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM numbers WHERE i < ${to}) SELECT i FROM numbers`,
};
const postgresWords: Words = {
  id: `lpad(to_hex(i::bigint * 2654435761 & 4294967295), 8, '0') || '-0000-7000-8000-' || lpad(i::text, 12, '0')`,
  time: `to_timestamp(1577836800 + i)`,
  body: `repeat('x', 300)`,
  numbers: (from, to) => `SELECT i FROM generate_series(${from}, ${to}) i`,
};

function fillSql({ id, time, body, numbers }: Words, from: number, to: number): string {
  const text = `'{"id":"' || id || '","title":"' || title || '","section":"' || section || '","body":"' || body || '"}'`;
  const rows =
    `SELECT ${id} AS id, ${time} AS at_time, 'Title ' || i * 31 % 99991 AS title, substr('abcd', 1 + i % 4, 1) AS section, ` +
    `${body} AS body FROM (${numbers(from, to)}) n`;
  return (
    `INSERT INTO posts (id, "createdAt", "updatedAt", _revision, title, section, body, _doc) ` +
    `SELECT id, at_time, at_time, 1, title, section, body, ${text} FROM (${rows}) rows`
  );
}

interface Opened {
  readonly app: App;
  readonly id: string;
  readonly cursor: string;
}

interface Store {
  readonly name: string;
  open(documents: number): Promise<Opened>;
  remove(): Promise<void>;
}

function sqliteStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-scale-'));
  return {
    name: 'SQLite',
    open: (documents) => {
      const path = join(folder, `${documents}.db`);
      return openService(`file:${path}`, async () => {
        const database = new Database(path);
        database.pragma('synchronous = OFF');
        for (let from = 1; from <= documents; from += 100_000)
          database.exec(fillSql(sqliteWords, from, Math.min(documents, from + 99_999)));
        database.exec('ANALYZE');
        database.close();
      });
    },
    remove: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

function postgresStore(server: string): Store {
  const made: string[] = [];
  const query = async (url: string, sql: readonly string[]): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    for (const one of sql) await client.query(one);
    await client.end();
  };
  return {
    name: 'PostgreSQL',
    open: async (documents) => {
      const name = `svc_bench_${randomBytes(5).toString('hex')}`;
      await query(server, [`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`]);
      made.push(name);
      const url = new URL(server);
      url.pathname = `/${name}`;
      return openService(url.href, () =>
        query(url.href, [
          'SET synchronous_commit = off',
          fillSql(postgresWords, 1, documents),
          'VACUUM ANALYZE posts',
        ]),
      );
    },
    remove: async () => {
      for (const name of made) await query(server, [`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`]);
    },
  };
}

async function openService(url: string, fill: () => Promise<void>): Promise<Opened> {
  const [collection] = contract.collections;
  if (collection === undefined) throw new Error('There is no collection.');
  const app = createService(
    {
      config,
      contract,
      routes: {
        '/api/posts': { GET: listDocuments(collection) },
        '/api/posts/:id': { GET: readDocument(collection) },
      },
      openapi: new URL('file:///nowhere'),
    },
    { env: { SVC_DATABASE_URL: url, SVC_LOG_LEVEL: 'silent' } },
  );
  await read(app, '/api/posts?limit=1');
  await fill();
  const { totalDocs } = await read(app, '/api/posts?limit=0');
  // A cursor in the middle of the list is that of the first page with the position of another document.
  const middle = new Date((1_577_836_800 + Number(totalDocs) / 2) * 1000).toISOString();
  const where = encodeURIComponent(JSON.stringify({ createdAt: { lte: middle } }));
  const { docs } = await read(app, `/api/posts?where=${where}&limit=1&count=none`);
  const first = await read(app, '/api/posts?cursor=&limit=10');
  const id = String(docs?.[0]?.id);
  const content = Buffer.from(String(first.nextCursor), 'base64url').toString();
  const [mark] = JSON.parse(content.slice(content.indexOf('['))) as readonly [string];
  return { app, id, cursor: encodeCursor(mark, [middle, id]) };
}

interface Answer {
  readonly docs?: readonly { readonly id: string }[];
  readonly totalDocs?: number;
  readonly nextCursor?: string | null;
}

async function read(app: App, path: string): Promise<Answer> {
  const response = await app.fetch(path);
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
  return JSON.parse(body) as Answer;
}

const cases: readonly (readonly [name: string, path: (opened: Opened) => string])[] = [
  ['by id', ({ id }) => `/api/posts/${id}`],
  ['first page', () => '/api/posts?limit=10&count=none'],
  ['first page by title, descending', () => '/api/posts?limit=10&count=none&sort=title_desc'],
  ['filtered page', () => `/api/posts?limit=10&count=none&where=${encodeURIComponent('{"section":"b"}')}`],
  ['cursor page', ({ cursor }) => `/api/posts?limit=10&cursor=${cursor}`],
  ['estimated count', () => '/api/posts?limit=0&count=estimated'],
];

/** Microseconds of one request, the median of a round. */
async function timed(app: App, path: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < requests; count += 1) {
    const start = process.hrtime.bigint();
    const response = await app.fetch(path);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
    times.push(Number(process.hrtime.bigint() - start) / 1000);
  }
  return medianOf(times);
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

async function measure(store: Store): Promise<void> {
  const opened = [await store.open(small), await store.open(large)];
  for (const [name, path] of cases) {
    const times: number[][] = opened.map(() => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, one] of opened.entries()) {
        const time = await timed(one.app, path(one));
        // The first round is the warm-up.
        if (round > 0) times[at]?.push(time);
      }
    }
    const [few = 0, many = 0] = times.map(medianOf);
    process.stdout.write(
      `| ${store.name} | ${name} | ${few.toFixed(0)} | ${many.toFixed(0)} | ${(many / few).toFixed(2)} |\n`,
    );
  }
  for (const { app } of opened) await app.close();
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
process.stdout.write(
  `${commit}, Node ${process.versions.node}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds of ${requests}\n\n` +
    `| database | request | ${small} documents, us | ${large} documents, us | ratio |\n|---|---|--:|--:|--:|\n`,
);
for (const store of [
  sqliteStore(),
  ...(flags.postgres === undefined ? [] : [postgresStore(flags.postgres)]),
]) {
  try {
    await measure(store);
  } finally {
    await store.remove();
  }
}
