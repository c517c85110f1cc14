/** How the parts of forms are shown, as long as the tab is open: open tabs, folded rows. */
export function readSession(name: string): string | null {
  try {
    return sessionStorage.getItem(`svc-admin:shown:${name}`);
  } catch {
    return null;
  }
}

export function storeSession(name: string, value: string): void {
  try {
    sessionStorage.setItem(`svc-admin:shown:${name}`, value);
  } catch {
    // Storage is full or switched off: it lasts until the form is left.
  }
}
