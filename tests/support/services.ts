/**
 * Suites against real servers. Each runs if its environment variable names a server. Otherwise it is skipped
 * with a printed reason, or fails under `CI`, so that nothing is skipped there unnoticed. `npm test` leaves
 * them to `npm run test:services`.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { S3Client, type S3Options } from '../../runtime/files/storage/s3/s3-client.js';
import { testPart } from './test-part.js';
import { bucketAt } from './test-storage.js';

/** Creates an empty database and returns its URL. The database is dropped when the suite ends. */
export type FreshDatabase = () => Promise<string>;

const postgresVariable = 'SVC_TEST_POSTGRES_URL';
const redisVariable = 'SVC_TEST_REDIS_URL';
const s3Variable = 'SVC_TEST_S3_URL';

/** Defines a suite on PostgreSQL, on a server where databases may be created. */
export function describePostgres(name: string, suite: (fresh: FreshDatabase) => void): void {
  describeService(
    { name, variable: postgresVariable, server: 'a PostgreSQL server where databases may be created' },
    (server) => suite(databasesOf(server)),
  );
}

/**
 * Defines a suite on Redis. Its keys have their own prefix, since the server is shared; they are removed when
 * the suite ends.
 */
export function describeRedis(name: string, suite: (url: string, prefix: string) => void): void {
  describeService({ name, variable: redisVariable, server: 'a Redis server' }, (url) => {
    const prefix = `svc-test-${randomBytes(6).toString('hex')}:`;
    afterAll(() => removeKeys(url, prefix));
    suite(url, prefix);
  });
}

/**
 * Defines a suite on a server of S3. The variable is an address such as
 * `http://key:secret@127.0.0.1:8085/bucket?region=us-east-1`, with the bucket in the path; it is created.
 */
export function describeS3(name: string, suite: (options: S3Options) => void): void {
  describeService({ name, variable: s3Variable, server: 'a server of S3' }, (address) => {
    const options = bucketAt(address);
    beforeAll(async () => {
      // Created by the first suite; the bucket of one's own is no error.
      await (await new S3Client(options).send({ method: 'PUT', expected: [409] })).arrayBuffer();
    });
    suite(options);
  });
}

/** Defines a suite that needs no server, in a file of suites that need one. */
export function describeWithoutServices(
  name: string,
  suite: () => void,
  options: { readonly timeout?: number } = {},
): void {
  if (testPart !== 'services') describe(name, options, suite);
}

/** Removes every key with a prefix. */
export async function removeKeys(url: string, prefix: string): Promise<void> {
  const client = new Redis(url);
  for await (const keys of client.scanStream({ match: `${prefix}*`, count: 1_000 })) {
    if (keys.length > 0) await client.del(...keys);
  }
  await client.quit();
}

/** Defines a suite that needs an installed program. Without it the suite is skipped, or fails under `CI`. */
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
  if (testPart === 'quick' || testPart === 'browser') return;
  const url = process.env[variable];
  if (url !== undefined && url !== '') {
    describe(name, () => suite(url));
    return;
  }
  const reason = `${name}: set ${variable} to the address of ${server}`;
  leaveOut(`${name} (set ${variable})`, reason, () => suite('http://nobody:nothing@localhost/none'));
}

function leaveOut(name: string, reason: string, suite: () => void): void {
  if (process.env['CI']) {
    test(name, () => {
      throw new Error(`Not run. ${reason}.`);
    });
    return;
  }
  process.stderr.write(`skipped ${reason}\n`);
  // Collected but not run, so that it is counted as skipped.
  describe.skipIf(true)(name, suite);
}

/**
 * Creates one database for a suite, since creating and dropping a database costs a checkpoint. Each request
 * gets an empty schema in it, separated from the others by its search path. Must be called while a suite is
 * collected.
 */
function databasesOf(server: string): FreshDatabase {
  const database = `svc_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${database}`;
  let schemas = 0;
  let created: Promise<void> | null = null;
  afterAll(async () => {
    if (created !== null) await onServer(server, `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    // A checkpoint takes long on a busy server.
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

/**
 * Creates a schema in the database of a URL unless it exists. Returns a URL with the schema as search path.
 */
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
