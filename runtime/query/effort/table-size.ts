/** The approximate size of a table, as far as it is known without reading the table. */
export interface TableSize {
  readonly rows: number;
  /** Average bytes of a row. */
  readonly rowBytes: number;
}

/** What the rows of a table are: documents, or entries of a list of relations. */
export type RowsOfTable = 'documents' | 'links';

export type SizeOf = (table: string, rows?: RowsOfTable) => TableSize;
