/** What the dashboard remembers in this browser: looks and views, never content. */
type StoredName = 'language' | 'color-scheme' | `views:${string}` | 'sidebar' | `list:${string}`;

/** Null where nothing is stored, or the browser lets nothing be stored. */
export function readStored(name: StoredName): string | null {
  try {
    return localStorage.getItem(`svc-admin:${name}`);
  } catch {
    return null;
  }
}

/** @param value - null forgets it. */
export function store(name: StoredName, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`svc-admin:${name}`);
    else localStorage.setItem(`svc-admin:${name}`, value);
  } catch {
    // Full, or switched off: the choice then holds until the page is left.
  }
}
