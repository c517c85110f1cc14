/**
 * Kept responses: `npm run bench:kept`. SQLite, processor time of the server for a response, the least of
 * alternating rounds (what else the machine does only adds to it), after the responses were compared.
 *
 * - Repeated reads, against a bare server that sends the same constant bytes.
 * - Reads of which each is a miss, against a server that keeps nothing: reads that are not repeated, which
 *   are not kept, and repeated ones of documents that take many times the memory of the cache.
 *
 * `--rounds N` (default 20), `--seconds N` a round (default 0.5), `--only TEXT`, `--profile FOLDER`.
 */
import { strictEqual } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import type { LoadJob, LoadResult } from './load.js';
import { idsOf, seed } from './seed.js';
import { cpuMicroseconds, endServers, type ServerProcess, startServer } from './server-process.js';

const { values: flags } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '0.5' },
    only: { type: 'string', default: '' },
    profile: { type: 'string' },
  },
});

const root = join(import.meta.dirname, '../..');
const service = join(import.meta.dirname, 'service');
const work = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const programs = join(root, 'node_modules/.svc-run', `bench-${process.pid}`);
const profiled = flags.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${flags.profile}`];

/** How many requests of a workload each server got. */
const sent = new Map<string, number>();

try {
  await main();
} finally {
  endServers();
  rmSync(work, { recursive: true, force: true });
  rmSync(programs, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const built = spawnSync(process.execPath, [join(root, 'dist/bin/svc.js'), 'build'], { cwd: service });
  if (built.status !== 0) throw new Error(String(built.stderr));
  await build({
    entryPoints: ['constant.ts', 'load.ts'].map((file) => join(import.meta.dirname, file)),
    outdir: programs,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
  });
  const filling = await generated('0');
  const { posts } = idsOf(await seed(filling.url, { authors: 1000, posts: 10_000 }));
  await filling.stop();

  const byId = posts.map((id) => `/api/posts/${id}`);
  // A parameter that says what is the default anyway makes more reads than a server remembers.
  const distinct = [byId, byId.map((path) => `${path}?depth=0`)].flat();
  const repeated: readonly Workload[] = [
    { name: 'list of 10 with count', paths: ['/api/posts'] },
    { name: 'by id, 500 documents', paths: byId.slice(0, 500) },
    { name: 'list of 10 with author', paths: ['/api/posts?depth=1'] },
    { name: 'list of 100', paths: ['/api/posts?limit=100'] },
  ];
  const missed: readonly Workload[] = [
    { name: 'by id, not repeated', paths: distinct, isOnce: true },
    { name: 'by id, kept and dropped', paths: byId.slice(0, 1_000) },
    {
      name: 'list of 10, kept and dropped',
      paths: byId.map((_, index) => `/api/posts?count=none&limit=10&page=${1 + (index % 900)}`),
    },
    {
      name: 'list of 10 with author, kept and dropped',
      paths: byId.map((_, index) => `/api/posts?count=none&depth=1&limit=10&page=${1 + (index % 900)}`),
    },
  ];

  const keeping = await generated(String(64 * 1024 * 1024));
  const file = join(work, 'bodies.json');
  writeFileSync(file, JSON.stringify(await bodiesOf(keeping, repeated)));
  const constant = await startServer({
    name: 'constant bytes',
    cwd: root,
    argv: (port) => [...profiled, join(programs, 'constant.mjs'), String(port), file],
  });
  console.log('| repeated read | constant bytes us | kept us | ratio |\n|---|--:|--:|--:|');
  for (const workload of repeated.filter(isChosen)) console.log(await compare(workload, constant, keeping));
  await constant.stop();
  await keeping.stop();

  const [none, small] = [await generated('0'), await generated('200000')];
  console.log('| miss | nothing kept us | miss us | ratio |\n|---|--:|--:|--:|');
  for (const workload of missed.filter(isChosen)) console.log(await compare(workload, none, small));
  await none.stop();
  await small.stop();
}

interface Workload {
  readonly name: string;
  readonly paths: readonly string[];
  /** Each round continues where the one before has ended. */
  readonly isOnce?: boolean;
}

function isChosen({ name }: Workload): boolean {
  return name.includes(flags.only);
}

function generated(answerCache: string): Promise<ServerProcess> {
  return startServer({
    name: `cache of ${answerCache}`,
    cwd: service,
    argv: () => [...profiled, join(service, 'dist/server.js')],
    env: { SVC_DATABASE_URL: `file:${join(work, 'data.db')}`, BENCH_ANSWER_CACHE: answerCache },
  });
}

async function bodiesOf(
  server: ServerProcess,
  workloads: readonly Workload[],
): Promise<Readonly<Record<string, string>>> {
  const bodies: Record<string, string> = { '/api/posts?limit=1': '{}' };
  for (const path of workloads.flatMap(({ paths }) => paths)) {
    bodies[path] = await (await fetch(server.url + path)).text();
    strictEqual(await (await fetch(server.url + path)).text(), bodies[path], path);
  }
  return bodies;
}

async function compare(workload: Workload, one: ServerProcess, other: ServerProcess): Promise<string> {
  for (const path of workload.paths.slice(0, 100)) {
    const [a, b] = await Promise.all([one, other].map(async ({ url }) => (await fetch(url + path)).text()));
    strictEqual(a, b, path);
  }
  const costs = { one: [] as number[], other: [] as number[] };
  for (let round = -1; round < Number(flags.rounds); round += 1) {
    const [a, b] = [await measure(one, workload), await measure(other, workload)];
    if (round < 0) continue;
    costs.one.push(a);
    costs.other.push(b);
  }
  const [a, b] = [Math.min(...costs.one), Math.min(...costs.other)];
  return `| ${workload.name} | ${a.toFixed(1)} | ${b.toFixed(1)} | ${(a / b).toFixed(3)} |`;
}

/** Processor time of a server for a response, in microseconds. */
async function measure(server: ServerProcess, { name, paths, isOnce }: Workload): Promise<number> {
  const begin = isOnce ? (sent.get(server.name) ?? 0) % paths.length : 0;
  const requests = [...paths.slice(begin), ...paths.slice(0, begin)].map((path) => ({
    method: 'GET' as const,
    path,
  }));
  const job: LoadJob = { url: server.url, connections: 16, duration: Number(flags.seconds), requests };
  const before = cpuMicroseconds(server.pid);
  const child = spawn(process.execPath, [join(programs, 'load.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const { answers, failures } = JSON.parse(await text(child.stdout)) as LoadResult;
  sent.set(server.name, begin + answers);
  if (failures > 0) throw new Error(`${server.name}, ${name}: ${failures} of ${answers} requests failed`);
  return (cpuMicroseconds(server.pid) - before) / answers;
}
