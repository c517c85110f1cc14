/**
 * Parses the parameters of a list, from a query string or from the JSON body of `POST /query`:
 * docs/spec/contract.md#lists.
 */

import { type Reason, reason } from '../../errors/reasons/reason.js';
import { echo, gotOf, inputIssue, wrongType } from '../../fields/input-issue.js';
import { countKeys, hasRepeatedKey } from '../../util/json-keys.js';
import { nearestName, suggested } from '../../util/near-miss.js';
import { decodeCursor, fingerprint } from '../cursor.js';
import type { CursorPaging, ListPlan, PagePaging, SortTerm, WhereNode } from '../plan.js';
import type { QueryScope } from '../scope.js';
import { both } from '../visible.js';
import { namesHidden, nothingHidden, refuseHidden } from './hidden-fields.js';
import { parseQueryString } from './query-string.js';
import { readShape } from './read-shape.js';
import type { ListContext, Reader } from './reader.js';
import { byScore, readSearch, searchParameters } from './search.js';
import { parseSort, sortedPaths } from './sort.js';
import { parseWhere } from './where.js';
import { wholeNumber } from './whole-number.js';
import { parameterOfOthers } from './words-of-others.js';

/** Every parameter of a list. */
export const listParameters = [
  'page',
  'limit',
  'sort',
  'cursor',
  'count',
  'where',
  'depth',
  'select',
  'draft',
] as const;

/** The parameter of lists of documents with files. */
export const unusedParameter = 'unused';
const known: ReadonlySet<string> = new Set([...listParameters, ...searchParameters]);
const defaultLimit = 10;
const pages = { from: 1, to: Number.MAX_SAFE_INTEGER };
const counts = ['exact', 'estimated', 'none'] as const;

/** Parameters by name, as text (from a query string) or as JSON values. */
export type Parameters = ReadonlyMap<string, unknown>;

/**
 * Parses the raw query string (without `?`) of `GET /api/{slug}`.
 *
 * @throws ServiceError BAD_USER_INPUT, with the parameter or the path in the filter; FORBIDDEN for a filter
 * or sort by a field in `hidden`.
 */
export function parseListQuery(
  search: string,
  { collection, scope, hidden = nothingHidden }: ListContext,
): ListPlan {
  const parameters = parseQueryString(search);
  const reader = { collection, scope, hidden };
  return readList(reader, parameters, (text) => parseWhereText(reader, text));
}

/** Like {@link parseListQuery}, for the parsed JSON body of `POST /api/{slug}/query`. */
export function parseListBody(
  body: Readonly<Record<string, unknown>>,
  { collection, scope, hidden = nothingHidden }: ListContext,
): ListPlan {
  const parameters = new Map(Object.entries(body));
  for (const [name, value] of parameters) refuseText(name, value);
  const reader = { collection, scope, hidden };
  return readList(reader, parameters, (filter) => parseWhere(filter, { collection, scope, hidden }));
}

function readList(
  reader: Reader,
  parameters: Parameters,
  readWhere: (value: unknown) => WhereNode | null,
): ListPlan {
  const { collection, scope } = reader;
  for (const name of parameters.keys()) {
    if (known.has(name) || (name === unusedParameter && collection.upload !== undefined)) continue;
    throw inputIssue(echo(name), unknownParameter(name));
  }
  refuseEmpty(parameters);
  const filter = parameters.get('where');
  const search = readSearch(reader, parameters);
  const where = both(filter === undefined ? null : readWhere(filter), search?.node ?? null);
  const order = readSort(reader, parameters.get('sort'));
  const sort = search?.isRanked ? byScore(order) : order;
  const isUnused = readUnused(parameters.get(unusedParameter));
  // A cursor of all documents is none of the unused ones.
  const slug = isUnused ? `${collection.slug} unused` : collection.slug;
  const paging = readPaging(parameters, scope, { slug, sort, where });
  const count = readCount(parameters.get('count'), paging.kind);
  return {
    collection,
    where,
    sort,
    paging,
    count,
    ...(isUnused && { isUnused }),
    shape: readShape(parameters, { document: collection, scope }),
    ...(search !== null && { search }),
  };
}

function unknownParameter(name: string): Reason {
  // How other services write filters.
  if (name.startsWith('where[')) return reason('parameter.unknownWhere');
  return reason('parameter.unknown', suggested(parameterOfOthers(name) ?? nearestName(name, listParameters)));
}

function readUnused(value: unknown): boolean {
  if (value === undefined) return false;
  if (value === true || value === 'true') return true;
  throw inputIssue(unusedParameter, reason('input.notAllowed', { values: ['true'], got: gotOf(value) }));
}

function refuseEmpty(parameters: Parameters): void {
  for (const [name, value] of parameters) {
    if (value === '' && name !== 'cursor') throw inputIssue(name, reason('input.empty'));
  }
}

/** In a JSON body, numbers, booleans and filters must not be text. */
function refuseText(name: string, value: unknown): void {
  const isText = typeof value === 'string';
  if (isText && (name === 'page' || name === 'limit' || name === 'depth')) {
    throw wrongType(name, 'number', value);
  }
  if (isText && (name === 'draft' || name === 'highlight')) throw wrongType(name, 'boolean', value);
}

/** Parses a filter from a query string. */
export function parseWhereText({ collection, scope, hidden }: Reader, text: unknown): WhereNode | null {
  const filter = parseJson(text);
  const where = parseWhere(filter, { collection, scope, hidden });
  if (hasRepeatedKey(countKeys(Buffer.from(String(text))), filter))
    throw inputIssue('where', reason('filter.duplicateKey'));
  return where;
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw inputIssue('where', reason('filter.notJson'));
  }
}

function readSort(reader: Reader, value: unknown): readonly SortTerm[] {
  const { collection, scope, hidden } = reader;
  if (value === undefined) return visibleSort(collection.defaultSort, { collection, hidden, scope });
  const text = sortText(value);
  const sort = parseSort(text, { collection });
  for (const path of sortedPaths(text)) {
    refuseHidden({ document: collection, path, place: 'sort' }, { hidden, scope });
  }
  return sort;
}

/**
 * A sort from the config. If it would reveal the order of hidden values, the newest documents come first
 * instead.
 */
export function visibleSort(sort: string, { collection, hidden, scope }: Reader): readonly SortTerm[] {
  const terms = parseSort(sort, { collection });
  const tells = terms.some(({ path }) => namesHidden({ document: collection, path }, { hidden, scope }));
  return tells ? parseSort('createdAt_desc', { collection }) : terms;
}

function sortText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string'))
    return value.join();
  throw inputIssue('sort', reason('sort.malformed', { got: gotOf(value) }));
}

interface Listed {
  readonly slug: string;
  readonly sort: readonly SortTerm[];
  readonly where: WhereNode | null;
}

function readPaging(
  parameters: Parameters,
  { limits }: QueryScope,
  listed: Listed,
): PagePaging | CursorPaging {
  const limit = parameters.has('limit')
    ? wholeNumber(parameters.get('limit'), 'limit', { from: 0, to: limits.maxLimit })
    : Math.min(defaultLimit, limits.maxLimit);
  const cursor = parameters.get('cursor');
  if (cursor === undefined) {
    const page = parameters.has('page') ? wholeNumber(parameters.get('page'), 'page', pages) : 1;
    return { kind: 'page', page, limit };
  }
  if (parameters.has('page')) throw inputIssue('page', reason('cursor.withPage'));
  if (typeof cursor !== 'string') throw wrongType('cursor', 'text', cursor);
  const mark = fingerprint(listed.slug, listed.sort, listed.where);
  const after = cursor === '' ? null : decodeCursor(cursor, mark, listed.sort);
  return { kind: 'cursor', limit, after, fingerprint: mark };
}

function readCount(value: unknown, paging: 'page' | 'cursor'): ListPlan['count'] {
  if (value === undefined) return paging === 'page' ? 'exact' : 'none';
  const count = counts.find((one) => one === value);
  if (count === undefined)
    throw inputIssue('count', reason('input.notAllowed', { values: counts, got: gotOf(value) }));
  return count;
}
