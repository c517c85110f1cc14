/**
 * The latency of other requests while large responses are built:
 * `node scripts/run.js bench/large-answers.ts`. `--depth N` (default 1), `--seconds N` (default 15),
 * `--at-once N` clients (default 10), `--body N` characters of a document (default 1000). A server of 1,002
 * documents with ten relations each, on SQLite, gets at most fifty requests a second each for `/health/live`
 * and for a short list, first alone and then while clients request all documents.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { describeConfig } from '../runtime/codegen/describe-config.js';
import type { ServiceConfig } from '../runtime/config/service-config.js';
import { createService } from '../runtime/create-service.js';
import { listDocuments } from '../runtime/http/handlers/document-handlers.js';
import { printHead, watch } from './http/latency.js';

const { values: flags } = parseArgs({
  options: {
    serve: { type: 'string' },
    depth: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '15' },
    'at-once': { type: 'string', default: '10' },
    body: { type: 'string', default: '1000' },
  },
});
const documents = 1_002;
const relations = 10;
const seconds = Number(flags.seconds);
const largePath = `/api/posts?limit=1000&depth=${flags.depth}`;

const config: ServiceConfig = {
  limits: { maxLimit: 1_000 },
  collections: [
    {
      slug: 'posts',
      drafts: false,
      fields: [
        { name: 'body', type: 'textarea' },
        { name: 'related', type: 'relationship', to: 'posts', hasMany: true },
      ],
    },
  ],
};

if (flags.serve === undefined) await measure();
else await serve(flags.serve);

async function serve(file: string): Promise<void> {
  const contract = describeConfig(config);
  const [collection] = contract.collections;
  if (collection === undefined) throw new Error('There is no collection.');
  const app = createService(
    {
      config,
      contract,
      routes: { '/api/posts': { GET: listDocuments(collection) } },
      openapi: new URL('file:///nowhere'),
    },
    { env: { SVC_DATABASE_URL: `file:${file}`, SVC_LOG_LEVEL: 'error' } },
  );
  await app.ready();
  fill(file);
  const { url } = await app.listen({ port: 0, host: '127.0.0.1' });
  console.log(url);
}

function fill(file: string): void {
  const database = new Database(file);
  const insert = database.prepare(
    `INSERT INTO posts (id, "createdAt", "updatedAt", _revision, body, _doc) VALUES (?, ?, ?, 1, '', ?)`,
  );
  const idOf = (at: number): string => `00000000-0000-7000-8000-${String(at % documents).padStart(12, '0')}`;
  const time = new Date(0).toISOString();
  const body = 'x'.repeat(Number(flags.body));
  database.transaction(() => {
    for (let at = 0; at < documents; at += 1) {
      const related = Array.from({ length: relations }, (_, next) => idOf(at + next + 1));
      insert.run(idOf(at), time, time, JSON.stringify({ id: idOf(at), body, related }));
    }
  })();
  database.close();
}

async function measure(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-large-answers-'));
  const server = spawn(
    process.execPath,
    [process.argv[1] ?? '', '--serve', join(folder, 'data.db'), '--body', flags.body],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  try {
    const [url] = (await once(createInterface(server.stdout), 'line')) as [string];
    printHead(`depth ${flags.depth}, ${seconds} s`, ['/health/live', 'short list']);
    const urls = [`${url}/health/live`, `${url}/api/posts?limit=1`];
    await watch({ name: 'nothing', urls, seconds, beside: () => Promise.resolve() });
    const statuses = new Map<number, number>();
    await watch({
      name: `${flags['at-once']} large answers`,
      urls,
      seconds,
      beside: (isOver) => asking(url, isOver, statuses),
    });
    console.log(`large answers: ${[...statuses].map(([one, count]) => `${count} of ${one}`).join(', ')}`);
  } finally {
    server.kill('SIGKILL');
    await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function asking(url: string, isOver: () => boolean, statuses: Map<number, number>): Promise<void> {
  const lane = async (): Promise<void> => {
    while (!isOver()) {
      const response = await fetch(url + largePath);
      // Discarded, so that this process keeps up with the server.
      for await (const _ of response.body ?? []);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      if (response.status === 503) await delay(100);
    }
  };
  await Promise.all(Array.from({ length: Number(flags['at-once']) }, lane));
}
