/** Creates the PostgreSQL database of a test run, and drops it afterwards (see `test-database.ts`). */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['SVC_TEST_DATABASE'] !== 'postgres') return undefined;
  const server = process.env['SVC_TEST_POSTGRES_URL'];
  if (!server) throw new Error('SVC_TEST_DATABASE=postgres needs SVC_TEST_POSTGRES_URL.');
  const name = `svc_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  // The data need not survive a crash, and this is faster for hundreds of tests that create tables.
  await onServer(server, `ALTER DATABASE ${name} SET synchronous_commit = off`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  process.env['SVC_TEST_DATABASE_OF_RUN'] = url.href;
  return () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function onServer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(sql);
  await client.end();
}
