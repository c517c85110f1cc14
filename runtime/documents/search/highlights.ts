import type { SearchNode } from '../../query/plan.js';
import {
  type HighlightBudget,
  type HighlightedPiece,
  highlightedPieces,
  maxHighlightedCharacters,
  maxPieces,
} from '../../query/search/highlight.js';
import { textsOf } from '../../query/search/searched-texts.js';
import type { JsonObject } from '../../util/json.js';
import { nextSlice } from '../../util/slices.js';

/** Characters that are marked in one slice: some milliseconds, for scripts without spaces up to 200. */
const sliceLength = 100_000;

/** A document that a search has found. */
export interface FoundText {
  readonly text: string;
  /** The search of its collection. */
  readonly node: SearchNode;
}

/**
 * The texts of documents with `_highlights`. They are made from what is returned, so that they show nothing
 * else: neither hidden fields nor those that `select` leaves out. The texts of a response that are looked at
 * for it have a limit; documents after it have no pieces.
 */
export async function withHighlights(found: readonly FoundText[]): Promise<readonly string[]> {
  const highlighted: string[] = [];
  const work: Work = { budget: { characters: maxHighlightedCharacters }, length: 0 };
  for (const { text, node } of found) {
    await spend(work, text.length);
    const marks = JSON.stringify(await highlightsOf(JSON.parse(text) as JsonObject, node, work));
    highlighted.push(`${text.slice(0, -1)}${text === '{}' ? '' : ','}"_highlights":${marks}}`);
  }
  return highlighted;
}

interface Work {
  readonly budget: HighlightBudget;
  /** Characters since the slice began. */
  length: number;
}

async function spend(work: Work, length: number): Promise<void> {
  work.length += length;
  if (work.length < sliceLength) return;
  work.length = 0;
  await nextSlice();
}

async function highlightsOf(
  document: JsonObject,
  { search, query, readable }: SearchNode,
  work: Work,
): Promise<Readonly<Record<string, readonly HighlightedPiece[]>>> {
  const { budget } = work;
  const fields = new Map<string, readonly HighlightedPiece[]>();
  for (const at of readable) {
    const field = search.fields[at];
    if (field === undefined) continue;
    // A path through blocks may have several parts.
    let pieces = fields.get(field.path) ?? [];
    for (const text of textsOf(field, document)) {
      if (pieces.length >= maxPieces || budget.characters <= 0) break;
      const before = budget.characters;
      pieces = [...pieces, ...highlightedPieces([text], query, budget)].slice(0, maxPieces);
      await spend(work, before - budget.characters);
    }
    if (pieces.length > 0) fields.set(field.path, pieces);
  }
  return Object.fromEntries(fields);
}
