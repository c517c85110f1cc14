/** Messages between the server and its reader processes. */
import type { Row, SqlValue } from '../../driver.js';

/** The first message: the file that the process reads. */
export interface ReaderOrder {
  readonly svc: 'open';
  readonly path: string;
}

/** A statement to run. */
export interface ReaderQuestion {
  readonly svc: 'read';
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

export type ReaderMessage = ReaderOrder | ReaderQuestion;

/** The database is open, a statement returned its rows, or either failed. */
export type ReaderAnswer =
  | { readonly svc: 'ready' }
  | { readonly svc: 'rows'; readonly rows: readonly Row[] }
  | { readonly svc: 'failed'; readonly message: string; readonly code: string | null };
