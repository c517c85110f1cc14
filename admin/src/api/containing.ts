import type { Where } from './documents.js';

/**
 * Max conditions of one search. The service refuses a filter above a cost of 1,500, and one `contains` costs
 * 41 and more: docs/filtering.md. About a third is left for the filter beside the search.
 */
const maxConditions = 24;
const maxWords = 8;

/**
 * Returns the filter for documents that have each word of a text in one of the fields; null without words or
 * fields. Of more words than the service would look for, the longest are sought, which tell most.
 */
export function containing(text: string, paths: readonly string[]): Where | null {
  const words = soughtWords(text, Math.floor(maxConditions / paths.length));
  const conditions = words.map((word) =>
    joined(
      paths.map((path) => ({ [path]: { contains: word } })),
      'OR',
    ),
  );
  return paths.length === 0 || words.length === 0 ? null : joined(conditions, 'AND');
}

function soughtWords(text: string, affordable: number): readonly string[] {
  const all = text.split(/\s+/).filter((word) => word !== '');
  const byCase = new Map(all.map((word) => [word.toLowerCase(), word]));
  const words = [...byCase.values()];
  const longest = words.toSorted((a, b) => b.length - a.length);
  const kept = new Set(longest.slice(0, Math.max(1, Math.min(maxWords, affordable))));
  return words.filter((word) => kept.has(word));
}

function joined(filters: readonly Where[], join: 'AND' | 'OR'): Where {
  return filters.length === 1 && filters[0] !== undefined ? filters[0] : { [join]: filters };
}
