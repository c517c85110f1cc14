import { useMemo, useState } from 'react';

/** The selected documents: some by id, or all that match the filter. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly isAllMatching: boolean;
  readonly isEmpty: boolean;
  readonly has: (id: string) => boolean;
  readonly toggle: (
    id: string,
    isOn: boolean,
    options: { readonly extendFrom: readonly string[] | null },
  ) => void;
  readonly setMany: (ids: readonly string[], isOn: boolean) => void;
  readonly selectAllMatching: () => void;
  readonly clear: () => void;
}

interface State {
  /** The list to which the selection belongs. Another filter has another selection. */
  readonly key: string;
  readonly ids: ReadonlySet<string>;
  readonly isAllMatching: boolean;
  readonly last: string | null;
}

/** @param key - identifies the list. A selection is valid for one list only. */
export function useSelection(key: string): Selection {
  const empty = useMemo((): State => ({ key, ids: new Set(), isAllMatching: false, last: null }), [key]);
  const [stored, setState] = useState<State>(empty);
  const state = stored.key === key ? stored : empty;
  return useMemo((): Selection => {
    const change = (changed: readonly string[], isOn: boolean, last: string | null): void => {
      const ids = new Set(state.ids);
      for (const id of changed) {
        if (isOn) ids.add(id);
        else ids.delete(id);
      }
      setState({ key, ids, isAllMatching: false, last });
    };
    return {
      ids: state.ids,
      isAllMatching: state.isAllMatching,
      isEmpty: state.ids.size === 0,
      has: (id) => state.isAllMatching || state.ids.has(id),
      toggle(id, isOn, { extendFrom }) {
        change(extendFrom === null ? [id] : between(extendFrom, state.last ?? id, id), isOn, id);
      },
      setMany: (ids, isOn) => change(ids, isOn, null),
      selectAllMatching: () => setState({ ...state, key, isAllMatching: true }),
      clear: () => setState(empty),
    };
  }, [state, key, empty]);
}

/** The ids from one row to another, both included. */
function between(ids: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from), ids.indexOf(to)];
  if (a < 0 || b < 0) return [to];
  return ids.slice(Math.min(a, b), Math.max(a, b) + 1);
}
