import { nextSlice } from './slices.js';

/** Max milliseconds of work before other requests may run. */
const maxWorkTime = 8;

/** Lets other requests run during long work: call the result between two steps. */
export function createPause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxWorkTime) return;
    await nextSlice();
    since = performance.now();
  };
}
