/**
 * The server of this repository against Payload, Strapi and Directus: `npm run bench:peers`.
 *
 * Each is installed with pinned versions from npm into a folder of its own outside the repository, gets the
 * same documents through its own API, runs in production mode, and gets the requests of a user that is
 * logged in. The responses to every workload are compared before timing. The server has one core and the
 * load generator another (where there is `taskset`).
 *
 * `--peer payload,strapi,directus`, `--seconds N` a round (default 4), `--rounds N` (default 3; the table has
 * medians), `--connections N` (default 20), `--documents N` (default 10000), `--node PATH` of the servers'
 * Node (default: that of this process), `--folder PATH` of the installations (default: `svc-peers` below the
 * system's temporary folder), `--only NAME` of a workload, `--install` ends after installing.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import type { Ids } from '../http/cases.js';
import type { LoadJob, LoadResult } from '../http/load.js';
import {
  endServers,
  hasTaskset,
  onCore,
  residentMebibytes,
  type ServerProcess,
  startServer,
} from '../http/server-process.js';
import type { Contender, Headers, Place } from './contender.js';
import { directus } from './directus/contender.js';
import { fill } from './documents.js';
import { install, nodeAt } from './install.js';
import { payload } from './payload/contender.js';
import { strapi } from './strapi/contender.js';
import { svc } from './svc/contender.js';
import { answersTo, type Workload, workloadsOf } from './workloads.js';

const { values: flags } = parseArgs({
  options: {
    peer: { type: 'string', default: 'payload,strapi,directus' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '20' },
    documents: { type: 'string', default: '10000' },
    node: { type: 'string', default: process.execPath },
    folder: { type: 'string', default: join(tmpdir(), 'svc-peers') },
    only: { type: 'string', default: '' },
    install: { type: 'boolean', default: false },
  },
});

const root = join(import.meta.dirname, '../..');
const node = nodeAt(resolve(flags.node));
const folder = resolve(flags.folder);
const work = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const programs = join(root, 'node_modules/.svc-run', `bench-${process.pid}`);
const serverCore = 0;
const loadCore = 1;

/** A product with its documents, and its server while it runs. */
interface Runner {
  readonly contender: Contender;
  readonly place: Place;
  readonly data: string;
  readonly ids: Ids;
  server: ServerProcess;
  headers: Headers;
  /** When it logged in: tokens live for minutes only. */
  loggedIn: number;
}

try {
  await main();
} catch (error) {
  console.error(error);
  // Ends the servers too, which would otherwise keep this process alive.
  endServers();
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(programs, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const contenders = [svc(root), ...chosenPeers()];
  const places = contenders.map((contender) => installed(contender));
  if (flags.install) return;
  const runners: Runner[] = [];
  for (const [index, contender] of contenders.entries()) {
    const place = places[index];
    if (place) runners.push(await started(contender, place));
  }
  const workloads = workloadsOf(Number(flags.documents)).filter(({ name }) => name.includes(flags.only));
  for (const workload of workloads) await checkEqual(workload, runners);

  await bundleLoad();
  printHead(runners);
  for (const workload of workloads) await compare(workload, runners);
  for (const { server } of runners) await server.stop();
  await starts(runners);
}

function chosenPeers(): readonly Contender[] {
  return flags.peer.split(',').flatMap((name) => {
    const peer = [payload, strapi, directus].find((each) => each.name === name);
    if (!peer) throw new Error(`There is no peer "${name}". Peers: payload, strapi, directus.`);
    if (node.major >= peer.oldestNode) return [peer];
    console.log(`${peer.title} is left out: it needs Node ${peer.oldestNode}, this is ${node.version}.`);
    return [];
  });
}

function installed(contender: Contender): Place {
  const begin = performance.now();
  const place = install(contender, join(import.meta.dirname, contender.name, 'project'), node, folder);
  if (place.isNew) console.log(`${contender.title} installed in ${seconds(begin)} s: ${place.folder}`);
  return place;
}

async function started(contender: Contender, place: Place): Promise<Runner> {
  const begin = performance.now();
  const data = join(work, contender.name);
  mkdirSync(data);
  const ids = await fill(contender, place, Number(flags.documents), data);
  if (ids.isNew) console.log(`${contender.title} got its documents in ${seconds(begin)} s`);
  const runner = { contender, place, data, ids, headers: {} };
  const server = await start(runner, contender.ready);
  return { ...runner, server, headers: await contender.login(server.url), loggedIn: performance.now() };
}

function seconds(begin: number): string {
  return ((performance.now() - begin) / 1000).toFixed(0);
}

function start(
  { contender, place, data }: Pick<Runner, 'contender' | 'place' | 'data'>,
  first: { readonly path: string; readonly headers?: Headers },
): Promise<ServerProcess> {
  const { argv, env } = contender.server(place, data);
  return startServer({
    name: contender.title,
    cwd: place.folder,
    node: place.node.program,
    core: serverCore,
    argv: () => argv,
    env,
    first,
  });
}

/** Every product must return the same posts, in the same order, with the same total. */
async function checkEqual(workload: Workload, runners: readonly Runner[]): Promise<void> {
  const answers: (readonly unknown[])[] = [];
  for (const { contender, server, ids, headers } of runners)
    answers.push(await answersTo(workload, { contender, url: server.url, ids, headers }));
  for (const [index, { contender }] of runners.entries())
    deepStrictEqual(answers[index], answers[0], `${contender.title}: ${workload.name}`);
}

async function bundleLoad(): Promise<void> {
  await build({
    entryPoints: [join(import.meta.dirname, '../http/load.ts')],
    outdir: programs,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
  });
}

function printHead(runners: readonly Runner[]): void {
  const cores = hasTaskset()
    ? 'a core each for server and load'
    : 'no taskset: server and load share the cores';
  console.log(
    [
      new Date().toISOString().slice(0, 10),
      `commit ${commit()}`,
      `Node ${node.version}`,
      `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores`,
      `load ${loadavg()[0]?.toFixed(1)}`,
      cores,
      `${flags.documents} posts`,
      `${flags.connections} connections`,
      `${flags.rounds} rounds of ${flags.seconds} s, medians, requests a second`,
    ].join(', '),
  );
  const [own, ...peers] = runners.map(({ contender }) => contender.title);
  console.log(`| workload | ${own} | ${peers.map((title) => `${title} | ratio`).join(' | ')} |`);
  console.log(`|---|--:|${peers.map(() => '--:|--:|').join('')}`);
}

/** The commit of this repository, and whether files differ from it. */
function commit(): string {
  const git = (...argv: string[]): string =>
    spawnSync('git', argv, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const hash = git('rev-parse', '--short', 'HEAD') || 'unknown';
  return git('status', '--porcelain') === '' ? hash : `${hash} with changes`;
}

async function compare(workload: Workload, runners: readonly Runner[]): Promise<void> {
  const results = new Map(runners.map((runner) => [runner, [] as number[]]));
  for (const runner of runners) await measure(workload, runner, Math.min(2, Number(flags.seconds)));
  for (let round = 0; round < Number(flags.rounds); round++) {
    const order = round % 2 === 0 ? runners : [...runners].reverse();
    for (const runner of order) {
      const { perSecond } = await measure(workload, runner, Number(flags.seconds));
      results.get(runner)?.push(perSecond);
    }
  }
  printLine(
    workload.name,
    runners.map((runner) => median(results.get(runner) ?? [])),
    (own, peer) => own / peer,
  );
}

/** A ratio above one says that ours is better. */
function printLine(
  name: string,
  [own = Number.NaN, ...peers]: readonly number[],
  ratio: (own: number, peer: number) => number,
): void {
  const cells = peers.map((peer) => `${peer.toFixed(0)} | ${ratio(own, peer).toFixed(1)}`);
  console.log(`| ${name} | ${own.toFixed(0)} | ${cells.join(' | ')} |`);
}

async function measure(workload: Workload, runner: Runner, duration: number): Promise<LoadResult> {
  const { contender, server, ids } = runner;
  if (performance.now() - runner.loggedIn > 5 * 60_000) {
    runner.headers = await contender.login(server.url);
    runner.loggedIn = performance.now();
  }
  const requests = workload
    .requests(contender.dialect, ids)
    .map((request) => ({ ...request, headers: { ...request.headers, ...runner.headers } }));
  const job: LoadJob = { url: server.url, connections: Number(flags.connections), duration, requests };
  const [program, ...argv] = onCore(loadCore, [process.execPath, join(programs, 'load.mjs')]);
  const child = spawn(program, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const result = JSON.parse(await text(child.stdout)) as LoadResult;
  if (result.failures > 0 || result.answers === 0)
    throw new Error(
      `${contender.title}, ${workload.name}: ${result.failures} of ${result.answers} requests failed`,
    );
  return result;
}

/** The time until a user that is logged in has a list, and the memory of the server after it. */
async function starts(runners: readonly Runner[]): Promise<void> {
  const times: number[] = [];
  const memory: number[] = [];
  for (const runner of runners) {
    const path = runner.contender.dialect.list({ limit: 1, page: 1 });
    const each: { startup: number; memory: number }[] = [];
    for (let round = 0; round < 3; round++) {
      const server = await start(runner, { path, headers: runner.headers });
      each.push({ startup: server.startup, memory: residentMebibytes(server.pid) });
      await server.stop();
    }
    times.push(median(each.map(({ startup }) => startup)));
    memory.push(median(each.map((one) => one.memory)));
  }
  printLine('start to first response, ms', times, (own, peer) => peer / own);
  printLine('memory at start, MiB', memory, (own, peer) => peer / own);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
