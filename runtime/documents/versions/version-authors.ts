import { quoteIdentifier } from '../../query/sql/quote.js';
import type { Connection } from '../../storage/driver.js';
import type { DocumentEnvironment } from '../document-environment.js';
import type { StoredVersion } from './version-store.js';

/** Display names by user id. */
export type AuthorNames = ReadonlyMap<string, string>;

/**
 * The names of the people who made versions, as they are now. A requester who may see a version may see them,
 * even without the right to read users: a history without names is useless to editors. No other data of a
 * user is returned.
 */
export async function authorNames(
  { secured, tables }: Pick<DocumentEnvironment, 'secured' | 'tables'>,
  { connection, versions }: { readonly connection: Connection; readonly versions: readonly StoredVersion[] },
): Promise<AuthorNames> {
  const [table] = tables.get('users') ?? [];
  const authors = versions.flatMap(({ createdBy }) =>
    createdBy === null || createdBy.startsWith('key:') ? [] : [createdBy],
  );
  if (!secured || table === undefined || authors.length === 0) return new Map();
  const rows = await connection.all(
    `SELECT "id", "name" FROM ${quoteIdentifier(table)} WHERE ${connection.dialect.sql.isAmong('"id"', 'text')}`,
    [JSON.stringify([...new Set(authors)])],
  );
  return new Map(
    rows.flatMap(({ id, name }) => (typeof name === 'string' ? [[String(id), name] as const] : [])),
  );
}
