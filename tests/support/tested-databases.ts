/** The databases of the programs that search for faults: which ones, and places of their own on a server. */
import pg from 'pg';
import type { DialectName } from '../../runtime/codegen/databases.js';

/**
 * The database that `--database` names, else both. Without a server of PostgreSQL only SQLite, except in CI.
 *
 * @throws Error if the name is no database.
 */
export function testedDatabases(name: string | undefined): readonly DialectName[] {
  if (name === 'sqlite' || name === 'postgres') return [name];
  if (name !== undefined) throw new Error(`--database is sqlite or postgres, not ${name}.`);
  if (process.env['SVC_TEST_POSTGRES_URL'] || process.env['CI']) return ['sqlite', 'postgres'];
  console.log('Skipped on PostgreSQL: SVC_TEST_POSTGRES_URL is not set.');
  return ['sqlite'];
}

export interface OwnSchema {
  /** Address of a database whose tables are in the schema. */
  readonly url: string;
  drop(): Promise<void>;
}

/** A new schema on the server of `SVC_TEST_POSTGRES_URL`. */
export async function createSchema(name: string): Promise<OwnSchema> {
  const server = postgresServer();
  await execute(server, `DROP SCHEMA IF EXISTS ${name} CASCADE; CREATE SCHEMA ${name}`);
  const url = new URL(server);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, drop: () => execute(server, `DROP SCHEMA ${name} CASCADE`) };
}

/** Address of the server on which programs create schemas and databases. */
export function postgresServer(): string {
  const server = process.env['SVC_TEST_POSTGRES_URL'];
  if (!server) throw new Error('PostgreSQL needs SVC_TEST_POSTGRES_URL.');
  return server;
}

/** Runs statements on a connection of their own. */
export async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
