export type SqlValue = string | number | bigint | null | Uint8Array;

/** A row as the database returns it: text, numbers, null, and bytes where the SQL casts to BLOB. */
export type Row = Readonly<Record<string, SqlValue>>;

/**
 * Runs statements. They use `?` for each value on every database. Statements are prepared once per text and
 * kept in a bounded cache, so pass the same string again.
 */
export interface Statements {
  all(sql: string, parameters: readonly SqlValue[]): Promise<readonly Row[]>;
  get(sql: string, parameters: readonly SqlValue[]): Promise<Row | undefined>;
  /** Returns the number of changed rows. */
  run(sql: string, parameters: readonly SqlValue[]): Promise<number>;
  /**
   * Runs a statement before the next one, or before the commit, together with which it is sent, and which
   * reports its failure. Absent outside transactions, and where a statement costs no round trip. Call
   * {@link runLater}.
   */
  readonly later?: (sql: string, parameters: readonly SqlValue[]) => void;
  /**
   * Runs work as a step of the transaction that is undone alone when it fails, and resolves when the work is
   * done. Its statements may be sent after that, together with those of the next steps: `confirmed` resolves
   * with its result when the database has run them, and rejects when it has refused one, after which the
   * transaction continues without the step. Statements belong to it if the work runs them on the connection
   * that it gets. Steps do not overlap. Absent where `later` is.
   */
  readonly step?: <T>(work: (connection: StepStatements) => Promise<T>) => Promise<DoneStep<T>>;
}

/** The statements of one step. */
export type StepStatements = Omit<Statements, 'step'>;

/** A step whose work is done. */
export interface DoneStep<T> {
  readonly confirmed: Promise<T>;
}

/**
 * Runs a statement whose result nobody needs. On a server it is sent together with the next statement of the
 * transaction, or with the commit, which then reports its failure.
 */
export async function runLater(
  statements: Pick<Statements, 'run' | 'later'>,
  sql: string,
  parameters: readonly SqlValue[],
): Promise<void> {
  if (statements.later === undefined) await statements.run(sql, parameters);
  else statements.later(sql, parameters);
}
