/**
 * A transaction locks the rows that its decisions depend on. SQLite runs transactions one after the other, so
 * there is nothing to lock. On PostgreSQL these are row locks, which every server that speaks its protocol
 * supports.
 */

import { createHash } from 'node:crypto';
import { quoteIdentifier } from '../query/sql/quote.js';
import { dialectOf } from './dialects/dialects.js';
import type { Connection } from './driver.js';

/**
 * The kind of row lock: `change` against other changes; `delete` against everything, new references included;
 * `refer`, taken by rows that refer to the locked one, against its deletion only.
 */
export type RowLock = 'change' | 'delete' | 'refer';

const clauses: Readonly<Record<RowLock, string>> = {
  change: ' FOR NO KEY UPDATE',
  delete: ' FOR UPDATE',
  refer: ' FOR KEY SHARE',
};

/** The suffix of a `SELECT` on one table that locks its rows until the transaction ends. */
export function lockClause({ dialect }: Pick<Connection, 'dialect'>, lock: RowLock): string {
  return dialect === 'sqlite' ? '' : clauses[lock];
}

/**
 * Locks the existing rows with these ids, in the order of their ids, so that two transactions cannot
 * deadlock.
 */
export async function lockRows(
  connection: Connection,
  table: string,
  ids: readonly string[],
  lock: RowLock,
): Promise<void> {
  if (connection.dialect === 'sqlite' || ids.length === 0) return;
  const among = dialectOf(connection).isAmong('"id"', 'text');
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

/**
 * Locks something that has no row, such as a value that must be unique across two tables. Other transactions
 * that lock the same name wait until this one ends.
 */
export async function lockName(connection: Connection, name: string): Promise<void> {
  if (connection.dialect === 'sqlite') return;
  const slot = createHash('sha256').update(name).digest().readUInt32BE(0) % slots;
  await connection.run(
    'INSERT INTO "_svc_locks" ("id") VALUES (?) ON CONFLICT ("id") DO UPDATE SET "id" = excluded."id"',
    [slot],
  );
}

/** Locks the number of users with a role. */
export async function lockRole(connection: Connection, role: string): Promise<void> {
  await lockName(connection, `role ${role}`);
}
