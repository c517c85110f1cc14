import type { SavedView, SavedViewQuery } from '../../../../../templates/sdk/views.js';
import type { Where } from '../../../api/documents.js';
import { type ListState, parseListState, printListState } from '../list-state.js';

/** The value of `view` in an address that shows all documents, instead of the default view. */
export const allDocuments = 'all';

/** The part of a list that a view stores. */
export type ViewedList = Pick<ListState, 'sort' | 'columns' | 'limit'> & {
  /** The whole filter, with what stands in the search box of a list without a search by words. */
  readonly where: Where | undefined;
  readonly words: string | undefined;
};

const plain = parseListState('');

/** Returns the query of a view that shows a list as it is. */
export function queryOf({ where, words, sort, columns, limit }: ViewedList): SavedViewQuery {
  return {
    ...(where !== undefined && { where }),
    ...(sort !== null && { sort }),
    ...(words !== undefined && { search: words }),
    ...(columns !== null && { columns: [...columns] }),
    ...(limit !== plain.limit && { limit }),
  };
}

/** Returns the query string of a list that shows a view. It contains the whole query. */
export function addressOf({ id, query }: Pick<SavedView, 'id' | 'query'>): string {
  return printListState({ ...stateOf(query), view: id });
}

/** Whether a list shows something else than the view. */
export function isChanged(query: SavedViewQuery, shown: ViewedList): boolean {
  const { where, sort, search, columns, limit } = stateOf(query);
  const stored = queryOf({ where: where ?? undefined, words: search || undefined, sort, columns, limit });
  return JSON.stringify(stored) !== JSON.stringify(queryOf(shown));
}

/** As an address would be read: a number of rows that the list does not offer is replaced. */
function stateOf({ where, sort, search, columns, limit }: SavedViewQuery): ListState {
  return parseListState(
    printListState({
      ...plain,
      // The service has checked it as a filter.
      where: (where as Where | undefined) ?? null,
      sort: sort ?? null,
      search: search ?? '',
      columns: columns ?? null,
      limit: limit ?? plain.limit,
    }),
  );
}
