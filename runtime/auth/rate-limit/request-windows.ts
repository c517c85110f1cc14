import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimit } from '../../config/auth-config.js';
import type { Clock } from '../../util/clock.js';
import { insured } from '../sessions/insured.js';
import type { CounterStore } from '../sessions/session-store.js';
import { FullWindows } from './full-windows.js';

/** How often something was done in the window that runs. */
export interface Counted {
  readonly count: number;
  /** Milliseconds. */
  readonly left: number;
}

/** Counts by key in fixed windows, each from its first request on. */
export interface RequestWindows {
  add(key: string): Promise<Counted>;
  /** Without counting. */
  look(key: string): Promise<Counted>;
}

/** A timer of Node holds no more: with a longer one the library would forget a count at once. */
const longestSeconds = 2_147_483;

const none: Counted = { count: 0, left: 0 };

/** In this process, with the library's own clock. */
export function windowsInMemory({ max, windowSeconds }: RateLimit): RequestWindows {
  const limiter = new RateLimiterMemory({
    points: max,
    duration: Math.min(windowSeconds, longestSeconds),
    keyPrefix: '',
  });
  return {
    async add(key) {
      // `penalty` counts as `consume` does, and answers where that throws.
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key);
      return { count: consumedPoints, left: msBeforeNext };
    },
    async look(key) {
      const found = await limiter.get(key);
      // One that is over may still be there, until its timer runs.
      if (found === null || found.msBeforeNext <= 0) return none;
      return { count: found.consumedPoints, left: found.msBeforeNext };
    },
  };
}

export interface StoredWindowsOptions {
  /** Keeps the windows of one kind apart from others. */
  readonly kind: string;
  readonly limit: RateLimit;
  readonly counters: CounterStore;
  readonly clock: Clock;
}

/**
 * In the session store, for all instances together; in this process with the same limit while the store is away. The library's
 * limiters on stores are not used for it: each wants a client of its own for one database, where counters are a part of the
 * session adapter here.
 */
export function windowsInStore({ kind, limit, counters, clock }: StoredWindowsOptions): RequestWindows {
  const insurance = windowsInMemory(limit);
  const addInStore = storedCount({ kind, limit, counters, clock });
  const nameOf = (key: string): string => `limit:${kind}:${key}`;

  async function lookInStore(key: string): Promise<Counted> {
    const now = clock();
    const found = await counters.get(nameOf(key), now);
    return found === null ? none : { count: found.value, left: found.endsAt - now };
  }

  return {
    add: (key) =>
      insured(
        () => addInStore(key, 1),
        () => insurance.add(key),
      ),
    look: (key) =>
      insured(
        () => lookInStore(key),
        () => insurance.look(key),
      ),
  };
}

/** The part of a limit that each process lets pass before it asks the store. */
const quietShare = 1 / 20;

/**
 * For what is counted at every request: a key's first requests of a window are counted in this process only, since a write for each would
 * cost more than most reads do. Whoever sends more is counted in the store from then on, these first requests included. So
 * most keys cost nothing, and the limit of all processes together is exact but for that share of each of the others.
 */
export function windowsSoonInStore(options: StoredWindowsOptions): RequestWindows {
  const own = windowsInMemory(options.limit);
  const addInStore = storedCount(options);
  const quiet = Math.floor(options.limit.max * quietShare);
  return {
    async add(key) {
      const counted = await own.add(key);
      if (counted.count <= quiet) return counted;
      const by = counted.count === quiet + 1 ? counted.count : 1;
      return insured(
        () => addInStore(key, by),
        async () => counted,
      );
    },
    look: own.look,
  };
}

/** Counts in the store, but for keys that are known to have nothing left. */
function storedCount({
  kind,
  limit,
  counters,
  clock,
}: StoredWindowsOptions): (key: string, by: number) => Promise<Counted> {
  const full = new FullWindows(clock);
  return async (key: string, by: number): Promise<Counted> => {
    const left = full.left(key);
    if (left > 0) return { count: limit.max + 1, left };
    const now = clock();
    const { value, endsAt } = await counters.add(`limit:${kind}:${key}`, by, limit.windowSeconds * 1000, now);
    if (value > limit.max) full.note(key, endsAt);
    return { count: value, left: endsAt - now };
  };
}
