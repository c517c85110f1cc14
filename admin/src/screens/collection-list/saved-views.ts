import { useSyncExternalStore } from 'react';
import { readStored, store } from '../../browser/stored.js';

/** A view of a list under a name, kept in this browser. */
export interface SavedView {
  readonly name: string;
  /** As in the address. */
  readonly search: string;
}

const listeners = new Set<() => void>();

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

/** A view of the same name takes the place of the one before. */
export function withView(views: readonly SavedView[], view: SavedView): readonly SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view];
}

export interface SavedViews {
  readonly views: readonly SavedView[];
  readonly save: (view: SavedView) => void;
  readonly remove: (name: string) => void;
}

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
