import type { Connection } from '../storage/driver.js';
import { lockClause, lockName, lockRows, type RowLock } from '../storage/locks.js';
import { quoteName } from '../storage/schema/sqlite-ddl.js';
import { type DocumentState, findState } from './document-state.js';
import type { DocumentType } from './document-type.js';

/**
 * Locks documents until the transaction ends, whichever table they are in. One may move between the tables while it is waited for: what was
 * published meanwhile is found by a second look.
 */
export async function lockDocuments(
  connection: Connection,
  { model, pending }: DocumentType,
  ids: readonly string[],
  lock: Exclude<RowLock, 'refer'>,
): Promise<void> {
  await lockRows(connection, model.table, ids, lock);
  if (pending === null) return;
  await lockRows(connection, pending.model.table, ids, lock);
  await lockRows(connection, model.table, ids, lock);
}

/** Both views of a document, which nobody else changes until the transaction ends; null where it does not exist. */
export async function lockState(
  connection: Connection,
  type: DocumentType,
  id: string,
): Promise<DocumentState | null> {
  if (connection.dialect === 'sqlite') return findState(connection, type, id);
  const state = await lockRowsOf(connection, type, id);
  if (state !== null || type.model.descriptor.kind !== 'global') return state;
  // A global before its first write has no row.
  await lockName(connection, type.model.table);
  return lockRowsOf(connection, type, id);
}

/** Whoever writes a document that is published locks that row, so a lock of the pending one counts only where no other is. */
async function lockRowsOf(
  connection: Connection,
  type: DocumentType,
  id: string,
): Promise<DocumentState | null> {
  for (;;) {
    const locked = await connection.get(lockSql(connection, type), type.pending === null ? [id] : [id, id]);
    const state = await findState(connection, type, id);
    if (state === null || state.published === null || locked?.['published'] === 1) return state;
  }
}

function lockSql(connection: Connection, { model, pending }: DocumentType): string {
  const row = (table: string): string =>
    `(SELECT 1 FROM ${quoteName(table)} WHERE "id" = ?${lockClause(connection, 'change')})`;
  const published = `SELECT ${row(model.table)} AS "published"`;
  return pending === null ? published : `${published}, ${row(pending.model.table)} AS "pending"`;
}
