import type { Renames } from '../../../codegen/describe-renames.js';
import type { CheckedPattern, StorageSchema } from '../../schema/storage-schema.js';
import type { MigrationDialect } from './migration-dialect.js';

/** The text of one direction of a migration, before it is a file. */
export interface PlannedMigration {
  /** Looked at before anything is changed. */
  readonly checks: readonly PlannedCheck[];
  readonly statements: readonly PlannedStatement[];
  /** Built after the commit, one by one, beside running writes. */
  readonly indexes: readonly PlannedStatement[];
}

export interface PlannedCheck {
  /** What is wrong when the query answers rows: `posts.title is required now, and these have none`. */
  readonly message: string;
  /** A query of what is in the way; its first column names the document. */
  readonly sql: string;
  /** Of the rows that it finds only those are in the way whose `value` does not match. */
  readonly pattern?: CheckedPattern;
}

export interface PlannedStatement {
  /** Stands above it in the file. */
  readonly comment?: string;
  readonly sql: string;
}

export interface PlanRequest {
  readonly before: StorageSchema;
  readonly after: StorageSchema;
  readonly renames: Renames;
  readonly dialect: MigrationDialect;
  /** The way back holds nobody to the rules of the fields: the database does not know them. */
  readonly direction: 'up' | 'down';
}
