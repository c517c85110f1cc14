/** The places in a text that a search found: docs/spec/content-tools.md#search. */
import { folded } from './fold.js';
import { maxIndexedCharacters } from './search-entry.js';
import type { SearchQuery, SearchWord } from './search-query.js';
import { hasPairs, type Term, termsOfFolded } from './terms.js';

/** A piece of a text, unchanged, and the ranges in it that were found, in UTF-16 units. */
export interface HighlightedPiece {
  readonly text: string;
  readonly marks: readonly (readonly [number, number])[];
}

/** Pieces of a field. */
export const maxPieces = 3;
const pieceLength = 160;
/** Characters before the first mark of a piece. */
const lead = 40;

/** Characters that are looked at for the highlights of one response, before or after folding. */
export const maxHighlightedCharacters = 1_000_000;

/** How much longer the terms of a script without spaces take. */
const pairedCost = 5;

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
    pieces.push(...piecesOf(text, marksIn(text, words, budget), maxPieces - pieces.length));
  }
  return pieces;
}

type Mark = readonly [start: number, end: number];

/** Marks are looked for until there are enough pieces. */
function piecesOf(text: string, marks: Iterator<Mark>, max: number): readonly HighlightedPiece[] {
  const pieces: HighlightedPiece[] = [];
  let next = marks.next();
  while (next.done !== true && pieces.length < max) {
    const [from, to] = pieceAround(text, next.value);
    const own: Mark[] = [];
    while (next.done !== true && next.value[0] < to) {
      own.push([next.value[0] - from, Math.min(next.value[1], to) - from]);
      next = marks.next();
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
  return isLowSurrogate(text, at) ? at - 1 : at;
}

/** The ranges of the words in a text, in order and apart from each other. */
function* marksIn(
  text: string,
  words: readonly SearchWord[],
  budget: HighlightBudget,
): Generator<Mark, void> {
  // What is behind them is not in the index.
  const indexed = text.slice(0, maxIndexedCharacters);
  const { plain, startOf, endOf } = foldedInBlocks(indexed);
  budget.characters -= Math.max(indexed.length, plain.length);
  // Nearly all texts of a long response hold none of the words.
  if (!words.some(({ terms: [first = ''] }) => plain.includes(first))) return;
  if (hasPairs(plain)) budget.characters -= (pairedCost - 1) * plain.length;
  const terms = termsOfFolded(plain);
  let waiting: [number, number] | null = null;
  for (const at of terms.keys()) {
    const last = words.reduce((most, word) => Math.max(most, lastTermOf(terms, at, word)), -1);
    const [first, end] = [terms[at], terms[last]];
    if (first === undefined || end === undefined) continue;
    const mark: [number, number] = [startOf(first.start), endOf(end.end - 1)];
    if (waiting !== null && mark[0] <= waiting[1]) waiting[1] = Math.max(waiting[1], mark[1]);
    else {
      if (waiting !== null) yield waiting;
      waiting = mark;
    }
  }
  if (waiting !== null) yield waiting;
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

/** Characters of a block: places are known for the blocks alone in which something was found. */
const blockLength = 512;

interface FoldedText {
  readonly plain: string;
  /** Where a character of `plain` begins and ends in the text. */
  startOf(at: number): number;
  endOf(at: number): number;
}

interface Block {
  /** Where it begins in the text and in `plain`. */
  readonly from: number;
  readonly plainFrom: number;
  readonly text: string;
  places: Places | null;
}

/** Folds a text block by block: of many texts no character is looked at by itself. */
function foldedInBlocks(text: string): FoldedText {
  const blocks: Block[] = [];
  let plain = '';
  for (let from = 0; from < text.length && plain.length < maxIndexedCharacters; ) {
    const to = borderAfter(text, from + blockLength);
    const block = text.slice(from, to);
    blocks.push({ from, plainFrom: plain.length, text: block, places: null });
    // The index has as many characters after folding as before it.
    plain += folded(block).slice(0, maxIndexedCharacters - plain.length);
    from = to;
  }
  const blockAt = (at: number): Block | undefined => {
    let [low, high] = [0, blocks.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((blocks[middle]?.plainFrom ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return blocks[low];
  };
  const place = (at: number, end: 'starts' | 'ends'): number => {
    const block = blockAt(at);
    if (block === undefined) return text.length;
    block.places ??= foldedWithPlaces(block.text);
    return block.from + (block.places[end][at - block.plainFrom] ?? block.text.length);
  };
  return { plain, startOf: (at) => place(at, 'starts'), endOf: (at) => place(at, 'ends') };
}

/** Signs that belong to what is before them, or may do so. */
const joins = /^[\p{M}\u1100-\u11ff]/u;

/** The first place from here on that is between two signs. */
function borderAfter(text: string, from: number): number {
  let at = from;
  while (at < text.length && (isLowSurrogate(text, at) || joins.test(text.slice(at, at + 2)))) at += 1;
  return Math.min(at, text.length);
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

interface Places {
  /** Where a character of the folded block begins and ends in it. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/**
 * Signs with their marks: folding does not cross their borders. Parts of Hangul are joined. Runs of ASCII are
 * folded at once, since each of their characters becomes one.
 */
const signs = /\p{ASCII}+(?!\p{M})|[\uac00-\ud7a3]?[\u1100-\u11ff]+|\P{M}\p{M}*|\p{M}+/gsu;

function foldedWithPlaces(text: string): Places {
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: sign, index } of text.matchAll(signs)) {
    const own = folded(sign);
    const isAscii = sign.charCodeAt(sign.length - 1) < 0x80;
    const width = isAscii ? 1 : sign.length;
    for (let at = 0; at < own.length; at += 1) {
      const start = isAscii ? index + at : index;
      starts.push(start);
      ends.push(start + width);
    }
  }
  return { starts, ends };
}
