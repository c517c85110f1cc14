import { maxRanked } from '../../query/compile/ranked-page.js';
import type { ListPlan } from '../../query/plan.js';

/** The facts about a list page in addition to its documents. */
export interface PageFacts {
  /** All documents; null where they are not counted. */
  readonly total: number | null;
  /** Null where it follows from the total. */
  readonly hasNext: boolean | null;
  readonly nextCursor: string | null;
  /** More documents were found than have a score: pages end before the total. Default `false`. */
  readonly isTruncated?: boolean;
}

/** The part of the envelope before the documents. */
export const envelopeStart: Buffer = Buffer.from('{"docs":[');

/** The part of the envelope after the documents, see docs/spec/contract.md#pages. */
export function envelopeEnd(
  { paging }: ListPlan,
  { total, hasNext, nextCursor, isTruncated = false }: PageFacts,
): string {
  const totalDocs = total ?? -1;
  const truncated = isTruncated ? ',"truncated":true' : '';
  if (paging.kind === 'cursor') {
    const cursor = JSON.stringify(nextCursor);
    return `],"totalDocs":${totalDocs},"hasNextPage":${hasNext === true},"hasPrevPage":${paging.after !== null},"nextCursor":${cursor}${truncated}}`;
  }
  const { page, limit } = paging;
  const pages = limit === 0 ? 0 : Math.ceil((isTruncated ? maxRanked : totalDocs) / limit);
  // `limit=0` requests the counts only: there are no pages.
  const next = limit > 0 && (hasNext ?? page < pages);
  return `],"totalDocs":${totalDocs},"page":${page},"totalPages":${total === null ? -1 : pages},"hasNextPage":${next},"hasPrevPage":${page > 1}${truncated}}`;
}
