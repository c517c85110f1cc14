/** What is indexed of a document: terms and their positions. The same for every database. */
import type { SearchDescriptor } from '../../codegen/searched-fields.js';
import { folded } from './fold.js';
import { termsOfFolded } from './terms.js';

/** Max characters of a group, before and after folding: a vector of PostgreSQL has 1 MB. */
export const maxIndexedCharacters = 100_000;
/** Max positions of a group, with those between values. PostgreSQL has 16,383. */
export const maxIndexedTerms = 10_000;
/** PostgreSQL keeps this many positions of a term, so that phrases hold for these. */
export const maxPositions = 255;

/**
 * The terms of each field, in the order of the descriptor. Null is a position without a term: between the
 * values of a field, which are no phrase together, and where a term occurs too often to be kept.
 */
export type SearchEntry = readonly (readonly (string | null)[])[];

/**
 * Each group has limits of its own: what only some may read pushes nothing out that others find.
 *
 * @param texts - of each field
 */
export function searchEntry(
  { fields }: SearchDescriptor,
  texts: readonly (readonly string[])[],
): SearchEntry {
  const budgets = new Map<number, Budget>();
  const entry: (string | null)[][] = fields.map(() => []);
  const counts = new Map<string, number>();
  // What weighs most is indexed first: a long text must not push a title out.
  const order = fields.map((_, at) => at).sort((a, b) => weightAt(fields, b) - weightAt(fields, a) || a - b);
  for (const at of order) {
    const group = fields[at]?.group ?? 0;
    const budget = budgets.get(group) ?? { characters: maxIndexedCharacters, terms: maxIndexedTerms };
    budgets.set(group, budget);
    for (const text of texts[at] ?? []) {
      if (budget.characters <= 0 || budget.terms <= 0) break;
      const into = entry[at];
      if (into === undefined) break;
      if (into.length > 0) into.push(null);
      budget.terms -= 1;
      for (const term of boundedTerms(text, budget)) {
        const key = `${group} ${term}`;
        const count = (counts.get(key) ?? 0) + 1;
        counts.set(key, count);
        into.push(count > maxPositions ? null : term);
      }
    }
  }
  return entry;
}

function weightAt(fields: SearchDescriptor['fields'], at: number): number {
  return fields[at]?.weight ?? 0;
}

interface Budget {
  characters: number;
  terms: number;
}

function boundedTerms(text: string, budget: Budget): readonly string[] {
  const written = whole(text, budget.characters);
  const plain = whole(folded(written), budget.characters);
  budget.characters -= Math.max(written.length, plain.length);
  const terms = termsOfFolded(plain).slice(0, Math.max(0, budget.terms));
  budget.terms -= terms.length;
  return terms.map((term) => term.text);
}

/** The beginning of a text, without half of a surrogate pair at its end. */
function whole(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
