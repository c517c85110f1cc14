/**
 * `contains` on texts in PostgreSQL, whose rules for upper and lower case depend on the locale of the
 * database. Here nothing does: texts are compared in the collation "C", in which `ILIKE` only knows the case
 * of ASCII letters, and a regular expression lists every character that is equal to one of the search text.
 * An index of `pg_trgm` serves both.
 */
import {
  equalCharacters,
  fold,
  isAscii,
  minBytes,
  staysInAscii,
} from '../../../query/compile/letter-case.js';
import type { Parameter } from '../../../query/sql/parameter.js';
import { likePattern } from '../like-pattern.js';

/**
 * - `like`: only ASCII characters are equal to those of the search text;
 * - `ascii`: some letters have equal characters outside ASCII (`k` and the Kelvin sign): texts with such
 *   characters are searched by a regular expression, which takes several times as long;
 * - `pattern`: a regular expression;
 * - `folded`: long search texts, whose regular expression would need memory quadratic in its length: a
 *   pattern of the beginning filters first, then all characters of the search text are folded to one form.
 */
type Search = 'like' | 'ascii' | 'pattern' | 'folded';

const maxPatternLength = 128;

export function searchFor(needle: string): Search {
  if (needle.length > maxPatternLength) return 'folded';
  if (!isAscii(needle)) return 'pattern';
  return staysInAscii(needle) ? 'like' : 'ascii';
}

export function containsSql(text: string, search: string): string {
  switch (search) {
    case 'like':
      return `${text} ILIKE ?`;
    case 'ascii':
      return `(${text} ILIKE ? OR (octet_length(${text}) <> char_length(${text}) AND ${text} ~ ?))`;
    case 'pattern':
      return `${text} ~ ?`;
    default:
      return `CASE WHEN octet_length(${text}) >= ? AND ${text} ~ ? THEN translate(${text}, ?, ?) LIKE ? ELSE FALSE END`;
  }
}

export function containsParameters(needle: string, search: string): readonly Parameter[] {
  switch (search) {
    case 'like':
      return [likePattern(needle)];
    case 'ascii':
      return [likePattern(needle), regularExpression(needle)];
    case 'pattern':
      return [regularExpression(needle)];
    default: {
      const { from, to } = foldingOf(needle);
      const beginning = regularExpression(beginningOf(needle));
      return [minBytes(needle), beginning, from, to, likePattern(fold(needle))];
    }
  }
}

function beginningOf(needle: string): string {
  return Array.from(needle.slice(0, maxPatternLength + 2))
    .slice(0, maxPatternLength / 2)
    .join('');
}

function regularExpression(needle: string): string {
  let pattern = '';
  for (const character of needle) {
    const equal = equalCharacters(character);
    // Characters with equal ones are letters, which have no special meaning in brackets.
    if (equal !== character) pattern += `[${equal}]`;
    else pattern += isAscii(character) ? character.replace(/[^0-9A-Za-z\s]/, '\\$&') : character;
  }
  return pattern;
}

/**
 * For `translate`: the characters equal to one of the search text, and the replacement of each, in the same
 * order.
 */
function foldingOf(needle: string): { readonly from: string; readonly to: string } {
  let [from, to] = ['', ''];
  for (const representative of new Set(fold(needle))) {
    for (const character of equalCharacters(representative)) {
      if (character === representative) continue;
      from += character;
      to += representative;
    }
  }
  return { from, to };
}
