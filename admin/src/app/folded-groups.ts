import { useSyncExternalStore } from 'react';
import { readStored, store } from '../browser/stored.js';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ids of the folded groups; a text that is no list of them counts as none. */
function readFolded(): readonly unknown[] {
  try {
    const stored: unknown = JSON.parse(readStored('folded-groups') ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/** Whether a group of the navigation is folded, which this browser keeps, and how to change it. */
export function useFoldedGroup(id: string): readonly [isFolded: boolean, fold: (isFolded: boolean) => void] {
  const isFolded = useSyncExternalStore(subscribe, () => readFolded().includes(id));
  const fold = (isFolded: boolean): void => {
    const others = readFolded().filter((each) => each !== id);
    const folded = isFolded ? [...others, id] : others;
    store('folded-groups', folded.length === 0 ? null : JSON.stringify(folded));
    for (const listener of listeners) listener();
  };
  return [isFolded, fold];
}
