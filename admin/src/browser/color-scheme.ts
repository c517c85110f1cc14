import { useSyncExternalStore } from 'react';
import { readStored, store } from './stored.js';

/** `system` follows the operating system. */
export type ColorScheme = 'system' | 'light' | 'dark';

export const colorSchemes: readonly ColorScheme[] = ['system', 'light', 'dark'];

const listeners = new Set<() => void>();

export function readColorScheme(): ColorScheme {
  const stored = readStored('color-scheme');
  return colorSchemes.find((scheme) => scheme === stored) ?? 'system';
}

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/**
 * Applies the chosen scheme to the page: every colour is a `light-dark()` that follows it. `data-scheme`
 * names the scheme, for pictures.
 */
export function applyColorScheme(): void {
  const scheme = readColorScheme();
  const page = document.documentElement;
  page.style.colorScheme = scheme === 'system' ? 'light dark' : scheme;
  page.dataset['scheme'] = scheme === 'system' ? (systemIsDark.matches ? 'dark' : 'light') : scheme;
}

/** Follows changes of the system's scheme from now on. */
export function followColorScheme(): void {
  applyColorScheme();
  systemIsDark.addEventListener('change', applyColorScheme);
}

export function chooseColorScheme(scheme: ColorScheme): void {
  store('color-scheme', scheme === 'system' ? null : scheme);
  applyColorScheme();
  for (const listener of listeners) listener();
}

export function useColorScheme(): ColorScheme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, readColorScheme);
}
