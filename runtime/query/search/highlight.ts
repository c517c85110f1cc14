/** The places in a text that a search found: docs/spec/content-tools.md#search. */
import { folded } from './fold.js';
import { maxIndexedCharacters } from './search-entry.js';
import type { SearchQuery, SearchWord } from './search-query.js';
import { type Term, termsOfFolded } from './terms.js';

/** A piece of a text, unchanged, and the ranges in it that were found, in UTF-16 units. */
export interface HighlightedPiece {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
}

/** Pieces of a field. */
export const maxPieces = 3;
const pieceLength = 160;
/** More than fit into all pieces, which are decided by the first ones. */
const maxMarks = maxPieces * pieceLength;
/** Characters before the first mark of a piece. */
const lead = 40;

/** Characters that are looked at for the highlights of one response, before or after folding. */
export const maxHighlightedCharacters = 1_000_000;

/** What is left for the highlights of a response. */
export interface HighlightBudget {
  characters: number;
}

/** The pieces of some texts of one field; none once nothing is left. */
export function highlightedPieces(
  texts: readonly string[],
  query: SearchQuery,
  budget: HighlightBudget,
): readonly HighlightedPiece[] {
  const words = query.required.flatMap((phrase) => phrase.words);
  const pieces: HighlightedPiece[] = [];
  for (const text of texts) {
    if (pieces.length >= maxPieces || budget.characters <= 0) break;
    pieces.push(...piecesOf(text, marksIn(text, words, budget)).slice(0, maxPieces - pieces.length));
  }
  return pieces;
}

type Mark = readonly [start: number, end: number];

function piecesOf(text: string, marks: readonly Mark[]): readonly HighlightedPiece[] {
  const pieces: HighlightedPiece[] = [];
  for (let at = 0; at < marks.length && pieces.length < maxPieces; ) {
    const first = marks[at];
    if (first === undefined) break;
    const [from, to] = pieceAround(text, first);
    const own: Mark[] = [];
    for (let mark = marks[at]; mark !== undefined && mark[0] < to; mark = marks[at]) {
      own.push([mark[0] - from, Math.min(mark[1], to) - from]);
      at += 1;
    }
    pieces.push({ text: text.slice(from, to), marks: own });
  }
  return pieces;
}

function pieceAround(text: string, [start]: Mark): Mark {
  if (text.length <= pieceLength) return [0, text.length];
  let from = Math.max(0, Math.min(start - lead, text.length - pieceLength));
  // At the beginning of a word, if one is near.
  const space = from === 0 ? -1 : text.slice(from, start).search(/\s/);
  if (space >= 0) from += space + 1;
  return [wholeSign(text, from), wholeSign(text, Math.min(text.length, from + pieceLength))];
}

/** Not inside of a surrogate pair. */
function wholeSign(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** The ranges of the words in a text, in order and apart from each other. */
function marksIn(text: string, words: readonly SearchWord[], budget: HighlightBudget): readonly Mark[] {
  // What is behind them is not in the index.
  const indexed = text.slice(0, maxIndexedCharacters);
  const { plain, starts, ends } = foldedWithPlaces(indexed);
  budget.characters -= Math.max(indexed.length, plain.length);
  const terms = termsOfFolded(plain);
  const marks: [number, number][] = [];
  for (const at of terms.keys()) {
    const last = words.reduce((most, word) => Math.max(most, lastTermOf(terms, at, word)), -1);
    const [first, end] = [terms[at], terms[last]];
    if (first === undefined || end === undefined) continue;
    const mark: [number, number] = [starts[first.start] ?? 0, ends[end.end - 1] ?? text.length];
    const before = marks.at(-1);
    if (before !== undefined && mark[0] <= before[1]) before[1] = Math.max(before[1], mark[1]);
    else if (marks.push(mark) > maxMarks) break;
  }
  return marks;
}

/** The index of the last term of a word that begins at a term; -1 if another word is there. */
function lastTermOf(terms: readonly Term[], at: number, { terms: wanted, isBeginning }: SearchWord): number {
  const isThere = wanted.every((term, offset) => {
    const there = terms[at + offset]?.text;
    if (there === undefined) return false;
    return isBeginning && offset === wanted.length - 1 ? there.startsWith(term) : there === term;
  });
  return isThere ? at + wanted.length - 1 : -1;
}

interface Places {
  readonly plain: string;
  /** Where a character of `plain` begins and ends in the text. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Signs with their marks: folding does not cross their borders. Parts of Hangul are joined. Runs of ASCII are
 * folded at once, since each of their characters becomes one.
 */
const signs = /\p{ASCII}+(?!\p{M})|[\u1100-\u11ff]+|\P{M}\p{M}*|\p{M}+/gsu;

function foldedWithPlaces(text: string): Places {
  let plain = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: sign, index } of text.matchAll(signs)) {
    // One sign may become 18, and the index has as many characters after folding as before it.
    const own = folded(sign).slice(0, maxIndexedCharacters - plain.length);
    if (own === '' && plain.length >= maxIndexedCharacters) break;
    plain += own;
    const isAscii = sign.charCodeAt(sign.length - 1) < 0x80;
    const width = isAscii ? 1 : sign.length;
    for (let at = 0; at < own.length; at += 1) {
      const start = isAscii ? index + at : index;
      starts.push(start);
      ends.push(start + width);
    }
  }
  return { plain, starts, ends };
}
