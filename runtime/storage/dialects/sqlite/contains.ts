/** `contains` on texts in SQLite: the kind of search for a search text, its SQL and its parameters. */
import {
  equalCharacters,
  fold,
  isAscii,
  minBytes,
  staysInAscii,
} from '../../../query/compile/letter-case.js';
import { maxPatternLength } from '../../../query/compile/linear-search.js';
import type { Parameter } from '../../../query/sql/parameter.js';
import { likePattern, likeText } from '../like-pattern.js';
import { containsFunction } from './functions.js';

/**
 * `LIKE` ignores the case of ASCII letters only, and is several times faster than a function in JavaScript;
 * `GLOB` takes sets of characters. Together they are exact:
 * - `like`: only ASCII characters are equal to those of the search text;
 * - `ascii`: some letters have equal characters outside ASCII (`k` and the Kelvin sign), so texts with such
 *   characters are searched again;
 * - `any`: LIKE excludes most texts, GLOB decides;
 * - `function`: long search texts, since the cost of pattern matching is the product of both lengths.
 */
type Search = 'like' | 'ascii' | 'any' | 'function';

export function searchFor(needle: string): Search {
  if (needle.length > maxPatternLength) return 'function';
  if (!isAscii(needle)) return 'any';
  return staysInAscii(needle) ? 'like' : 'ascii';
}

export function containsSql(text: string, search: string): string {
  const like = `${text} LIKE ? ESCAPE '\\'`;
  switch (search) {
    case 'like':
      return like;
    case 'ascii':
      return `(${like} OR (octet_length(${text}) <> length(${text}) AND ${text} GLOB ?))`;
    case 'any':
      return `(${like} AND ${text} GLOB ?)`;
    default:
      return `(octet_length(${text}) >= ? AND ${containsFunction}(${text}, ?))`;
  }
}

export function containsParameters(needle: string, search: string): readonly Parameter[] {
  switch (search) {
    case 'like':
      return [likePattern(needle)];
    case 'ascii':
      return [likePattern(needle), globPattern(needle)];
    case 'any':
      return [roughPattern(needle), globPattern(needle)];
    default:
      return [minBytes(needle), fold(needle)];
  }
}

/**
 * A pattern that every matching text matches. Letters equal to a character of another byte length become
 * wildcards.
 */
function roughPattern(needle: string): string {
  let pattern = '';
  for (const character of needle) {
    const isOpen = isAscii(character) ? !staysInAscii(character) : equalCharacters(character) !== character;
    pattern += isOpen ? '_' : likeText(character);
  }
  return `%${pattern}%`;
}

function globPattern(needle: string): string {
  let pattern = '';
  for (const character of needle) {
    const equal = equalCharacters(character);
    pattern += equal !== character || /[*?[]/.test(character) ? `[${equal}]` : character;
  }
  return `*${pattern}*`;
}
