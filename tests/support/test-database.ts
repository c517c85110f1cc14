/**
 * The database that tests of documents and servers run on: SQLite, or PostgreSQL with `SVC_TEST_DATABASE=postgres`. A client must not
 * see which, so they are the same tests.
 */
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { type TestAPI, test } from 'vitest';
import type { Dialect, Driver } from '../../runtime/storage/driver.js';
import { createPostgresDriver } from '../../runtime/storage/postgres/postgres-driver.js';
import { createSqliteDriver } from '../../runtime/storage/sqlite/sqlite-driver.js';

/** Which database the tests run on. */
export const testDialect: Dialect = process.env['SVC_TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

export interface TestDatabaseOptions {
  /** File of the database, or what stands for one on PostgreSQL. Default: an empty database that nobody opens again. */
  readonly path?: string;
  readonly transactionTimeout?: number;
  readonly busyTimeout?: number;
}

/** Opens a database for a test. */
export async function openTestDriver({
  path = ':memory:',
  ...limits
}: TestDatabaseOptions = {}): Promise<Driver> {
  if (testDialect === 'sqlite') return createSqliteDriver({ path, ...limits });
  return createPostgresDriver({ url: await testDatabaseUrl(path), pool: { max: 5 }, ...limits });
}

/** For a test of something that only SQLite has: says on PostgreSQL that it is left out, and why. */
export function onSqliteOnly(reason: string): TestAPI {
  if (testDialect !== 'sqlite') process.stderr.write(`skipped on PostgreSQL: ${reason}\n`);
  return test.runIf(testDialect === 'sqlite') as TestAPI;
}

/** `SVC_DATABASE_URL` for a server under test: the same database for the same path. */
export async function testDatabaseUrl(path: string): Promise<string> {
  if (testDialect === 'sqlite') return path === ':memory:' ? path : `file:${path}`;
  const url = new URL(databaseOfRun());
  const name = path === ':memory:' ? randomBytes(8) : createHash('sha256').update(path).digest();
  const schema = `s${name.toString('hex').slice(0, 16)}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  // Two that make the same schema at once would collide in the catalogue.
  await client.query(`SELECT pg_advisory_lock(1); CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.end();
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}

/** For the environment of processes in a folder, whose database is `.svc/data.db` there unless it is named. */
export async function databaseOfProject(folder: string): Promise<{ readonly SVC_DATABASE_URL?: string }> {
  return testDialect === 'sqlite' ? {} : { SVC_DATABASE_URL: await testDatabaseUrl(folder) };
}

/** Made by `test-database-setup.ts`. */
function databaseOfRun(): string {
  const url = process.env['SVC_TEST_DATABASE_OF_RUN'];
  if (url === undefined) throw new Error('The database of this test run was not made.');
  return url;
}
