/** Whether the address has changed to another screen whose heading has not had the focus yet. */
let isNavigating = false;

/** Another screen comes; the first one after loading keeps the focus where the browser puts it. */
export function beginNavigation(): void {
  isNavigating = true;
}

/** Whether a navigation has led here; once for each. */
export function takeNavigation(): boolean {
  const wasNavigating = isNavigating;
  isNavigating = false;
  return wasNavigating;
}
