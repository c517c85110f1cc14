/**
 * What a transaction decides on, it locks first. SQLite runs transactions one after the other, so there is nothing to lock; on PostgreSQL
 * these are locks of rows, which every server that speaks its protocol has.
 */
import { createHash } from 'node:crypto';
import { dialectOf } from '../query/compile/dialects.js';
import type { Connection } from './driver.js';
import { quoteName } from './schema/sqlite-ddl.js';

/**
 * How rows are locked: against other changes; against everything, new references too; or, for those that refer to them, against their
 * deletion alone.
 */
export type RowLock = 'change' | 'delete' | 'refer';

const clauses: Readonly<Record<RowLock, string>> = {
  change: ' FOR NO KEY UPDATE',
  delete: ' FOR UPDATE',
  refer: ' FOR KEY SHARE',
};

/** What follows a `SELECT` of one table for its rows to be locked until the transaction ends. */
export function lockClause({ dialect }: Pick<Connection, 'dialect'>, lock: RowLock): string {
  return dialect === 'sqlite' ? '' : clauses[lock];
}

/** Locks the rows with these ids that exist, in the order of their ids, so that two transactions do not wait for each other. */
export async function lockRows(
  connection: Connection,
  table: string,
  ids: readonly string[],
  lock: RowLock,
): Promise<void> {
  if (connection.dialect === 'sqlite' || ids.length === 0) return;
  const among = dialectOf(connection).isAmong('"id"', 'text');
  await connection.get(
    `SELECT count(*) AS n FROM (SELECT 1 FROM ${quoteName(table)} WHERE ${among} ORDER BY "id"${clauses[lock]}) l`,
    [JSON.stringify(ids)],
  );
}

/** Rows to lock by name: those of different names now and then wait for each other, which does no harm. */
const slots = 4096;

/**
 * Locks something that has no row of its own, such as a value that must stay unique in two tables. Whoever locks the same name waits until
 * the transaction ends.
 */
export async function lockName(connection: Connection, name: string): Promise<void> {
  if (connection.dialect === 'sqlite') return;
  const slot = createHash('sha256').update(name).digest().readUInt32BE(0) % slots;
  await connection.run(
    'INSERT INTO "_svc_locks" ("id") VALUES (?) ON CONFLICT ("id") DO UPDATE SET "id" = excluded."id"',
    [slot],
  );
}

/** Locks how many users have a role. */
export async function lockRole(connection: Connection, role: string): Promise<void> {
  await lockName(connection, `role ${role}`);
}
