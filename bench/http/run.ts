/**
 * The generated server against a hand-written one: `npm run bench:http`.
 *
 * Same documents, responses checked to be equal before timing, servers and load generator in processes of
 * their own, alternating rounds, medians. `--rounds N` (default 5), `--seconds N` a round (default 3),
 * `--connections N` (default 16), `--documents N` (default 10000).
 *
 * `--postgres URL` compares both on PostgreSQL, in databases that are created on this server and dropped
 * afterwards. `--bare` measures a bare `node:http` server with the same statements as well (SQLite only): the
 * limit of Node on this machine. `--workers N` compares instead the generated server of one worker with that
 * of N; with `--share P` each worker has P % of a core, where the database and the load would otherwise take
 * the cores that more workers need (Linux, as root). `--profile FOLDER` writes a CPU profile of each server
 * at its end.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { type BenchCase, cases, type Ids } from './cases.js';
import { type BenchDatabases, postgresDatabases, sqliteDatabases } from './databases.js';
import type { LoadJob, LoadResult } from './load.js';
import { endLimits, limitProcessors } from './processor-share.js';
import { idsOf, seed } from './seed.js';
import {
  cpuMicroseconds,
  endServers,
  residentMebibytes,
  type ServerProcess,
  startServer,
  workersOf,
} from './server-process.js';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '16' },
    only: { type: 'string' },
    documents: { type: 'string', default: '10000' },
    postgres: { type: 'string' },
    workers: { type: 'string' },
    share: { type: 'string' },
    profile: { type: 'string' },
    bare: { type: 'boolean', default: false },
  },
});
const rounds = Number(flags.rounds);
const isOneAgainstMany = flags.workers !== undefined;
if (flags.bare && (isOneAgainstMany || flags.postgres !== undefined))
  throw new Error('--bare is for SQLite, and not for --workers.');
const profiled =
  flags.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${resolve(flags.profile)}`];

const root = join(import.meta.dirname, '../..');
const service = join(import.meta.dirname, 'service');
const work = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const programs = join(root, 'node_modules/.svc-run', `bench-${process.pid}`);

interface Measured extends LoadResult {
  /** Server processor time per response in microseconds. */
  readonly cpu: number;
}

let databases: BenchDatabases | null = null;

try {
  databases = flags.postgres === undefined ? sqliteDatabases(work) : await postgresDatabases(flags.postgres);
  await main(databases);
  await databases.drop();
} catch (error) {
  console.error(error);
  endServers();
  await databases?.drop();
  // Ends the servers too, which would otherwise keep this process alive.
  process.exit(1);
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(programs, { recursive: true, force: true });
}

async function main({ fill }: BenchDatabases): Promise<void> {
  command(process.execPath, [join(root, 'dist/bin/svc.js'), 'build'], service);
  await build({
    entryPoints: ['baseline.ts', 'baseline-postgres.ts', 'bare.ts', 'load.ts'].map((file) =>
      join(import.meta.dirname, file),
    ),
    outdir: programs,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
  });

  const filled = await startGenerated();
  const documents = await seed(filled.url, { authors: 1000, posts: Number(flags.documents) });
  await filled.stop();
  const first = await startBaseline();
  await first.stop();
  await fill(documents);
  const ids = idsOf(documents);

  const [hand, gen] = await startBoth();
  const bare = flags.bare ? await startBare() : null;
  // Two servers on one database return the same anyway, and their writes would conflict.
  const comparable = cases.filter(({ requests }) => !isOneAgainstMany || isRead(requests(ids)));
  await checkEqual(comparable, bare === null ? [hand, gen] : [hand, gen, bare], ids);
  if (flags.share !== undefined) {
    limitProcessors(
      [hand, gen].flatMap(({ pid }) => workersOf(pid)),
      Number(flags.share),
    );
  }

  const chosen = comparable.filter(({ name }) => !flags.only || name.includes(flags.only));
  console.log(
    `Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${flags.postgres ? 'PostgreSQL' : 'SQLite'}, ${rounds} rounds of ${flags.seconds} s, ${flags.connections} connections, ${flags.share ? `${flags.share} % of a core for each worker, ` : ''}medians`,
  );
  console.log(
    `| case | ${hand.name} req/s | ${gen.name} req/s | ratio | CPU us ${hand.name} / ${gen.name} | CPU ratio | p99 ms |${bare === null ? '' : ' bare req/s | ratio |'}`,
  );
  console.log(`|---|--:|--:|--:|--:|--:|--:|${bare === null ? '' : '--:|--:|'}`);
  for (const benchCase of chosen)
    console.log(await compare(benchCase, { baseline: hand, generated: gen, bare }, ids));
  const memory = [hand, gen].map(({ name, pid }) => `${name} ${residentMebibytes(pid).toFixed(0)}`);
  console.log(`memory after the load, MiB: ${memory.join(', ')}`);
  await gen.stop();
  await hand.stop();
  await bare?.stop();
  endLimits();
  if (!isOneAgainstMany) await startUps();
}

/** Starts the two servers to compare. */
async function startBoth(): Promise<readonly [ServerProcess, ServerProcess]> {
  if (!isOneAgainstMany) return [await startBaseline(), await startGenerated()];
  return [await startGenerated('1'), await startGenerated(flags.workers)];
}

function isRead(requests: LoadJob['requests']): boolean {
  return requests.every(({ method }) => method === 'GET');
}

function startGenerated(workers?: string): Promise<ServerProcess> {
  return startServer({
    name: workers === undefined ? 'generated' : `${workers} worker${workers === '1' ? '' : 's'}`,
    cwd: service,
    argv: () => [...profiled, join(service, 'dist/server.js')],
    env: { SVC_DATABASE_URL: places().generated, ...(workers !== undefined && { SVC_WORKERS: workers }) },
  });
}

function startBaseline(): Promise<ServerProcess> {
  const { baseline, program } = places();
  return startServer({
    name: 'hand-written',
    cwd: root,
    argv: (port) => [...profiled, join(programs, program), baseline, String(port)],
  });
}

function startBare(): Promise<ServerProcess> {
  return startServer({
    name: 'bare',
    cwd: root,
    argv: (port) => [...profiled, join(programs, 'bare.mjs'), places().bare, String(port)],
  });
}

function places(): BenchDatabases {
  if (databases === null) throw new Error('There are no databases yet.');
  return databases;
}

/** Every read case must return the same from both servers, and writes the same except for ids and times. */
async function checkEqual(
  compared: readonly BenchCase[],
  servers: readonly ServerProcess[],
  ids: Ids,
): Promise<void> {
  for (const benchCase of compared) {
    for (const request of benchCase.requests(ids).slice(0, 20)) {
      const [a, b] = await Promise.all(servers.map(({ url }) => answer(url, request)));
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

interface Compared {
  readonly baseline: ServerProcess;
  readonly generated: ServerProcess;
  readonly bare: ServerProcess | null;
}

/** A line of the table. The second ratio of a bare server is its rate to that of the hand-written one. */
async function compare(benchCase: BenchCase, compared: Compared, ids: Ids): Promise<string> {
  const requests = benchCase.requests(ids);
  const runs = [
    compared.baseline,
    compared.generated,
    ...(compared.bare === null ? [] : [compared.bare]),
  ].map((server) => ({ server, results: [] as Measured[] }));
  for (const { server } of runs) await measure(server, requests, 1);
  for (let round = 0; round < rounds; round++) {
    for (const { server, results } of round % 2 === 1 ? runs.toReversed() : runs)
      results.push(await measure(server, requests, Number(flags.seconds)));
  }
  const [hand, gen, bare] = runs.map(({ results }) => {
    const of = (key: keyof Measured): number => median(results.map((item) => item[key]));
    return { rate: of('perSecond'), cpu: of('cpu'), p99: of('p99') };
  });
  if (hand === undefined || gen === undefined) throw new Error('Two servers are compared.');
  const cells = [
    benchCase.name,
    ...[hand.rate.toFixed(0), gen.rate.toFixed(0), (gen.rate / hand.rate).toFixed(2)],
    ...[`${hand.cpu.toFixed(0)} / ${gen.cpu.toFixed(0)}`, (hand.cpu / gen.cpu).toFixed(2)],
    `${hand.p99} / ${gen.p99}`,
    ...(bare === undefined ? [] : [bare.rate.toFixed(0), (bare.rate / hand.rate).toFixed(2)]),
  ];
  return `| ${cells.join(' | ')} |`;
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
      ['generated', () => startGenerated()],
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
