import type { Statements } from '../statements.js';

/**
 * The kind of row lock: `change` against other changes; `delete` against everything, new references included;
 * `refer`, taken by rows that refer to the locked one, against its deletion only; `rely`, taken by rows that
 * depend on its values too, against changes as well.
 */
export type RowLock = 'change' | 'delete' | 'refer' | 'rely';

/** Rows that are locked together. */
export interface LockedRows {
  readonly table: string;
  readonly ids: readonly string[];
  readonly lock: RowLock;
}

/** The locks of a transaction. They do nothing where transactions run one after the other. */
export interface Locks {
  /** The suffix of a `SELECT` on one table that locks its rows until the transaction ends. */
  clause(lock: RowLock): string;
  /** The suffix of a `SELECT` that locks its rows and skips those that others have locked. */
  readonly skippingClause: string;
  /** See `lockRows` in `storage/locks.ts`. */
  rows(connection: Statements, rows: LockedRows): Promise<void>;
  /** See `lockName` there. */
  name(connection: Statements, name: string): Promise<void>;
}
