import { useSyncExternalStore } from 'react';
import { readStored, store } from '../../browser/stored.js';

/** A named view of a list, stored in this browser. */
export interface SavedView {
  readonly name: string;
  /** The query string of the view. */
  readonly search: string;
}

const listeners = new Set<() => void>();

/** Parses stored views. Invalid JSON counts as none, and invalid views are left out. */
export function parseSavedViews(text: string | null): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  const { name, search } = (value ?? {}) as Partial<SavedView>;
  return typeof name === 'string' && typeof search === 'string';
}

/** Adds a view. It replaces a view of the same name. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view];
}

export interface SavedViews {
  readonly views: readonly SavedView[];
  readonly save: (view: SavedView) => void;
  readonly remove: (name: string) => void;
}

/** Reads and changes the saved views of a collection. */
export function useSavedViews(slug: string): SavedViews {
  const text = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => readStored(`views:${slug}`),
  );
  const views = parseSavedViews(text);
  const write = (next: readonly SavedView[]): void => {
    store(`views:${slug}`, next.length === 0 ? null : JSON.stringify(next));
    for (const listener of listeners) listener();
  };
  return {
    views,
    save: (view) => write(withView(views, view)),
    remove: (name) => write(views.filter((each) => each.name !== name)),
  };
}
