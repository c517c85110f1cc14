import { useCallback, useMemo } from 'react';
import { useLocation, useSearch } from 'wouter';
import { changedState, type ListState, parseListState, printListState } from './list-state.js';

export interface ListStateControl {
  readonly state: ListState;
  /** Goes to another view: a step that the back button takes back; a `quiet` one, while typing, replaces the last. */
  readonly change: (change: Partial<ListState>, options?: { readonly quiet?: boolean }) => void;
  /** Goes to a view as it stands in an address. */
  readonly open: (search: string) => void;
}

/** The view in the address. */
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
