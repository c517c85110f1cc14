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
  /** Opens a view by its query string. */
  readonly open: (search: string) => void;
}

/** Reads and changes the view in the URL. */
export function useListState(): ListStateControl {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const state = useMemo(() => parseListState(search), [search]);
  const open = useCallback(
    (next: string, replace = false) => navigate(next === '' ? path : `${path}?${next}`, { replace }),
    [navigate, path],
  );
  const change = useCallback<ListStateControl['change']>(
    (part, { quiet = false } = {}) => open(printListState(changedState(state, part)), quiet),
    [open, state],
  );
  return useMemo(() => ({ state, change, open: (next) => open(next) }), [state, change, open]);
}
