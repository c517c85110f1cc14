/**
 * Folds a text for a search: what a reader takes for the same word becomes the same characters. Done by the
 * service for every database, so that all find the same: docs/spec/content-tools.md#search.
 */

import { withShortMarkRuns } from '../../util/mark-runs.js';

/**
 * Marks that are dropped: combining accents, vowel points of Hebrew and Arabic, the soft hyphen, and joiners,
 * which are in the middle of words. Other marks are letters in Hindi, Thai and kana.
 */
const dropped = /\u00ad|[\u0300-\u036f\u05b0-\u05bc\u05c1\u05c2\u05c7\u064b-\u0652\u0670]|\u200c|\u200d/g;

/** Letters without a decomposition that are written in several ways. */
const spelled: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
]);

const respelled = new RegExp(`[${[...spelled.keys()].join('')}]`, 'g');
const isPlain = /^[\0-\x7f]*$/;

/** The folded text. Folding it again changes nothing. */
export function folded(text: string): string {
  if (isPlain.test(text)) return text.toLowerCase();
  return withShortMarkRuns(text)
    .normalize('NFKD')
    .replace(dropped, '')
    .toLowerCase()
    .replace(respelled, (letter) => spelled.get(letter) ?? letter)
    .normalize('NFC');
}
