import type { CheckedPattern } from '../../schema/storage-schema.js';

/** One direction of a migration, before it is printed to a file. */
export interface PlannedMigration {
  /** Checks that run before anything is changed. */
  readonly checks: readonly PlannedCheck[];
  readonly statements: readonly PlannedStatement[];
  /** Built after the commit, one by one, while other connections write. */
  readonly indexes: readonly PlannedStatement[];
}

export interface PlannedCheck {
  /** The message when the query returns rows: `posts.title is required now, and these have none`. */
  readonly message: string;
  /** A query for obstacles; its first column is the document's id. */
  readonly sql: string;
  /** Of the returned rows, only those whose `value` does not match are obstacles. */
  readonly pattern?: CheckedPattern;
}

export interface PlannedStatement {
  /** Printed above the statement. */
  readonly comment?: string;
  readonly sql: string;
}
