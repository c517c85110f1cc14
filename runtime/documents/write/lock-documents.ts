import { quoteIdentifier } from '../../query/sql/quote.js';
import type { RowLock } from '../../storage/dialects/locks.js';
import type { Connection } from '../../storage/driver.js';
import { lockClause, lockName, lockRows } from '../../storage/locks.js';
import { runLater } from '../../storage/statements.js';
import type { DocumentState } from '../document-state.js';
import type { DocumentType } from '../document-type.js';
import { type FindState, findState } from '../drafts/stored-state.js';

/**
 * Locks documents until the transaction ends, whichever table they are in. A document may move between the
 * tables while its lock is waited for: a second query finds what was published meanwhile.
 */
export async function lockDocuments(
  connection: Connection,
  {
    type: { model, pending },
    ids,
    lock,
  }: {
    readonly type: DocumentType;
    readonly ids: readonly string[];
    readonly lock: Exclude<RowLock, 'refer'>;
  },
): Promise<void> {
  await lockRows(connection, { table: model.table, ids, lock });
  if (pending === null) return;
  await lockRows(connection, { table: pending.model.table, ids, lock });
  await lockRows(connection, { table: model.table, ids, lock });
}

/** Both views of a document, locked until the transaction ends; null where it does not exist. */
export const lockState: FindState = async (connection, type, id) => {
  if (!connection.dialect.hasConcurrentWriters) return findState(connection, type, id);
  const state = await lockRowsOf(connection, type, id);
  if (state !== null || type.model.descriptor.kind !== 'global') return state;
  // A global before its first write has no row.
  await lockName(connection, type.model.table);
  return lockRowsOf(connection, type, id);
};

/**
 * A writer of a document locks its published row first, then that of its draft. The row of the draft is
 * locked alone only where nothing is published. While a lock is waited for, the document may move from one
 * table to the other, so the lock counts only if the row exists afterwards: the statement that looks at both
 * is sent together with the one that locks, and sees what was committed before the lock was there.
 */
const lockRowsOf: FindState = async (connection, type, id) => {
  for (;;) {
    const [isLocked, state] = await Promise.all([
      lockPublished(connection, { type, id }),
      findState(connection, type, id),
    ]);
    if (isLocked && state !== null) return state;
    if (type.pending === null) {
      if (state === null) return null;
      // It was created in between.
      continue;
    }
    const draft = await lockDraftAlone(connection, { type, pending: type.pending, id });
    if (draft !== 'moved') return draft;
  }
};

/** Whether something is published. If so, its row and that of its draft are locked. */
async function lockPublished(
  connection: Connection,
  { type: { model, pending }, id }: { readonly type: DocumentType; readonly id: string },
): Promise<boolean> {
  const published = lockSql(connection, model.table);
  if (pending === null) return (await connection.get(published, [id])) !== undefined;
  const row = await connection.get(
    `WITH p AS MATERIALIZED (${published}) SELECT (SELECT 1 FROM p) AS "published", ` +
      `CASE WHEN EXISTS (SELECT 1 FROM p) THEN (${lockSql(connection, pending.model.table)}) END AS "pending"`,
    [id, id],
  );
  return row?.['published'] === 1;
}

/**
 * Locks the draft of a document that is not published. If it was published meanwhile, the lock is released: a
 * transaction that holds the published row may wait for that of the draft, and locking in the opposite order
 * would deadlock.
 */
async function lockDraftAlone(
  connection: Connection,
  { type, pending, id }: { readonly type: DocumentType; readonly pending: DocumentType; readonly id: string },
): Promise<DocumentState | null | 'moved'> {
  await runLater(connection, 'SAVEPOINT draft_alone', []);
  const [lock, state] = await Promise.all([
    connection.get(lockSql(connection, pending.model.table), [id]),
    findState(connection, type, id),
  ]);
  const isLocked = lock !== undefined;
  const isHeld = state === null || (state.published === null && isLocked);
  if (!isHeld) await runLater(connection, 'ROLLBACK TO SAVEPOINT draft_alone', []);
  await runLater(connection, 'RELEASE SAVEPOINT draft_alone', []);
  return isHeld ? state : 'moved';
}

function lockSql(connection: Connection, table: string): string {
  return `SELECT 1 FROM ${quoteIdentifier(table)} WHERE "id" = ?${lockClause(connection, 'change')}`;
}
