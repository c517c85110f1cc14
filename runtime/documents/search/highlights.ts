import type { SearchNode } from '../../query/plan.js';
import { type HighlightedPiece, highlightedPieces, maxPieces } from '../../query/search/highlight.js';
import { textsOf } from '../../query/search/searched-texts.js';
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
  const fields = new Map<string, readonly HighlightedPiece[]>();
  for (const at of readable) {
    const field = search.fields[at];
    if (field === undefined) continue;
    // A path through blocks may have several parts.
    const texts = textsOf(field, document);
    const pieces = [...(fields.get(field.path) ?? []), ...highlightedPieces(texts, query)].slice(
      0,
      maxPieces,
    );
    if (pieces.length > 0) fields.set(field.path, pieces);
  }
  return Object.fromEntries(fields);
}
