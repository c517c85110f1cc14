/** What the dashboard stores in this browser: settings, never content. */
type StoredName =
  | 'language'
  | 'color-scheme'
  | 'density'
  | 'sidebar'
  | 'first-steps'
  | `list:${string}`
  | `widths:${string}`
  | 'folded-rows'
  | 'folded-groups'
  | 'question-mark';

/** Returns null if nothing is stored, or if the browser refuses storage. */
export function readStored(name: StoredName): string | null {
  try {
    return localStorage.getItem(`svc-admin:${name}`);
  } catch {
    return null;
  }
}

/** @param value - null removes the entry. */
export function store(name: StoredName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`svc-admin:${name}`);
    else localStorage.setItem(`svc-admin:${name}`, value);
  } catch {
    // Storage is full or switched off: the choice then lasts until the page is closed.
  }
}
