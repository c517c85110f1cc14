export type MigrationFault =
  /** The files in the folder are not right. */
  | 'MIGRATIONS_INVALID'
  /** One that has run was edited, or is missing. */
  | 'MIGRATION_CHANGED'
  /** Some have not run, and must before the server starts. */
  | 'MIGRATIONS_PENDING'
  /** The data that is there forbids it. */
  | 'MIGRATION_REFUSED'
  /** A statement failed. */
  | 'MIGRATION_FAILED'
  /** The tables are changed, but an index could not be built. */
  | 'INDEXES_MISSING'
  /** The tables are not those that the migrations make. */
  | 'DATABASE_DIFFERS'
  /** It holds a part of another database's rows. */
  | 'COPY_UNFINISHED'
  /** Something would be lost that nobody has confirmed. */
  | 'CONFIRMATION_NEEDED';

/** A migration cannot be made or run. The message is for the person who does it. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  readonly code: MigrationFault;
  /** The migration that it is about. */
  readonly migration: string | undefined;

  constructor(
    code: MigrationFault,
    message: string,
    options: ErrorOptions & { readonly migration?: string } = {},
  ) {
    super(message, options);
    this.code = code;
    this.migration = options.migration;
  }
}
