/** Parses the text of a search. No text is a syntax error: docs/spec/content-tools.md#search. */
import { maxSearchLength, maxSearchWords } from '../../codegen/search-limits.js';
import { reason } from '../../errors/reasons/reason.js';
import { gotOf, inputIssue } from '../../fields/input-issue.js';
import { folded } from './fold.js';
import type { SearchPhrase, SearchQuery, SearchWord } from './search-query.js';
import { termsOfFolded } from './terms.js';

/**
 * Parses a search.
 *
 * @param path - the parameter, for messages
 * @throws ServiceError BAD_USER_INPUT if it is no text, too long, has too many words, or none that is
 * required.
 */
export function parseSearchText(value: unknown, path = 'search'): SearchQuery {
  if (typeof value !== 'string') throw inputIssue(path, reason('search.notText', { got: gotOf(value) }));
  if ([...value.slice(0, 2 * maxSearchLength + 1)].length > maxSearchLength)
    throw inputIssue(path, reason('search.tooLong', { max: maxSearchLength }));
  const query = readQuery(value);
  const words = [...query.required, ...query.excluded].reduce((sum, phrase) => sum + phrase.words.length, 0);
  if (words > maxSearchWords) throw inputIssue(path, reason('search.tooManyWords', { max: maxSearchWords }));
  if (query.required.length === 0)
    throw inputIssue(path, reason(query.excluded.length > 0 ? 'search.onlyExclusions' : 'search.empty'));
  return query;
}

/** A phrase in quotes or a run without spaces and quotes, each with a minus before it or not. */
const piece = /(?<minus>(?<![^\s"])-)?(?:"(?<phrase>[^"]*)"|(?<word>[^\s"]+))/gu;

function readQuery(text: string): SearchQuery {
  const required: SearchPhrase[] = [];
  const excluded: SearchPhrase[] = [];
  /** The words at the end of the query; null after a phrase or an exclusion. */
  let last: number | null = null;
  for (const { groups } of text.matchAll(piece)) {
    const { minus, phrase, word: run } = groups ?? {};
    const into = minus === undefined ? required : excluded;
    if (phrase !== undefined) {
      const words = wordsOf(phrase).map(({ word }) => word);
      if (words.length > 0) {
        into.push({ words });
        last = null;
      }
      continue;
    }
    const found = wordsOf(run ?? '');
    for (const { word, isStarred } of found) into.push({ words: [{ ...word, isBeginning: isStarred }] });
    if (found.length > 0) last = minus === undefined ? into.length - 1 : null;
  }
  return { required: required.map((one, at) => (at === last ? asBeginning(one) : one)), excluded };
}

interface FoundWord {
  readonly word: SearchWord;
  /** `word*` */
  readonly isStarred: boolean;
}

/** The words of a text: runs of letters, marks and digits. */
function wordsOf(text: string): readonly FoundWord[] {
  const found: FoundWord[] = [];
  const whole = folded(text);
  for (const run of whole.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    const terms = termsOfFolded(run[0]).map((term) => term.text);
    found.push({
      word: { terms, isBeginning: false },
      isStarred: whole[run.index + run[0].length] === '*',
    });
  }
  return found;
}

/** The last word of a query is a beginning, if it has two letters or more. */
function asBeginning(phrase: SearchPhrase): SearchPhrase {
  const word = phrase.words.at(-1);
  if (word === undefined) return phrase;
  if (word.terms.length === 1 && [...(word.terms[0] ?? '')].length < 2) return phrase;
  return { words: [...phrase.words.slice(0, -1), { ...word, isBeginning: true }] };
}
