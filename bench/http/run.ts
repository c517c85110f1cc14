/**
 * The generated server against a hand-written one: `npm run bench:http`.
 *
 * Same documents, answers checked equal before timing, servers and load generator in processes of their own, alternating
 * rounds, medians. `--rounds N` (default 5), `--seconds N` a round (default 3), `--connections N` (default 16).
 */
import { deepStrictEqual } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import { build } from 'esbuild';
import { type BenchCase, cases, type Ids } from './cases.js';
import type { LoadJob, LoadResult } from './load.js';
import { idsOf, type StoredDocument, seed } from './seed.js';
import { cpuMicroseconds, residentMebibytes, type ServerProcess, startServer } from './server-process.js';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string' },
  },
});
const rounds = Number(flags.rounds);

const root = join(import.meta.dirname, '../..');
const service = join(import.meta.dirname, 'service');
const work = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const programs = join(root, 'node_modules/.svc-run', `bench-${process.pid}`);

interface Measured extends LoadResult {
  /** Server processor time per answer in microseconds. */
  readonly cpu: number;
}

try {
  await main();
} catch (error) {
  console.error(error);
  // Ends the servers too, which would otherwise keep this process waiting.
  process.exit(1);
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(programs, { recursive: true, force: true });
}

async function main(): Promise<void> {
  command(process.execPath, [join(root, 'dist/bin/svc.js'), 'build'], service);
  await build({
    entryPoints: [join(import.meta.dirname, 'baseline.ts'), join(import.meta.dirname, 'load.ts')],
    outdir: programs,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
  });

  const filled = await startGenerated();
  const documents = await seed(filled.url, { authors: 1000, posts: 10_000 });
  await filled.stop();
  const first = await startBaseline();
  await first.stop();
  fillBaseline(documents);
  const ids = idsOf(documents);

  const generated = await startGenerated();
  const baseline = await startBaseline();
  await checkEqual(generated, baseline, ids);

  const chosen = cases.filter(({ name }) => !flags.only || name.includes(flags.only));
  console.log(
    `Node ${process.version}, ${cpus().length} cores, ${rounds} rounds of ${flags.seconds} s, ${flags.connections} connections, medians`,
  );
  console.log(
    '| case | hand-written req/s | generated req/s | ratio | CPU us hand / gen | CPU ratio | p99 ms hand / gen |',
  );
  console.log('|---|--:|--:|--:|--:|--:|--:|');
  for (const benchCase of chosen) console.log(await compare(benchCase, baseline, generated, ids));
  console.log(
    `memory after the load, MiB: hand-written ${residentMebibytes(baseline.pid).toFixed(0)}, generated ${residentMebibytes(generated.pid).toFixed(0)}`,
  );
  await generated.stop();
  await baseline.stop();
  await startUps();
}

function startGenerated(): Promise<ServerProcess> {
  return startServer({
    name: 'generated',
    cwd: service,
    argv: () => [join(service, 'dist/server.js')],
    env: { SVC_DATABASE_URL: `file:${join(work, 'generated.db')}` },
  });
}

function startBaseline(): Promise<ServerProcess> {
  return startServer({
    name: 'hand-written',
    cwd: root,
    argv: (port) => [join(programs, 'baseline.mjs'), join(work, 'baseline.db'), String(port)],
  });
}

function fillBaseline(documents: {
  authors: readonly StoredDocument[];
  posts: readonly StoredDocument[];
}): void {
  const db = new Database(join(work, 'baseline.db'));
  const author = db.prepare(
    'INSERT INTO authors VALUES (@id, @createdAt, @updatedAt, @_revision, @name, @email, @bio)',
  );
  const post = db.prepare(
    'INSERT INTO posts VALUES (@id, @createdAt, @updatedAt, @_revision, @title, @excerpt, @body, @category, @publishedAt, @views, @featured, @author)',
  );
  db.transaction(() => {
    for (const document of documents.authors) author.run(document);
    for (const document of documents.posts) post.run({ ...document, featured: Number(document['featured']) });
  })();
  db.close();
}

/** Every read case must answer the same from both servers, and writes the same but for ids and times. */
async function checkEqual(generated: ServerProcess, baseline: ServerProcess, ids: Ids): Promise<void> {
  for (const benchCase of cases) {
    for (const request of benchCase.requests(ids).slice(0, 20)) {
      const [a, b] = await Promise.all([generated, baseline].map(({ url }) => answer(url, request)));
      deepStrictEqual(a, b, `${benchCase.name}: ${request.method} ${request.path}`);
    }
  }
}

async function answer(url: string, request: LoadJob['requests'][number]): Promise<unknown> {
  const response = await fetch(url + request.path, {
    method: request.method,
    ...(request.headers ? { headers: request.headers } : {}),
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const body = (await response.json()) as Record<string, unknown>;
  if (!response.ok)
    throw new Error(`${request.method} ${request.path} answered ${response.status}: ${JSON.stringify(body)}`);
  if (request.method === 'GET') return { status: response.status, body };
  const { id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...rest } = body;
  return { status: response.status, body: rest };
}

async function compare(
  benchCase: BenchCase,
  baseline: ServerProcess,
  generated: ServerProcess,
  ids: Ids,
): Promise<string> {
  const requests = benchCase.requests(ids);
  await measure(baseline, requests, 1);
  await measure(generated, requests, 1);
  const results = { baseline: [] as Measured[], generated: [] as Measured[] };
  for (let round = 0; round < rounds; round++) {
    const pair = [
      async () => results.baseline.push(await measure(baseline, requests, Number(flags.seconds))),
      async () => results.generated.push(await measure(generated, requests, Number(flags.seconds))),
    ];
    if (round % 2 === 1) pair.reverse();
    for (const run of pair) await run();
  }
  const of = (list: readonly Measured[], key: keyof Measured): number =>
    median(list.map((item) => item[key]));
  const hand = of(results.baseline, 'perSecond');
  const gen = of(results.generated, 'perSecond');
  const handCpu = of(results.baseline, 'cpu');
  const genCpu = of(results.generated, 'cpu');
  return `| ${benchCase.name} | ${hand.toFixed(0)} | ${gen.toFixed(0)} | ${(gen / hand).toFixed(2)} | ${handCpu.toFixed(0)} / ${genCpu.toFixed(0)} | ${(handCpu / genCpu).toFixed(2)} | ${of(results.baseline, 'p99')} / ${of(results.generated, 'p99')} |`;
}

async function measure(
  server: ServerProcess,
  requests: LoadJob['requests'],
  seconds: number,
): Promise<Measured> {
  const job: LoadJob = {
    url: server.url,
    connections: Number(flags.connections),
    duration: seconds,
    requests,
  };
  const before = cpuMicroseconds(server.pid);
  const child = spawn(process.execPath, [join(programs, 'load.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const result = JSON.parse(await text(child.stdout)) as LoadResult;
  if (result.failures > 0)
    throw new Error(`${server.name}: ${result.failures} of ${result.answers} requests failed`);
  return { ...result, cpu: (cpuMicroseconds(server.pid) - before) / result.answers };
}

async function startUps(): Promise<void> {
  const times = { baseline: [] as number[], generated: [] as number[] };
  for (let round = 0; round < 7; round++) {
    for (const [name, start] of [
      ['baseline', startBaseline],
      ['generated', startGenerated],
    ] as const) {
      const server = await start();
      times[name].push(server.startup);
      await server.stop();
    }
  }
  console.log(
    `start to first answer, ms (median of 7): hand-written ${median(times.baseline).toFixed(0)}, generated ${median(times.generated).toFixed(0)}`,
  );
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function command(program: string, argv: readonly string[], cwd: string): void {
  const { status } = spawnSync(program, argv, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error(`${argv.join(' ')} ended with ${status}`);
}
