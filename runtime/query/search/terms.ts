/**
 * The terms of a text: what is indexed, and what a query is compared with. Pure, and the same for every
 * database: docs/spec/content-tools.md#search.
 */
import { folded } from './fold.js';

/** Scripts without spaces between words: their terms are pairs of signs. */
const paired =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Hangul}\p{Script=Thai}]/u;
const runs = /[\p{L}\p{M}\p{N}]+/gu;
/** One run of a script with pairs, or letters of other scripts. Kana of both kinds are one script here. */
const parts =
  /(?<han>\p{Script=Han}+)|(?<kana>[\p{Script=Hiragana}\p{Script=Katakana}\u30fc]+)|(?<hangul>\p{Script=Hangul}+)|(?<thai>\p{Script=Thai}+)|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Hangul}\p{Script=Thai}])[\p{L}\p{M}\p{N}])+/gu;

/** Characters of a term; a longer word is found by its beginning. An entry of an index has a limit. */
export const maxTermLength = 64;

/** A term, and where it is in the folded text. */
export interface Term {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Whether a text has signs of a script without spaces. */
export function hasPairs(text: string): boolean {
  return paired.test(text);
}

/** The terms of a text that is folded already, in order. */
export function termsOfFolded(text: string): readonly Term[] {
  const terms: Term[] = [];
  for (const run of text.matchAll(runs)) addRun(run[0], run.index, terms);
  return terms;
}

/** The terms of a text, in order. */
export function termsOf(text: string): readonly string[] {
  return termsOfFolded(folded(text)).map((term) => term.text);
}

function addRun(run: string, at: number, terms: Term[]): void {
  if (!paired.test(run)) {
    terms.push(term(run, at));
    return;
  }
  for (const part of run.matchAll(parts)) {
    const start = at + part.index;
    if (part.groups !== undefined && Object.values(part.groups).some((group) => group !== undefined))
      addPairs(part[0], start, terms);
    else terms.push(term(part[0], start));
  }
}

function term(word: string, start: number): Term {
  const text = word.length > maxTermLength ? [...word].slice(0, maxTermLength).join('') : word;
  return { text, start, end: start + word.length };
}

/** Overlapping pairs of signs; a single sign is a term of its own. */
function addPairs(run: string, at: number, terms: Term[]): void {
  const signs = [...run];
  if (signs.length === 1) {
    terms.push({ text: run, start: at, end: at + run.length });
    return;
  }
  let start = at;
  for (const [index, sign] of signs.slice(0, -1).entries()) {
    const text = `${sign}${signs[index + 1]}`;
    terms.push({ text, start, end: start + text.length });
    start += sign.length;
  }
}
