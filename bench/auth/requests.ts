/**
 * The cost of authentication per request: the same list anonymous, by session cookie and by API key; and an
 * anonymous read while 200 logins wait: `npm run bench:auth`. `--rounds N` (default 5), `--seconds N` a round
 * (default 3).
 *
 * The three responses are checked to be equal before timing. Server and load generator are separate
 * processes.
 */
import { strictEqual } from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import type { LoadJob, LoadResult } from '../http/load.js';
import { type ServerProcess, startServer } from '../http/server-process.js';

const { values: flags } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
});
const root = join(import.meta.dirname, '../..');
const service = join(import.meta.dirname, 'service');
const work = mkdtempSync(join(tmpdir(), 'svc-bench-'));
const programs = join(root, 'node_modules/.svc-run', `bench-${process.pid}`);
const admin = { email: 'admin@example.com', password: 'Correct-Horse-7-Battery' };
const json = { 'content-type': 'application/json' };

try {
  await main();
} catch (error) {
  console.error(error);
  // Ends the server too, which would otherwise keep this process alive.
  process.exit(1);
} finally {
  rmSync(work, { recursive: true, force: true });
  rmSync(programs, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const { status } = spawnSync(process.execPath, [join(root, 'dist/bin/svc.js'), 'build'], {
    cwd: service,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`svc build ended with ${status}`);
  await build({
    entryPoints: [join(root, 'bench/http/load.ts')],
    outdir: programs,
    bundle: true,
    platform: 'node',
    format: 'esm',
    outExtension: { '.js': '.mjs' },
  });
  const server = await startServer({
    name: 'generated',
    cwd: service,
    argv: () => [join(service, 'dist/server.js')],
    env: {
      SVC_DATABASE_URL: `file:${join(work, 'data.db')}`,
      SVC_SESSIONS_URL: `file:${join(work, 'sessions.db')}`,
      SVC_SECRET: randomBytes(32).toString('base64url'),
      SVC_ADMIN_EMAIL: admin.email,
      SVC_ADMIN_PASSWORD: admin.password,
      SVC_RATE_LIMIT: 'off',
    },
  });
  const credentials = await seed(server);
  await checkEqual(server, credentials);
  console.log(
    `Node ${process.version}, ${cpus().length} cores, ${flags.rounds} rounds of ${flags.seconds} s, medians`,
  );
  await compare(server, credentials);
  await storm(server);
  await server.stop();
}

type Credentials = Readonly<
  Record<'anonymous' | 'session cookie' | 'API key', Readonly<Record<string, string>>>
>;

async function seed({ url }: ServerProcess): Promise<Credentials> {
  const login = await send(url, '/api/auth/login', admin);
  const cookie = login.headers
    .getSetCookie()
    .map((line) => line.replace(/;.*/, ''))
    .join('; ');
  const key = await send(url, '/api/auth/api-keys', { name: 'bench', role: 'editor' }, { cookie });
  const body = 'Lorem ipsum dolor sit amet. '.repeat(36);
  for (let index = 0; index < 1000; index++) {
    await send(url, '/api/posts', { title: `Post ${index}`, body, views: index }, { cookie });
  }
  const { key: apiKey } = (await key.json()) as { readonly key: string };
  return { anonymous: {}, 'session cookie': { cookie }, 'API key': { 'x-api-key': apiKey } };
}

async function send(
  url: string,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response;
}

async function checkEqual({ url }: ServerProcess, credentials: Credentials): Promise<void> {
  const answers = await Promise.all(
    Object.values(credentials).map(async (headers) => (await fetch(`${url}/api/posts`, { headers })).text()),
  );
  for (const answer of answers) strictEqual(answer, answers[0]);
  strictEqual((JSON.parse(answers[0] ?? '{}') as { docs?: unknown[] }).docs?.length, 10);
}

async function compare(server: ServerProcess, credentials: Credentials): Promise<void> {
  const results = new Map<string, number[]>();
  for (let round = 0; round < Number(flags.rounds); round++) {
    const entries = Object.entries(credentials);
    if (round % 2 === 1) entries.reverse();
    for (const [name, headers] of entries) {
      const { perSecond } = await load(server, headers, Number(flags.seconds), 16);
      results.set(name, [...(results.get(name) ?? []), perSecond]);
    }
  }
  const anonymous = median(results.get('anonymous') ?? []);
  console.log('| list of 10 with count | req/s | against anonymous |');
  console.log('|---|--:|--:|');
  for (const [name, values] of results) {
    console.log(`| ${name} | ${median(values).toFixed(0)} | ${(median(values) / anonymous).toFixed(2)} |`);
  }
}

/** Two hundred logins at once; for half of them the hashing queue is full. */
async function storm(server: ServerProcess): Promise<void> {
  const begin = performance.now();
  const counts = new Map<number, number>();
  const logins = Array.from({ length: 200 }, async (_, index) => {
    const response = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: `nobody${index}@example.com`, password: 'Wrong-Horse-7-Battery' }),
    });
    await response.text();
    counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
  });
  let ended = false;
  const all = Promise.all(logins).then(() => {
    ended = true;
  });
  const times: number[] = [];
  while (!ended) {
    const sent = performance.now();
    const response = await fetch(`${server.url}/api/posts`);
    await response.text();
    strictEqual(response.status, 200);
    times.push(performance.now() - sent);
  }
  await all;
  times.sort((a, b) => a - b);
  const p99 = times[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? Number.NaN;
  const seconds = (performance.now() - begin) / 1000;
  const answers = [...counts].map(([status, count]) => `${count} x ${status}`).join(', ');
  const hashed = counts.get(401) ?? 0;
  console.log(
    `200 logins at once: ${answers} in ${seconds.toFixed(1)} s, ${(hashed / seconds).toFixed(0)} argon2id hashes a second;`,
  );
  console.log(`${times.length} anonymous lists meanwhile, p99 ${p99.toFixed(0)} ms`);
}

async function load(
  server: ServerProcess,
  headers: Readonly<Record<string, string>>,
  duration: number,
  connections: number,
): Promise<LoadResult> {
  const job: LoadJob = {
    url: server.url,
    connections,
    duration,
    requests: [{ method: 'GET', path: '/api/posts', headers }],
  };
  const child = spawn(process.execPath, [join(programs, 'load.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(job));
  const result = JSON.parse(await text(child.stdout)) as LoadResult;
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.answers} requests failed`);
  return result;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
