import type { Where } from '../../api/documents.js';

/** A view of a list. All of it stands in the address, so that it can be kept, sent and come back to. */
export interface ListState {
  readonly search: string;
  /** Null: no filter. */
  readonly where: Where | null;
  /** As in a request; null for the collection's own order. */
  readonly sort: string | null;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Null for the columns of the config. */
  readonly columns: readonly string[] | null;
}

export const pageSizes = [25, 50, 100, 200] as const;
const defaultLimit = 25;

/** What of an address cannot be read is passed over: somebody may have cut it. */
export function parseListState(search: string): ListState {
  const parameters = new URLSearchParams(search);
  const columns = parameters.get('columns');
  const limit = Number(parameters.get('limit'));
  const page = Number(parameters.get('page'));
  return {
    search: parameters.get('q') ?? '',
    where: parsedWhere(parameters.get('where')),
    sort: parameters.get('sort') || null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    limit: pageSizes.find((size) => size === limit) ?? defaultLimit,
    columns: columns === null ? null : columns.split(',').filter((path) => path !== ''),
  };
}

/** Only what differs from how a list is when nobody has changed it. */
export function printListState(state: ListState): string {
  const parameters = new URLSearchParams();
  const { search, where, sort, page, limit, columns } = state;
  if (search !== '') parameters.set('q', search);
  if (where !== null) parameters.set('where', JSON.stringify(where));
  if (sort !== null) parameters.set('sort', sort);
  if (columns !== null) parameters.set('columns', columns.join(','));
  if (limit !== defaultLimit) parameters.set('limit', `${limit}`);
  if (page !== 1) parameters.set('page', `${page}`);
  return parameters.toString();
}

/** A change of what is listed begins at the first page again. */
export function changedState(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, page: 1, ...change };
}

/** Filter and search as one filter; undefined where everything is asked for. */
export function wholeWhere({ search, where }: ListState, searched: readonly string[]): Where | undefined {
  const text = search.trim();
  const found = searched.map((path) => ({ [path]: { contains: text } }));
  const searching: Where | null = text === '' || found.length === 0 ? null : { OR: found };
  if (searching === null) return where ?? undefined;
  return where === null ? searching : { AND: [where, searching] };
}

/** The order after a click on a column's head: up, down, and back to the collection's own. */
export function nextSort(path: string, current: string | null): string | null {
  if (current === `${path}_asc` || current === path) return `${path}_desc`;
  return current === `${path}_desc` ? null : `${path}_asc`;
}

/** How a column takes part in an order: only the first field of it shows. */
export function sortDirection(path: string, sort: string): 'ascending' | 'descending' | undefined {
  const [first = ''] = sort.split(',');
  if (first === `${path}_desc`) return 'descending';
  return first === path || first === `${path}_asc` ? 'ascending' : undefined;
}

function parsedWhere(text: string | null): Where | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject && Object.keys(value).length > 0 ? (value as Where) : null;
  } catch {
    return null;
  }
}
