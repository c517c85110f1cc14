import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { changedState, type ListState, parseListState, printListState } from './list-state.js';

export interface ListStateControl {
  readonly state: ListState;
  /**
   * Changes the view, as a new entry of the browser's history. `quiet`, for changes while typing, replaces
   * the last entry.
   */
  readonly change: (change: Partial<ListState>, options?: { readonly quiet?: boolean }) => void;
  /** Whether the address names nothing: it has no query. */
  readonly isPlain: boolean;
  /** Opens the list with another query string. `quiet` replaces the last entry of the browser's history. */
  readonly open: (search: string, options?: { readonly quiet?: boolean }) => void;
}

/** Reads and changes the view in the URL. */
export function useListState(): ListStateControl {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const state = useMemo(() => parseListState(search), [search]);
  const open = useCallback<ListStateControl['open']>(
    (next, { quiet = false } = {}) => navigate(next === '' ? path : `${path}?${next}`, { replace: quiet }),
    [navigate, path],
  );
  const change = useCallback<ListStateControl['change']>(
    (part, options) => open(printListState(changedState(state, part)), options),
    [open, state],
  );
  return useMemo(() => ({ state, isPlain: search === '', change, open }), [state, search, change, open]);
}
