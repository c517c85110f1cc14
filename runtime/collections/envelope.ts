import type { ListPlan } from '../query/plan.js';

/** What is known of a list beside its documents. */
export interface PageFacts {
  /** All documents; null where they are not counted. */
  readonly total: number | null;
  /** Null where the total tells it. */
  readonly hasNext: boolean | null;
  readonly nextCursor: string | null;
}

/** What stands before the documents. */
export const envelopeStart: Buffer = Buffer.from('{"docs":[');

/** What stands behind the documents: the rest of the envelope, as contract section 4 has it. */
export function envelopeEnd({ paging }: ListPlan, { total, hasNext, nextCursor }: PageFacts): string {
  const totalDocs = total ?? -1;
  if (paging.kind === 'cursor') {
    const cursor = JSON.stringify(nextCursor);
    return `],"totalDocs":${totalDocs},"hasNextPage":${hasNext === true},"hasPrevPage":${paging.after !== null},"nextCursor":${cursor}}`;
  }
  const { page, limit } = paging;
  const pages = limit === 0 ? 0 : Math.ceil(totalDocs / limit);
  // `limit=0` asks for the counts only: there are no pages to go to.
  const next = limit > 0 && (hasNext ?? page < pages);
  return `],"totalDocs":${totalDocs},"page":${page},"totalPages":${total === null ? -1 : pages},"hasNextPage":${next},"hasPrevPage":${page > 1}}`;
}
