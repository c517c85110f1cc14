/** Whether the address has changed to another screen whose heading has not been focused yet. */
let isNavigating = false;

/** Call before another screen is shown. After the first load the focus stays where the browser puts it. */
export function beginNavigation(): void {
  isNavigating = true;
}

/** Whether a navigation has led to this screen; true once per navigation. */
export function takeNavigation(): boolean {
  const wasNavigating = isNavigating;
  isNavigating = false;
  return wasNavigating;
}
