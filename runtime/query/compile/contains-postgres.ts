/**
 * `contains` on texts in PostgreSQL, whose own ideas of upper and lower case depend on the locale of the database. Here nothing does:
 * texts are compared in the collation "C", in which `ILIKE` knows the case of ASCII letters only, and a regular expression names every
 * character that is equal to one of the needle's. An index of `pg_trgm` serves both.
 */
import { equalCharacters, fold, isAscii, staysInAscii } from './letter-case.js';
import type { Parameter } from './statement.js';

/**
 * - `like`: only ASCII characters are equal to the needle's;
 * - `pattern`: a regular expression;
 * - `folded`: long needles, whose regular expression would need memory by the square of its length: it sorts out by the beginning, then all
 *   characters that the needle has in some form are brought into one form.
 */
type Search = 'like' | 'pattern' | 'folded';

const longestPattern = 128;

export function searchFor(needle: string): Search {
  if (needle.length > longestPattern) return 'folded';
  return isAscii(needle) && staysInAscii(needle) ? 'like' : 'pattern';
}

export function containsSql(text: string, search: string): string {
  switch (search) {
    case 'like':
      return `${text} ILIKE ?`;
    case 'pattern':
      return `${text} ~ ?`;
    default:
      return `CASE WHEN ${text} ~ ? THEN translate(${text}, ?, ?) LIKE ? ELSE FALSE END`;
  }
}

export function containsParameters(needle: string, search: string): readonly Parameter[] {
  switch (search) {
    case 'like':
      return [likePattern(needle)];
    case 'pattern':
      return [regularExpression(needle)];
    default: {
      const { from, to } = foldingOf(needle);
      return [regularExpression(beginningOf(needle)), from, to, likePattern(fold(needle))];
    }
  }
}

function likePattern(needle: string): string {
  return `%${needle.replace(/[\\%_]/g, '\\$&')}%`;
}

function beginningOf(needle: string): string {
  return Array.from(needle.slice(0, longestPattern + 2))
    .slice(0, longestPattern / 2)
    .join('');
}

function regularExpression(needle: string): string {
  let pattern = '';
  for (const character of needle) {
    const equal = equalCharacters(character);
    // Characters with relatives are letters, which mean nothing else in brackets.
    if (equal !== character) pattern += `[${equal}]`;
    else pattern += isAscii(character) ? character.replace(/[^0-9A-Za-z\s]/, '\\$&') : character;
  }
  return pattern;
}

/** For `translate`: the characters that are equal to one of the needle's, and in their order what each becomes. */
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
