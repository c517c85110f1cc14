import { encodeCursor } from '../cursor.js';
import type { ListPlan } from '../plan.js';
import type { Parameter } from '../sql/parameter.js';

/** A row of {@link ListStatements.bytes}. */
export type BytesRow = Readonly<Record<string, string | number | bigint | null | Uint8Array>>;

export interface Page {
  /** The documents joined by commas; empty if there is none. */
  readonly docs: Uint8Array;
  /** Number of documents in `docs`. */
  readonly length: number;
  /** Number of documents without `_doc`: the page must be read as rows instead. */
  readonly missing: number;
  /** Number of all documents; null if they were not counted with the page. */
  readonly total: number | null;
  /** Whether there is a next document; null if only the total can tell. */
  readonly hasNext: boolean | null;
  /** With a cursor: the cursor after the page; null after the last page. */
  readonly nextCursor: string | null;
}

/**
 * Reads the result of a page statement, and drops the document that was only read to find out if there is a
 * next page.
 */
export function pageOfRow(plan: ListPlan, lookahead: boolean, row: BytesRow): Page {
  const { limit } = plan.paging;
  const [count, missing] = [Number(row['count']), Number(row['missing'])];
  const docs = row['docs'] instanceof Uint8Array ? row['docs'] : new Uint8Array(0);
  const total = row['total'] === undefined ? null : Number(row['total']);
  if (!lookahead) return { docs, length: count, missing, total, hasNext: null, nextCursor: null };
  const hasNext = count > limit;
  if (!hasNext) return { docs, length: count, missing, total, hasNext, nextCursor: null };
  const values = plan.paging.kind === 'cursor' ? sortValues(plan, row) : null;
  return {
    docs: withoutLast(docs, String(row['sizes'])),
    length: limit,
    missing,
    total,
    hasNext,
    nextCursor: cursorAt(plan, values),
  };
}

function sortValues(plan: ListPlan, row: BytesRow): readonly Parameter[] {
  return plan.sort.map((_, index) => {
    const values = JSON.parse(String(row[`k${index}`])) as readonly Parameter[];
    return values[plan.paging.limit - 1] ?? null;
  });
}

/** The cursor after a document with these sort values; null on pages without cursor. */
export function cursorAt(plan: ListPlan, values: readonly Parameter[] | null): string | null {
  const { paging } = plan;
  return paging.kind === 'cursor' && values !== null ? encodeCursor(paging.fingerprint, values) : null;
}

function withoutLast(docs: Uint8Array, sizes: string): Uint8Array {
  const last = Number(sizes.slice(sizes.lastIndexOf(',') + 1));
  // Drops the comma before it too.
  return docs.subarray(0, docs.length - last - 1);
}
