/**
 * The guarantees about losses (`npm run bench:promises`): no acknowledged write is lost in 200 `kill -9`, and
 * no request is dropped in 20 rolling restarts of two instances under load. `--kills N`, `--restarts N`.
 *
 * On SQLite one instance is killed while clients write to it. With `--database postgres://…` clients write to
 * two instances, which are killed in turn; sessions are in PostgreSQL, too, or with `--sessions redis://…` in
 * Redis. It creates a schema of its own there and drops it.
 *
 * Before each restart a client checks which instances are ready, as a load balancer does, and sends only to
 * those.
 */

import { strictEqual } from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '../tests/support/free-port.js';
import { counted, recordRun } from '../tests/support/recorded-run.js';

const { values: flags } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    restarts: { type: 'string', default: '20' },
    database: { type: 'string' },
    sessions: { type: 'string' },
  },
});
const root = join(import.meta.dirname, '..');
const begun = performance.now();
const service = join(import.meta.dirname, 'auth/service');
const work = mkdtempSync(join(tmpdir(), 'svc-promises-'));
const database = await databaseOf(flags.database);
const admin = { email: 'admin@example.com', password: 'Correct-Horse-7-Battery' };
const environment = {
  ...process.env,
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  SVC_DATABASE_URL: database.url,
  ...(database.sessions !== null && { SVC_SESSIONS_URL: database.sessions }),
  SVC_BASE_URL: 'http://localhost',
  SVC_SECRET: randomBytes(32).toString('base64url'),
  SVC_ADMIN_EMAIL: admin.email,
  SVC_ADMIN_PASSWORD: admin.password,
  SVC_RATE_LIMIT: 'off',
};

interface Instance {
  readonly url: string;
  readonly child: ChildProcess;
}

const running = new Set<ChildProcess>();
try {
  const { status } = spawnSync(process.execPath, [join(root, 'dist/bin/svc.js'), 'build'], {
    cwd: service,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  strictEqual(status, 0, 'svc build failed');
  if (flags.database === undefined) await kills(Number(flags.kills));
  else await killsOfOneOfTwo(Number(flags.kills));
  await rollingRestarts(Number(flags.restarts));
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  for (const child of running) child.kill('SIGKILL');
  rmSync(work, { recursive: true, force: true });
  await database.drop();
}

async function start(port?: number): Promise<Instance> {
  const chosen = port ?? (await freePort());
  const child = spawn(process.execPath, [join(service, 'dist/server.js')], {
    cwd: work,
    env: { ...environment, PORT: String(chosen) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const instance = { url: `http://127.0.0.1:${chosen}`, child };
  for (let tries = 0; !(await isReady(instance)); tries++) {
    if (child.exitCode !== null || tries > 5000) throw new Error('the server did not start');
    await sleep(2);
  }
  return instance;
}

async function isReady({ url }: Instance): Promise<boolean> {
  const response = await fetch(`${url}/health/ready`).catch(() => null);
  await response?.arrayBuffer();
  return response?.ok === true;
}

/** Sessions and documents with a 2xx response still exist after the process was killed at any moment. */
async function kills(count: number): Promise<void> {
  const documents: string[] = [];
  const sessions: string[] = [];
  for (let round = 0; round < count; round++) {
    const instance = await start();
    const login = await post(instance, '/api/auth/login', admin, {});
    if (login === null) throw new Error('the login failed');
    const cookie = login.cookies;
    sessions.push(cookie);
    const writers = Array.from({ length: 4 }, async () => {
      for (;;) {
        const made = await post(instance, '/api/posts', { title: `Round ${round}` }, { cookie });
        if (made === null) return;
        documents.push(made.id);
      }
    });
    await sleep(20 + Math.random() * 60);
    const ended = once(instance.child, 'exit');
    instance.child.kill('SIGKILL');
    await Promise.all([ended, ...writers]);
  }
  const survivor = await start();
  const stored = await allIds(survivor);
  const lost = documents.filter((id) => !stored.has(id));
  let ended = 0;
  // A user has at most 50 sessions; the oldest were removed.
  for (const cookie of sessions.slice(-49)) {
    const response = await fetch(`${survivor.url}/api/auth/me`, { headers: { cookie } });
    if (!response.ok) ended += 1;
    await response.arrayBuffer();
  }
  survivor.child.kill('SIGTERM');
  await once(survivor.child, 'exit');
  console.log(
    `${count} kill -9: ${lost.length} of ${documents.length} acknowledged documents and ${ended} of ${Math.min(49, sessions.length)} sessions lost`,
  );
  recordKills(count, documents.length, lost.length + ended);
  strictEqual(lost.length + ended, 0);
}

/** Two instances on one database; the killed one is replaced while clients continue with the other. */
async function killsOfOneOfTwo(count: number): Promise<void> {
  const documents: string[] = [];
  const instances = [await start(), await start()];
  const [first] = instances;
  const login = first && (await post(first, '/api/auth/login', admin, {}));
  if (!login) throw new Error('the login failed');
  const { cookies: cookie } = login;
  let over = false;
  let turn = 0;
  const writers = Array.from({ length: 8 }, async () => {
    while (!over) {
      const instance = instances[turn++ % instances.length];
      const made = instance && (await post(instance, '/api/posts', { title: 'Written' }, { cookie }));
      if (made) documents.push(made.id);
      else await sleep(5);
    }
  });
  for (let round = 0; round < count; round++) {
    const before = documents.length;
    while (documents.length < before + 20) await sleep(5);
    await sleep(Math.random() * 60);
    const old = instances[round % 2];
    if (old === undefined) continue;
    const ended = once(old.child, 'exit');
    old.child.kill('SIGKILL');
    await ended;
    instances[round % 2] = await start();
  }
  over = true;
  await Promise.all(writers);
  const [survivor] = instances;
  if (survivor === undefined) throw new Error('no instance is left');
  const stored = await allIds(survivor);
  const lost = documents.filter((id) => !stored.has(id));
  const me = await fetch(`${survivor.url}/api/auth/me`, { headers: { cookie } });
  await me.arrayBuffer();
  for (const { child } of instances) child.kill('SIGTERM');
  console.log(
    `${count} kill -9 of one of two: ${lost.length} of ${documents.length} acknowledged documents lost, the session ${me.ok ? 'goes on' : 'is lost'}`,
  );
  recordKills(count, documents.length, lost.length + (me.ok ? 0 : 1));
  strictEqual(lost.length, 0);
  strictEqual(me.status, 200);
}

function recordKills(kills: number, acknowledged: number, faults: number): void {
  recordRun({
    ...{
      program: 'bench:promises',
      database: flags.database === undefined ? 'sqlite' : 'postgres',
      seeds: '',
    },
    tried: counted(acknowledged, 'acknowledged documents'),
    ...{ kills, seconds: (performance.now() - begun) / 1000, faults },
  });
}

interface Database {
  readonly url: string;
  /** Null: in the content database. */
  readonly sessions: string | null;
  drop(): Promise<void>;
}

async function databaseOf(server: string | undefined): Promise<Database> {
  if (server === undefined) {
    const fileIn = (name: string): string => `file:${join(work, name)}`;
    return { url: fileIn('data.db'), sessions: fileIn('sessions.db'), drop: async () => undefined };
  }
  const schema = `svc_promises_${randomBytes(6).toString('hex')}`;
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await run(`CREATE SCHEMA ${schema}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${schema}`);
  return {
    url: url.href,
    sessions: flags.sessions ?? null,
    drop: () => run(`DROP SCHEMA ${schema} CASCADE`),
  };
}

interface Posted {
  readonly id: string;
  readonly cookies: string;
}

/** Null if nothing was acknowledged. */
async function post(
  { url }: Instance,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>>,
): Promise<Posted | null> {
  try {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const { id = '' } = (await response.json()) as { readonly id?: string };
    if (!response.ok) return null;
    const cookies = response.headers
      .getSetCookie()
      .map((line) => line.replace(/;.*/, ''))
      .join('; ');
    return { id, cookies };
  } catch {
    // The process was killed before its response was complete.
    return null;
  }
}

async function allIds({ url }: Instance): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (let cursor: string | null = ''; cursor !== null; ) {
    const response = await fetch(
      `${url}/api/posts?limit=1000&select=id&cursor=${encodeURIComponent(cursor)}`,
    );
    const page = (await response.json()) as {
      readonly docs: readonly { readonly id: string }[];
      readonly nextCursor: string | null;
    };
    for (const { id } of page.docs) ids.add(id);
    cursor = page.nextCursor;
  }
  return ids;
}

/** Two instances are restarted in turn, while clients continue. */
async function rollingRestarts(count: number): Promise<void> {
  const instances = [await start(), await start()];
  const dropped: string[] = [];
  let answered = 0;
  let over = false;
  let turn = 0;
  const ready = new Set(instances);
  const clients = Array.from({ length: 8 }, async () => {
    while (!over) {
      const able = instances.filter((instance) => ready.has(instance));
      const instance = able[turn++ % able.length];
      if (instance === undefined) throw new Error('no instance is ready');
      try {
        const response = await fetch(`${instance.url}/api/posts?limit=5`);
        await response.arrayBuffer();
        if (response.ok) answered += 1;
        else dropped.push(String(response.status));
      } catch (error) {
        dropped.push(String(error instanceof Error ? error.cause : error));
      }
    }
  });
  for (let restart = 0; restart < count; restart++) {
    const index = restart % 2;
    const old = instances[index];
    if (old === undefined) continue;
    const ended = once(old.child, 'exit');
    old.child.kill('SIGTERM');
    // As a load balancer: the instance is removed when its readiness check has failed, within its grace
    // period of a second.
    while (await isReady(old)) await sleep(50);
    ready.delete(old);
    await ended;
    const fresh = await start();
    instances[index] = fresh;
    ready.add(fresh);
    await sleep(100);
  }
  over = true;
  await Promise.all(clients);
  for (const { child } of instances) child.kill('SIGTERM');
  console.log(
    `${count} rolling restarts: ${dropped.length} of ${answered + dropped.length} requests dropped`,
  );
  if (dropped.length > 0) console.log(dropped.slice(0, 5).join('\n'));
  strictEqual(dropped.length, 0);
}
