/**
 * A transaction locks the rows that its decisions depend on. If they run one after the other, there
 * is nothing to lock.
 */
import type { LockedRows, RowLock } from './dialects/locks.js';
import type { Connection } from './driver.js';

/** The suffix of a `SELECT` on one table that locks its rows until the transaction ends. */
export function lockClause({ dialect }: Pick<Connection, 'dialect'>, lock: RowLock): string {
  return dialect.locks.clause(lock);
}

/**
 * Locks the existing rows with these ids, in the order of their ids, so that two transactions cannot
 * deadlock.
 */
export function lockRows(connection: Connection, rows: LockedRows): Promise<void> {
  return connection.dialect.locks.rows(connection, rows);
}

/**
 * Locks something that has no row, such as a value that must be unique across two tables. Other transactions
 * that lock the same name wait until this one ends. The lock is held when the next statement of `connection`
 * runs.
 */
export function lockName(connection: Connection, name: string): Promise<void> {
  return connection.dialect.locks.name(connection, name);
}

/** Locks the number of users with a role. */
export function lockRole(connection: Connection, role: string): Promise<void> {
  return lockName(connection, `role ${role}`);
}
