/**
 * Suites against real servers. Each runs where its environment variable names one, is skipped with a printed reason where it does
 * not, and fails under `CI`, so that nothing passes there unseen.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, describe, test } from 'vitest';

/** Makes an empty database and answers its address; it is dropped when the suite is over. */
export type FreshDatabase = () => Promise<string>;

const postgresVariable = 'SVC_TEST_POSTGRES_URL';
const redisVariable = 'SVC_TEST_REDIS_URL';

/** A suite on PostgreSQL, on a server where databases may be created. */
export function describePostgres(name: string, suite: (fresh: FreshDatabase) => void): void {
  describeService(
    { name, variable: postgresVariable, server: 'a PostgreSQL server where databases may be created' },
    (server) => suite(databasesOf(server)),
  );
}

/** A suite on Redis. Keys carry a prefix of their own, since others use the same server; they are gone when the suite is over. */
export function describeRedis(name: string, suite: (url: string, prefix: string) => void): void {
  describeService({ name, variable: redisVariable, server: 'a Redis server' }, (url) => {
    const prefix = `svc-test-${randomBytes(6).toString('hex')}:`;
    afterAll(() => removeKeys(url, prefix));
    suite(url, prefix);
  });
}

/** Removes every key with a prefix. */
export async function removeKeys(url: string, prefix: string): Promise<void> {
  const client = new Redis(url);
  for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1_000 })) {
    if (keys.length > 0) await client.del(...keys);
  }
  await client.quit();
}

/** A suite that starts a program of the system. It runs where the program is, and fails under `CI` where it is not. */
export function describeProgram(program: string, name: string, suite: () => void): void {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];
  const found = folders.some((folder) => existsSync(join(folder, program)));
  if (found) describe(name, suite);
  else leaveOut(name, `${name}: install ${program}`, suite);
}

interface Service {
  readonly name: string;
  readonly variable: string;
  readonly server: string;
}

function describeService({ name, variable, server }: Service, suite: (url: string) => void): void {
  const url = process.env[variable];
  if (url !== undefined && url !== '') {
    describe(name, () => suite(url));
    return;
  }
  const reason = `${name}: set ${variable} to the address of ${server}`;
  leaveOut(`${name} (set ${variable})`, reason, () => suite('postgres://nobody@localhost/none'));
}

function leaveOut(name: string, reason: string, suite: () => void): void {
  if (process.env['CI']) {
    test(name, () => {
      throw new Error(`Not run. ${reason}.`);
    });
    return;
  }
  process.stderr.write(`skipped ${reason}\n`);
  // Collected, so that it is counted as skipped, but not run.
  describe.skipIf(true)(name, suite);
}

/**
 * One database for a suite, since making and dropping one costs a checkpoint, and a schema in it for each that is asked for: empty, and
 * apart from the others by its search path. Must be called while a suite is collected.
 */
function databasesOf(server: string): FreshDatabase {
  const database = `svc_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${database}`;
  let schemas = 0;
  let created: Promise<void> | null = null;
  afterAll(async () => {
    if (created !== null) await onServer(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    // A checkpoint of a busy server takes long.
  }, 300_000);
  return async () => {
    created ??= onServer(server, `CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8'`);
    await created;
    schemas += 1;
    await onServer(url.href, `CREATE SCHEMA s${schemas}`);
    const own = new URL(url);
    own.searchParams.set('options', `-c search_path=s${schemas}`);
    return own.href;
  };
}

/** A schema of that name in the database of the address, made where it is missing, and the address that leads into it. */
export async function schemaOf(
  server: string,
  name: string,
): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  await onServer(server, `CREATE SCHEMA IF NOT EXISTS "${name}"`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path="${name}"`);
  return { url: url.href, drop: () => onServer(server, `DROP SCHEMA "${name}" CASCADE`) };
}

async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
