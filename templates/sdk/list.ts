/** One page of a list. */
export interface ListPage<T> {
  docs: T[];
  /** Number of documents on all pages; -1 where they were not counted. */
  totalDocs: number;
  /** Number of this page, from 1. */
  page: number;
  /** -1 where the documents were not counted. */
  totalPages: number;
  hasNextPage: boolean;
  hasPrevPage: boolean;
  /**
   * More than 10,000 documents were found by a search: pages show the newest of them. Of a trash: a callback
   * has decided on 1,000 documents, and those after them are not counted.
   */
  truncated?: true;
}

/** One page of a list that is read by cursor. */
export interface CursorPage<T> {
  docs: T[];
  /** Number of documents on all pages; -1 where they were not counted. */
  totalDocs: number;
  hasNextPage: boolean;
  hasPrevPage: boolean;
  /** More than 10,000 documents were found by a search: pages show the newest of them. */
  truncated?: true;
  /** The `cursor` for the next page of the same query; null on the last one. */
  nextCursor: string | null;
}

/** What a query returns, with a cursor or without. */
export type Envelope<Cursor, T> = Cursor extends string ? CursorPage<T> : ListPage<T>;
