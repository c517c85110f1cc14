import { useSyncExternalStore } from 'react';
import { readStored, store } from './stored.js';

/** How much room rows, controls and fields have. */
export type Density = 'comfortable' | 'compact';

export const densities: readonly Density[] = ['comfortable', 'compact'];

const listeners = new Set<() => void>();

function readDensity(): Density {
  return readStored('density') === 'compact' ? 'compact' : 'comfortable';
}

/** Applies the chosen density to the page: the tokens follow `data-density`. */
export function applyDensity(): void {
  document.documentElement.dataset['density'] = readDensity();
}

/** Keeps the density in this browser, since it belongs to its screen. */
export function chooseDensity(density: Density): void {
  store('density', density === 'comfortable' ? null : density);
  applyDensity();
  for (const listener of listeners) listener();
}

export function useDensity(): Density {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readDensity);
}
