import type { Clock } from '../../util/clock.js';

/** As long as the autosaves of a user share a version. */
const typingLasts = 10 * 60_000;
const maxKept = 10_000;

/**
 * Passes the first autosave of a document by a user, and one every ten minutes: they are saves of one change.
 * Each instance counts for itself.
 */
export function createTypingFilter(clock: Clock): (key: string) => boolean {
  const seen = new Map<string, number>();
  return (key) => {
    const now = clock();
    const last = seen.get(key);
    // A clock that was set back must not hold entries back for long.
    if (last !== undefined && now >= last && now < last + typingLasts) return false;
    if (seen.size >= maxKept) seen.clear();
    seen.set(key, now);
    return true;
  };
}
