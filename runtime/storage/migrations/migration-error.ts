export type MigrationIssue =
  /** The files in the folder are invalid. */
  | 'MIGRATIONS_INVALID'
  /** A migration that has run was edited, or its file is missing. */
  | 'MIGRATION_CHANGED'
  /** Some migrations have not run, and must run before the server starts. */
  | 'MIGRATIONS_PENDING'
  /** The existing data does not allow it. */
  | 'MIGRATION_REFUSED'
  /** A statement failed. */
  | 'MIGRATION_FAILED'
  /** The tables were changed, but an index could not be built. */
  | 'INDEXES_MISSING'
  /** The tables differ from those that the migrations make. */
  | 'DATABASE_DIFFERS'
  /** The database holds only a part of another database's rows. */
  | 'COPY_UNFINISHED'
  /** Data would be lost, and the loss was not confirmed. */
  | 'CONFIRMATION_NEEDED';

/** A migration cannot be made or run. The message is for the person who runs the command. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly code: MigrationIssue;
  /** The migration concerned. */
  readonly migration: string | undefined;

  constructor(
    code: MigrationIssue,
    message: string,
    options: ErrorOptions & { readonly migration?: string } = {},
  ) {
    super(message, options);
    this.code = code;
    this.migration = options.migration;
  }
}
