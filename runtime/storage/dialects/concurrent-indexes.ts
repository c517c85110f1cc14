import type { IndexStep } from '../migrations/files/migration-text.js';
import type { Statements } from '../statements.js';

/** Indexes that are built outside of a transaction, one by one, while other connections write. */
export interface ConcurrentIndexes {
  /** The state of an index or foreign key; null where there is none of its name. */
  find(connection: Pick<Statements, 'get'>, step: IndexStep): Promise<'valid' | 'invalid' | null>;
  create(connection: Statements, step: IndexStep): Promise<void>;
  drop(connection: Statements, step: IndexStep): Promise<void>;
  /** The value in the error of a unique index that cannot be built; undefined if it does not name one. */
  duplicatedValue(cause: unknown): string | undefined;
}
