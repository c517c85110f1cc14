import { containing } from '../../api/containing.js';
import type { Where } from '../../api/documents.js';
import { type FileKind, fileKinds } from '../../files/file-kind.js';

/** A view of a list. All of it is part of the URL, so that it can be bookmarked, shared and reloaded. */
export interface ListState {
  readonly search: string;
  /** Null: no filter. */
  readonly where: Where | null;
  /** In the format of the API; null for the default order of the collection. */
  readonly sort: string | null;
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Null for the columns of the config. */
  readonly columns: readonly string[] | null;
  /** How documents with files are shown; null: as the collection suggests. */
  readonly look: ListLook | null;
  /** The kind of their files; null: any. */
  readonly kind: FileKind | null;
  /** Only files that nothing refers to. */
  readonly unused: boolean;
  /** Id of the folder whose files are shown; null: those at the top. */
  readonly folder: string | null;
  /** Id of the saved view that it began with, or `all`; null: none. */
  readonly view: string | null;
}

export type ListLook = 'grid' | 'table';

const looks: readonly ListLook[] = ['grid', 'table'];

export const pageSizes = [25, 50, 100, 200] as const;
const defaultLimit = 25;

/** Parses the query string of the screen. Invalid parts, such as those of a truncated URL, are ignored. */
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
    look: looks.find((look) => look === parameters.get('look')) ?? null,
    kind: fileKinds.find((kind) => kind === parameters.get('kind')) ?? null,
    unused: parameters.get('unused') === 'true',
    folder: parameters.get('folder') || null,
    view: parameters.get('view') || null,
  };
}

/** Returns the query string of a view, without default values. */
export function printListState(state: ListState): string {
  const parameters = new URLSearchParams();
  const { search, where, sort, page, limit, columns, look, kind, unused, folder, view } = state;
  if (view !== null) parameters.set('view', view);
  if (search !== '') parameters.set('q', search);
  if (where !== null) parameters.set('where', JSON.stringify(where));
  if (sort !== null) parameters.set('sort', sort);
  if (columns !== null) parameters.set('columns', columns.join(','));
  if (kind !== null) parameters.set('kind', kind);
  if (unused) parameters.set('unused', 'true');
  if (folder !== null) parameters.set('folder', folder);
  if (look !== null) parameters.set('look', look);
  if (limit !== defaultLimit) parameters.set('limit', `${limit}`);
  if (page !== 1) parameters.set('page', `${page}`);
  return parameters.toString();
}

/** Returns the changed view, at its first page unless the change names another one. */
export function changedState(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, page: 1, ...change };
}

/**
 * Combines filter, search and the kind of files into one filter; undefined where all are empty.
 *
 * @param types - the media types of the kind.
 */
export function wholeWhere(
  { search, where, kind }: ListState,
  searched: readonly string[],
  types: readonly string[] = [],
): Where | undefined {
  const searching = containing(search, searched);
  const ofKind: Where | null = kind === null ? null : { mimeType: { in: types } };
  const parts = [where, searching, ofKind].filter((part) => part !== null);
  return parts.length > 1 ? { AND: parts } : parts[0];
}

/** Whether files are searched in all folders, instead of shown folder by folder. */
export function isEverywhere({ search, where, kind, unused }: ListState): boolean {
  return search.trim() !== '' || where !== null || kind !== null || unused;
}

/** Returns the filter with that of the open folder. */
export function whereInFolder(
  where: Where | undefined,
  { folder }: Pick<ListState, 'folder'>,
): Where | undefined {
  const inFolder: Where = { folder: folder === null ? { exists: false } : { equals: folder } };
  return where === undefined ? inFolder : { AND: [where, inFolder] };
}

/** The order after a click on a column header: ascending, descending, then the default of the collection. */
export function nextSort(path: string, current: string | null): string | null {
  if (current === `${path}_asc` || current === path) return `${path}_desc`;
  return current === `${path}_desc` ? null : `${path}_asc`;
}

/** The direction that a column header shows. Only the first field of an order is shown. */
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
