import type { Clock } from '../../util/clock.js';

/** Lets one event of each actor pass in a span of time. */
export interface Sampler {
  passes(actor: string): boolean;
}

/** More actors than this are not told apart: memory must not grow with the number of addresses that somebody sends from. */
const mostActors = 10_000;

export function createSampler(every: number, clock: Clock): Sampler {
  const lastPassed = new Map<string, number>();

  /** Insertion order is the order of time, so what is over stands in front. */
  function forget(now: number): void {
    for (const [actor, at] of lastPassed) {
      if (now - at < every && lastPassed.size < mostActors) return;
      lastPassed.delete(actor);
    }
  }

  return {
    passes(actor) {
      const now = clock();
      const last = lastPassed.get(actor);
      if (last !== undefined && now - last < every) return false;
      lastPassed.delete(actor);
      forget(now);
      lastPassed.set(actor, now);
      return true;
    },
  };
}
