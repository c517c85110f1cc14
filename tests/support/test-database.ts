/**
 * The database for tests of documents and servers: SQLite, or PostgreSQL with `SVC_TEST_DATABASE=postgres`.
 * Clients must not notice a difference, so the same tests run on both.
 */
import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { type TestAPI, test } from 'vitest';
import type { DialectName } from '../../runtime/codegen/databases.js';
import { createPostgresDriver } from '../../runtime/storage/dialects/postgres/postgres-driver.js';
import { createSqliteDriver } from '../../runtime/storage/dialects/sqlite/sqlite-driver.js';
import type { Driver } from '../../runtime/storage/driver.js';

/** The database that the tests run on. */
export const testDialect: DialectName =
  process.env['SVC_TEST_DATABASE'] === 'postgres' ? 'postgres' : 'sqlite';

export interface TestDatabaseOptions {
  /** File of the database; on PostgreSQL each path has its own schema. Default: a new, empty database. */
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

/** `test` for what only SQLite has. On PostgreSQL the test is skipped, and the reason is printed. */
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
  // Concurrent creations of the same schema would conflict in the catalog.
  await client.query(`SELECT pg_advisory_lock(1); CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.end();
  url.searchParams.set('options', `-c search_path=${schema}`);
  return url.href;
}

/**
 * Environment variables for processes in a project folder. On SQLite none: the default is `.svc/data.db` in
 * the folder.
 */
export async function databaseOfProject(folder: string): Promise<{ readonly SVC_DATABASE_URL?: string }> {
  return testDialect === 'sqlite' ? {} : { SVC_DATABASE_URL: await testDatabaseUrl(folder) };
}

/** The URL of the database that `test-database-setup.ts` creates. */
function databaseOfRun(): string {
  const url = process.env['SVC_TEST_DATABASE_OF_RUN'];
  if (url === undefined) throw new Error('The database of this test run was not made.');
  return url;
}
