import type { SearchNode } from '../../query/plan.js';
import { type HighlightedPiece, highlightedPieces } from '../../query/search/highlight.js';
import { textsAt } from '../../query/search/searched-texts.js';
import type { JsonObject } from '../../util/json.js';
import { nextSlice } from '../../util/slices.js';

/** Characters of documents that are marked in one slice: some milliseconds. */
const sliceLength = 200_000;

/**
 * The texts of documents with `_highlights`. They are made from what is returned, so that they show nothing
 * else: neither hidden fields nor those that `select` leaves out.
 */
export async function withHighlights(texts: readonly string[], node: SearchNode): Promise<readonly string[]> {
  const highlighted: string[] = [];
  let length = 0;
  for (const text of texts) {
    if (length >= sliceLength) {
      await nextSlice();
      length = 0;
    }
    length += text.length;
    const marks = JSON.stringify(highlightsOf(JSON.parse(text) as JsonObject, node));
    highlighted.push(`${text.slice(0, -1)}${text === '{}' ? '' : ','}"_highlights":${marks}}`);
  }
  return highlighted;
}

function highlightsOf(
  document: JsonObject,
  { search, query, readable }: SearchNode,
): Readonly<Record<string, readonly HighlightedPiece[]>> {
  const fields = readable.flatMap((at): readonly (readonly [string, readonly HighlightedPiece[]])[] => {
    const path = search.fields[at]?.path;
    if (path === undefined) return [];
    const pieces = highlightedPieces(textsAt(document, path.split('.')), query);
    return pieces.length === 0 ? [] : [[path, pieces]];
  });
  return Object.fromEntries(fields);
}
