/** `contains` on texts in SQLite: which way of searching serves a needle, what it looks like in SQL, and its parameters. */
import { equalCharacters, fold, isAscii, staysInAscii } from './letter-case.js';
import { containsFunction } from './sqlite-functions.js';
import type { Parameter } from './statement.js';

/**
 * `LIKE` ignores the case of ASCII letters only, and is several times faster than a function in JavaScript; `GLOB` takes sets
 * of characters. Together they are exact:
 * - `like`: only ASCII characters are equal to the needle's;
 * - `ascii`: some letters have relatives outside ASCII (`k` and the Kelvin sign), so that texts with such characters are searched again;
 * - `any`: LIKE sorts out most texts, GLOB decides;
 * - `function`: long needles, since the work of matching patterns is the product of both lengths.
 */
type Search = 'like' | 'ascii' | 'any' | 'function';

const longestPattern = 64;

export function searchFor(needle: string): Search {
  if (needle.length > longestPattern) return 'function';
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
      return `${containsFunction}(${text}, ?)`;
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
      return [fold(needle)];
  }
}

function likePattern(needle: string): string {
  return `%${needle.replace(/[\\%_]/g, '\\$&')}%`;
}

/** What a text must look like to match at all: letters that could match a character of another length are left open. */
function roughPattern(needle: string): string {
  let pattern = '';
  for (const character of needle) {
    const isOpen = isAscii(character) ? !staysInAscii(character) : equalCharacters(character) !== character;
    pattern += isOpen ? '_' : character.replace(/[\\%_]/, '\\$&');
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
