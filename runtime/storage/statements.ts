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
}
