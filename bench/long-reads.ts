/**
 * The latency of other requests while slow lists run:
 * `npm run build && node scripts/run.js bench/long-reads.ts`. `--documents N` (default 200 000),
 * `--seconds N` (default 20), `--at-once N` searches (default 10), `--postgres URL` (an empty database;
 * without it SQLite). The built server of `bench/http/service` gets at most fifty requests a second each for
 * `/health/live` and for a list by an index, first alone and then while searches run that cannot use an
 * index.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import pg from 'pg';
import { printHead, watch } from './http/latency.js';
import { endServers, type ServerProcess, startServer } from './http/server-process.js';

const { values: flags } = parseArgs({
  options: {
    documents: { type: 'string', default: '200000' },
    seconds: { type: 'string', default: '20' },
    'at-once': { type: 'string', default: '10' },
    postgres: { type: 'string' },
  },
});
const documents = Number(flags.documents);
const seconds = Number(flags.seconds);
const atOnce = Number(flags['at-once']);
const { postgres } = flags;
const service = join(import.meta.dirname, 'http/service');
const work = mkdtempSync(join(tmpdir(), 'svc-bench-long-reads-'));
const file = join(work, 'data.db');

const where = (filter: object): string => `/api/posts?where=${encodeURIComponent(JSON.stringify(filter))}`;
const watched = ['/health/live', `${where({ category: { equals: 'news' } })}&sort=publishedAt_desc`];

try {
  await main();
} finally {
  endServers();
  rmSync(work, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const bin = join(import.meta.dirname, '../dist/bin/svc.js');
  const { status } = spawnSync(process.execPath, [bin, 'build'], {
    cwd: service,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The service was not built.');
  const server = await startServer({
    name: 'generated',
    cwd: service,
    argv: () => [join(service, 'dist/server.js')],
    env: { SVC_DATABASE_URL: postgres ?? `file:${file}`, SVC_LOG_LEVEL: 'error' },
  });
  await fill();
  printHead(`${postgres ? 'PostgreSQL' : 'SQLite'}, ${documents} documents, ${seconds} s`, [
    '/health/live',
    'list by index',
  ]);
  // Includes the start of reader processes and the first read of files.
  const urls = watched.map((path) => server.url + path);
  await watch({ name: 'nothing', urls, seconds, beside: () => Promise.resolve() });
  const statuses = new Map<number, number>();
  await watch({
    name: `${atOnce} searches`,
    urls,
    seconds,
    beside: (isOver) => searching(server, isOver, statuses),
  });
  console.log(
    `answers of the searches: ${[...statuses].map(([one, count]) => `${count} of ${one}`).join(', ')}`,
  );
  await server.stop();
}

async function searching(
  { url }: ServerProcess,
  isOver: () => boolean,
  statuses: Map<number, number>,
): Promise<void> {
  let made = 0;
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      made += 1;
      const needles = Array.from({ length: 10 }, (_, at) => `${'xq'.repeat(40)}${made}.${at}`);
      const path = where({ OR: needles.map((needle) => ({ body: { contains: needle } })) });
      const response = await fetch(url + path);
      await response.arrayBuffer();
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      // A client that is refused at once retries later.
      if (response.status === 503) await delay(100);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}

async function fill(): Promise<void> {
  if (postgres === undefined) {
    const database = new Database(file);
    database.pragma('synchronous = OFF');
    database.exec(
      fillSql({
        numbers: `(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${documents}) SELECT i FROM n)`,
        id: `printf('00000000-0000-7000-8000-%012d', i)`,
        time: `strftime('%Y-%m-%dT%H:%M:%fZ', 1577836800 + i, 'unixepoch')`,
        body: `printf('%.500c', 'x')`,
      }),
    );
    database.close();
    return;
  }
  const client = new pg.Client({ connectionString: postgres });
  await client.connect();
  await client.query(
    fillSql({
      numbers: `generate_series(1, ${documents}) n(i)`,
      id: `'00000000-0000-7000-8000-' || lpad(i::text, 12, '0')`,
      time: 'to_timestamp(1577836800 + i)',
      body: `repeat('x', 500)`,
    }),
  );
  await client.query('VACUUM ANALYZE posts');
  await client.end();
}

interface Words {
  readonly numbers: string;
  readonly id: string;
  readonly time: string;
  readonly body: string;
}

function fillSql({ numbers, id, time, body }: Words): string {
  const text = `'{"id":"' || ${id} || '","title":"Post ' || i || '","body":"' || ${body} || '"}'`;
  const category = `CASE i % 5 WHEN 0 THEN 'news' WHEN 1 THEN 'guide' WHEN 2 THEN 'opinion' WHEN 3 THEN 'review' ELSE 'note' END`;
  return (
    `INSERT INTO posts (id, "createdAt", "updatedAt", _revision, title, body, category, "publishedAt", _doc) ` +
    `SELECT ${id}, ${time}, ${time}, 1, 'Post ' || i, ${body}, ${category}, ${time}, ${text} FROM ${numbers}`
  );
}
