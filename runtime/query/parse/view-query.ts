/**
 * The query of a saved view: docs/spec/content-tools.md#numbers-and-views. It is no right, so it is parsed as
 * a request of its reader each time.
 */
import { reason } from '../../errors/reasons/reason.js';
import { isServiceError } from '../../errors/to-response.js';
import { echo, inputIssue, wrongType } from '../../fields/input-issue.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../util/json.js';
import { nearTo } from '../../util/near-miss.js';
import { refuseHidden } from './hidden-fields.js';
import type { Reader } from './reader.js';
import { parseSearch } from './search.js';
import { parseSelect } from './select.js';
import { parseSort, sortedPaths } from './sort.js';
import { parseWhere } from './where.js';
import { wholeNumber } from './whole-number.js';

/** What a view shows, by the parameters of a list. */
export interface ViewQuery {
  readonly where?: JsonObject;
  readonly sort?: string;
  readonly search?: string;
  /** Paths of fields, in the order of a table. */
  readonly columns?: readonly string[];
  readonly limit?: number;
}

const keys = ['where', 'sort', 'search', 'columns', 'limit'] as const;
const maxColumns = 50;
/** Bytes of its JSON. */
const maxLength = 20_000;

/**
 * Checks a query as a request of the requester.
 *
 * @throws ServiceError BAD_USER_INPUT, FORBIDDEN for what the requester may not read
 */
export function parseViewQuery(value: unknown, reader: Reader): ViewQuery {
  if (!isJsonObject(value)) throw wrongType('query', 'object', value);
  for (const name of Object.keys(value)) {
    if (!keys.some((key) => key === name))
      throw inputIssue(`query.${echo(name)}`, reason('property.unknown', nearTo(name, keys)));
  }
  const { where, sort, search, columns, limit } = value;
  if (JSON.stringify(value).length > maxLength)
    throw inputIssue('query', reason('text.tooLong', { max: maxLength }));
  if (where !== undefined) checkWhere(where, reader, 'query.where');
  if (search !== undefined) parseSearch(search, reader, 'query.search');
  return {
    ...(isJsonObject(where) && { where }),
    ...(sort !== undefined && { sort: checkedSort(sort, reader) }),
    ...(search !== undefined && { search: String(search) }),
    ...(columns !== undefined && { columns: checkedColumns(columns, reader) }),
    ...(limit !== undefined && { limit: checkedLimit(limit, reader) }),
  };
}

function checkWhere(where: JsonValue, { collection, scope, hidden }: Reader, path: string): void {
  parseWhere(where, { collection, scope, hidden, path });
}

function checkedSort(sort: JsonValue, reader: Reader): string {
  if (typeof sort !== 'string') throw wrongType('query.sort', 'text', sort);
  parseSort(sort, { collection: reader.collection, path: 'query.sort' });
  for (const path of sortedPaths(sort)) refuse(path, 'query.sort', reader);
  return sort;
}

function checkedColumns(columns: JsonValue, reader: Reader): readonly string[] {
  if (!Array.isArray(columns)) throw wrongType('query.columns', 'list', columns);
  if (columns.length > maxColumns)
    throw inputIssue('query.columns', reason('list.tooLong', { max: maxColumns }));
  return columns.map((column: JsonValue, at) => {
    const path = `query.columns.${at}`;
    if (typeof column !== 'string') throw wrongType(path, 'text', column);
    checkColumn(column, path, reader);
    return column;
  });
}

function checkColumn(column: string, path: string, reader: Reader): void {
  parseSelect(reader.collection, [column], { scope: reader.scope, depth: 0, path });
  refuse(column, path, reader);
}

function checkedLimit(limit: JsonValue, { scope }: Reader): number {
  if (typeof limit === 'string') throw wrongType('query.limit', 'number', limit);
  return wholeNumber(limit, 'query.limit', { from: 1, to: scope.limits.maxLimit });
}

function refuse(path: string, place: string, { collection, hidden, scope }: Reader): void {
  refuseHidden({ document: collection, path, place }, { hidden, scope });
}

/** A query as far as a reader may use it. */
export interface VisibleQuery {
  readonly query: ViewQuery;
  /** What was left out: `where.secret`, `sort.secret`, `columns.secret`, `search`. */
  readonly dropped: readonly string[];
}

/** Leaves out what a reader may not use, and what no longer fits the config. */
export function visibleQuery(
  { where, sort, search, columns, limit }: ViewQuery,
  reader: Reader,
): VisibleQuery {
  const dropped: string[] = [];
  const keeps = (name: string, check: () => unknown): boolean => {
    if (isUsable(check)) return true;
    dropped.push(name);
    return false;
  };
  const filter =
    where === undefined
      ? null
      : usableFilter(where, 'where', (name, part) => keeps(name, () => checkWhere(part, reader, 'where')));
  const order = sort
    ?.split(',')
    .filter((term) => keeps(`sort.${sortedPaths(term)[0]}`, () => checkedSort(term, reader)));
  const shown = columns?.filter((column) =>
    keeps(`columns.${column}`, () => checkColumn(column, 'columns', reader)),
  );
  const searches = search !== undefined && keeps('search', () => parseSearch(search, reader));
  const max = reader.scope.limits.maxLimit;
  return {
    query: {
      ...(filter !== null && { where: filter }),
      ...(order !== undefined && order.length > 0 && { sort: order.join() }),
      ...(searches && { search }),
      ...(shown !== undefined && { columns: shown }),
      ...(limit !== undefined && { limit: Math.min(limit, max) }),
    },
    dropped,
  };
}

/**
 * The conditions of a filter that are usable; null if none is. An alternative that is not usable is left out
 * like any other part.
 */
function usableFilter(
  filter: JsonObject,
  path: string,
  isUsablePart: (name: string, part: JsonObject) => boolean,
): JsonObject | null {
  const kept = Object.entries(filter).flatMap(([key, value]): readonly (readonly [string, JsonValue])[] => {
    const name = `${path}.${key}`;
    if ((key === 'AND' || key === 'OR') && Array.isArray(value)) {
      const parts = value.flatMap((part: JsonValue, at) =>
        isJsonObject(part) ? (usableFilter(part, `${name}.${at}`, isUsablePart) ?? []) : [],
      );
      return parts.length === 0 ? [] : [[key, parts]];
    }
    return isUsablePart(name, { [key]: value ?? null }) ? [[key, value ?? null]] : [];
  });
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

function isUsable(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (isServiceError(error)) return false;
    throw error;
  }
}
