import { quoteIdentifier } from '../../../query/sql/quote.js';
import { type IndexStep, withoutConcurrency } from '../../migrations/files/migration-text.js';
import type { Row, Statements } from '../../statements.js';
import type { ConcurrentIndexes } from '../concurrent-indexes.js';
import { sqlState } from './postgres-errors.js';

export const postgresIndexes: ConcurrentIndexes = { find, create, drop, duplicatedValue };

async function find(
  connection: Pick<Statements, 'get'>,
  { name, keyOf }: IndexStep,
): Promise<'valid' | 'invalid' | null> {
  const row = keyOf === null ? await findIndex(connection, name) : await findKey(connection, keyOf, name);
  if (row === undefined) return null;
  return row['whole'] === 1 ? 'valid' : 'invalid';
}

function findKey(connection: Pick<Statements, 'get'>, table: string, name: string): Promise<Row | undefined> {
  return connection.get(
    `SELECT k.convalidated AS whole FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid ` +
      `JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relname = ? AND k.conname = ?`,
    [table, name],
  );
}

function findIndex(connection: Pick<Statements, 'get'>, name: string): Promise<Row | undefined> {
  return connection.get(
    `SELECT i.indisvalid AND i.indisready AS whole FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid ` +
      `JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema() AND c.relname = ?`,
    [name],
  );
}

async function create(connection: Statements, { sql }: IndexStep): Promise<void> {
  try {
    await connection.run(sql, []);
  } catch (error) {
    // `feature_not_supported`, `syntax_error`: partitioned tables, and servers that cannot build indexes
    // concurrently.
    const plain = withoutConcurrency(sql);
    if (!['0A000', '42601'].includes(sqlState(error) ?? '') || plain === sql) throw error;
    await connection.run(plain, []);
  }
}

async function drop(connection: Statements, { name }: IndexStep): Promise<void> {
  await connection.run(`DROP INDEX CONCURRENTLY IF EXISTS ${quoteIdentifier(name)}`, []);
}

/** From a message like `Key (title)=(Shoes) is duplicated.` */
function duplicatedValue(cause: unknown): string | undefined {
  const detail = cause instanceof Error && 'detail' in cause ? String(cause.detail ?? '') : '';
  return /\)=\((.{0,80})/.exec(detail)?.[1]?.replace(/\) is duplicated\.$/, '');
}
