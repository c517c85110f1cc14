/** Row locks, which every server that speaks PostgreSQL's protocol supports. */
import { createHash } from 'node:crypto';
import { quoteIdentifier } from '../../../query/sql/quote.js';
import { runLater, type Statements } from '../../statements.js';
import type { LockedRows, Locks, RowLock } from '../locks.js';
import { postgresSql } from './sql.js';

const clauses: Readonly<Record<RowLock, string>> = {
  change: ' FOR NO KEY UPDATE',
  delete: ' FOR UPDATE',
  refer: ' FOR KEY SHARE',
  rely: ' FOR SHARE',
};

export const postgresLocks: Locks = {
  clause: (lock) => clauses[lock],
  skippingClause: ' FOR UPDATE SKIP LOCKED',
  rows: lockRows,
  name: lockName,
};

async function lockRows(connection: Statements, { table, ids, lock }: LockedRows): Promise<void> {
  if (ids.length === 0) return;
  const among = postgresSql.isAmong('"id"', 'text');
  await connection.get(
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${quoteIdentifier(table)} WHERE ${among} ORDER BY "id"${clauses[lock]}) l`,
    [JSON.stringify(ids)],
  );
}

/**
 * The number of rows for locks by name. Different names sometimes share a row and then wait for each other,
 * which does no harm.
 */
const slots = 4096;

async function lockName(connection: Statements, name: string): Promise<void> {
  const slot = createHash('sha256').update(name).digest().readUInt32BE(0) % slots;
  await runLater(
    connection,
    'INSERT INTO "_svc_locks" ("id") VALUES (?) ON CONFLICT ("id") DO UPDATE SET "id" = excluded."id"',
    [slot],
  );
}
