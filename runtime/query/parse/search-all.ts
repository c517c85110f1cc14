/** Parses the parameters of `GET /api/svc/search`: docs/spec/content-tools.md#search. */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { hitLimits, maxSearchedCollections } from '../../codegen/search-limits.js';
import { reason } from '../../errors/reasons/reason.js';
import { echo, inputIssue } from '../../fields/input-issue.js';
import { nearestName, nearTo, suggested } from '../../util/near-miss.js';
import type { ListPlan } from '../plan.js';
import type { QueryScope } from '../scope.js';
import { parseSearchText } from '../search/parse-search.js';
import { type HiddenFields, nothingHidden } from './hidden-fields.js';
import { visibleSort } from './list-query.js';
import { parseQueryString } from './query-string.js';
import { byScore, parseSearch, readFlag } from './search.js';
import { wholeNumber } from './whole-number.js';

/** Every parameter of a search of several collections. */
export const searchAllParameters = ['q', 'collections', 'limit', 'draft', 'highlight'] as const;

const known: ReadonlySet<string> = new Set(searchAllParameters);

/** A search of several collections. */
export interface SearchAll {
  readonly limit: number;
  /** The parameter `draft`; null if it was not given. */
  readonly draft: boolean | null;
  readonly isHighlighted: boolean;
  readonly text: string;
  /** The named collections; null: all that the requester may read. */
  readonly named: readonly CollectionDescriptor[] | null;
}

/**
 * Parses the raw query string (without `?`).
 *
 * @param collections - those that are searched
 * @throws ServiceError BAD_USER_INPUT
 */
export function parseSearchAll(
  search: string,
  collections: readonly CollectionDescriptor[],
  { limits: { maxLimit } }: QueryScope,
): SearchAll {
  const parameters = parseQueryString(search);
  for (const name of parameters.keys()) {
    if (known.has(name)) continue;
    throw inputIssue(
      echo(name),
      reason('parameter.unknown', suggested(nearestName(name, searchAllParameters))),
    );
  }
  const text = parameters.get('q');
  if (text === undefined) throw inputIssue('q', reason('value.required'));
  parseSearchText(text, 'q');
  const max = Math.min(hitLimits.max, maxLimit);
  const draft = parameters.get('draft');
  const highlight = parameters.get('highlight');
  const limit = parameters.get('limit');
  return {
    text,
    named: namedCollections(parameters.get('collections'), collections),
    limit:
      limit === undefined
        ? Math.min(hitLimits.default, max)
        : wholeNumber(limit, 'limit', { from: 1, to: max }),
    draft: draft === undefined ? null : readFlag('draft', draft),
    isHighlighted: highlight !== undefined && readFlag('highlight', highlight),
  };
}

function namedCollections(
  text: string | undefined,
  collections: readonly CollectionDescriptor[],
): readonly CollectionDescriptor[] | null {
  if (text === undefined) return null;
  const slugs = [...new Set(text.split(',', maxSearchedCollections * 10).map((slug) => slug.trim()))];
  if (slugs.length > maxSearchedCollections)
    throw inputIssue('collections', reason('list.tooLong', { max: maxSearchedCollections }));
  return slugs.map((slug) => {
    const found = collections.find((one) => one.slug === slug);
    if (found !== undefined) return found;
    const known = collections.map((one) => one.slug);
    throw inputIssue(
      'collections',
      reason('search.unknownCollection', { slug: echo(slug), ...nearTo(slug, known) }),
    );
  });
}

/**
 * The search of one collection: a list of its best documents. Highlights are made of those alone that are the
 * best of all collections.
 */
export function listOfSearch(
  { text, limit, draft }: SearchAll,
  {
    collection,
    scope,
    hidden = nothingHidden,
  }: {
    readonly collection: CollectionDescriptor;
    readonly scope: QueryScope;
    readonly hidden?: HiddenFields | undefined;
  },
): ListPlan {
  const reader = { collection, scope, hidden };
  const node = parseSearch(text, reader, 'q');
  return {
    collection,
    where: node,
    sort: byScore(visibleSort(collection.defaultSort, reader)),
    paging: { kind: 'page', page: 1, limit },
    count: 'none',
    shape: { depth: 0, select: null, draft: collection.drafts ? draft : null },
    search: { node, isRanked: true, isHighlighted: false },
  };
}
