/** Parses `search` and `highlight` of a list: docs/spec/content-tools.md#search. */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { SearchField } from '../../codegen/searched-fields.js';
import { reason } from '../../errors/reasons/reason.js';
import { inputIssue, wrongType } from '../../fields/input-issue.js';
import { scoreTerm } from '../compile/ranked-page.js';
import type { ListSearch, SearchNode, SortTerm } from '../plan.js';
import { parseSearchText } from '../search/parse-search.js';
import { namesHidden } from './hidden-fields.js';
import type { Reader } from './reader.js';

/** The parameters of a search. */
export const searchParameters = ['search', 'highlight'] as const;

/**
 * Parses a search to a condition on the documents of a collection, which is put beside its filter by `both`
 * (`query/visible.ts`). It looks only at fields that the requester may read.
 *
 * @param path - the parameter, for messages
 * @throws ServiceError BAD_USER_INPUT if the collection has no search, or the text is not fit for one.
 */
export function parseSearch(
  text: unknown,
  { collection, hidden, scope }: Reader,
  path = 'search',
): SearchNode {
  const search = searchOf(collection, path);
  const query = parseSearchText(text, path);
  const readable = search.fields.flatMap((field, at) =>
    pathsOf(field).some((path) => namesHidden({ document: collection, path }, { hidden, scope })) ? [] : [at],
  );
  return { kind: 'search', search, rows: 'published', query, text: String(text), readable };
}

/** The paths that a field is at: those of its blocks, where it is not in all of them. */
function pathsOf({ path, blocks }: SearchField): readonly string[] {
  if (blocks === undefined) return [path];
  return blocks.slugs.map((slug) => `${blocks.at}.${slug}${path.slice(blocks.at.length)}`);
}

function searchOf(
  { search, slug }: CollectionDescriptor,
  path: string,
): NonNullable<CollectionDescriptor['search']> {
  if (search === undefined) throw inputIssue(path, reason('search.off', { slug }));
  return search;
}

/** The search of a list; null without one. */
export function readSearch(reader: Reader, parameters: ReadonlyMap<string, unknown>): ListSearch | null {
  const text = parameters.get('search');
  const highlight = parameters.get('highlight');
  if (text === undefined) {
    if (highlight !== undefined) throw inputIssue('highlight', reason('search.highlightAlone'));
    return null;
  }
  return {
    node: parseSearch(text, reader),
    isRanked: !parameters.has('sort'),
    isHighlighted: highlight !== undefined && readFlag('highlight', highlight),
  };
}

/** The value of a parameter that is true or false. */
export function readFlag(name: string, value: unknown): boolean {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  throw wrongType(name, 'boolean', value);
}

const rankedSorts = new WeakMap<readonly SortTerm[], readonly SortTerm[]>();

/** By score, and where scores are equal by another order. Equal orders give the same list of terms. */
export function byScore(sort: readonly SortTerm[]): readonly SortTerm[] {
  const known = rankedSorts.get(sort);
  if (known !== undefined) return known;
  const made = [scoreTerm, ...sort];
  rankedSorts.set(sort, made);
  return made;
}
