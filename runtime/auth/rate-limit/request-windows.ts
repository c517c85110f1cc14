import type { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimit } from '../../config/auth-config.js';
import type { Clock } from '../../util/clock.js';
import { ownRequire } from '../../util/package-root.js';
import { insured } from '../sessions/insured.js';
import { type CounterStore, lookAtCounter } from '../sessions/session-store.js';
import { FullWindows } from './full-windows.js';

/** How often something was done in the window that runs. */
export interface Counted {
  readonly count: number;
  /** Milliseconds. */
  readonly left: number;
}

/** Counts by key in fixed windows, each from its first request on. */
export interface RequestWindows {
  /** Counts one, or as many as said. */
  add(key: string, by?: number): Promise<Counted>;
  /** Without counting. */
  look(key: string): Promise<Counted>;
}

/** Windows of what may fail after it was counted. */
export interface ReturnableWindows extends RequestWindows {
  /** Counts one less. */
  takeBack(key: string): Promise<void>;
}

/** A timer of Node holds no more: with a longer one the library would forget a count at once. */
const maxSeconds = 2_147_483;

const none: Counted = { count: 0, left: 0 };

/** Not by the package's index, which loads the code for twenty other stores: 12 ms of a server's start. */
const Limiter = ownRequire('rate-limiter-flexible/lib/RateLimiterMemory.js') as typeof RateLimiterMemory;

/** In this process, with the library's own clock. */
export function windowsInMemory({ max, windowSeconds }: RateLimit): ReturnableWindows {
  const duration = Math.min(windowSeconds, maxSeconds);
  const limiter = new Limiter({ points: max, duration, keyPrefix: '' });
  // A timer ends the window in any case; where the clock was set back, the library says that it ends later.
  const inTime = (left: number): number => Math.min(left, duration * 1000);
  return {
    async add(key, by = 1) {
      // `penalty` counts as `consume` does, and returns where that throws.
      const { consumedPoints, msBeforeNext } = await limiter.penalty(key, by);
      return { count: consumedPoints, left: inTime(msBeforeNext) };
    },
    async takeBack(key) {
      await limiter.reward(key, 1);
    },
    async look(key) {
      const found = await limiter.get(key);
      // One that is over may still be there, until its timer runs.
      if (found === null || found.msBeforeNext <= 0) return none;
      return { count: found.consumedPoints, left: inTime(found.msBeforeNext) };
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
 * In the session store, for all instances together; in this process with the same limit while the store is
 * away. The library's limiters on stores are not used for it: each wants a client of its own for one
 * database, where counters are a part of the session adapter here.
 */
export function windowsInStore({ kind, limit, counters, clock }: StoredWindowsOptions): ReturnableWindows {
  const insurance = windowsInMemory(limit);
  const { addInStore, takeBackInStore } = storedCount({ kind, limit, counters, clock });
  const nameOf = (key: string): string => `limit:${kind}:${key}`;

  async function lookInStore(key: string): Promise<Counted> {
    const now = clock();
    const lifeOf = (): number => limit.windowSeconds * 1000;
    const found = await lookAtCounter(counters, nameOf(key), { now, lifeOf });
    return found === null ? none : { count: found.value, left: found.endsAt - now };
  }

  return {
    add: (key, by = 1) =>
      insured(
        () => addInStore(key, by),
        () => insurance.add(key, by),
      ),
    takeBack: (key) =>
      insured(
        () => takeBackInStore(key),
        () => insurance.takeBack(key),
      ),
    look: (key) =>
      insured(
        () => lookInStore(key),
        () => insurance.look(key),
      ),
  };
}

/** The part of a limit that a process tells the store of at once. */
const portionShare = 1 / 20;

/**
 * For what is counted at every request: in this process, which tells the store of each twentieth of the
 * limit, since a write for each request would cost more than most reads do. So most keys cost nothing, on any
 * store, and the limit of all processes together is exact but for that part of each of the others.
 */
export function windowsByPortions(options: StoredWindowsOptions): RequestWindows {
  const { max } = options.limit;
  const own = windowsInMemory(options.limit);
  const { addInStore, knownFull } = storedCount(options);
  const portion = Math.max(1, Math.floor(max * portionShare));
  return {
    async add(key, by = 1) {
      const counted = await own.add(key, by);
      const full = knownFull(key);
      if (full !== null) return full;
      const portions = Math.floor(counted.count / portion) - Math.floor((counted.count - by) / portion);
      if (counted.count > max || portions === 0) return counted;
      return insured(
        () => addInStore(key, portions * portion),
        async () => counted,
      );
    },
    look: own.look,
  };
}

interface StoredCount {
  addInStore(key: string, by: number): Promise<Counted>;
  takeBackInStore(key: string): Promise<void>;
  /** The count of a key that is known to have nothing left; null of any other. */
  knownFull(key: string): Counted | null;
}

/** Counts in the store, but for keys that are known to have nothing left. */
function storedCount({ kind, limit, counters, clock }: StoredWindowsOptions): StoredCount {
  const full = new FullWindows(clock);

  function knownFull(key: string): Counted | null {
    const left = full.left(key);
    return left > 0 ? { count: limit.max + 1, left } : null;
  }

  async function addInStore(key: string, by: number): Promise<Counted> {
    const known = knownFull(key);
    if (known !== null) return known;
    const now = clock();
    const { value, endsAt } = await counters.add(`limit:${kind}:${key}`, by, limit.windowSeconds * 1000, now);
    if (value >= limit.max) full.note(key, endsAt);
    return { count: value, left: endsAt - now };
  }

  async function takeBackInStore(key: string): Promise<void> {
    full.forget(key);
    const name = `limit:${kind}:${key}`;
    const { value } = await counters.add(name, -1, limit.windowSeconds * 1000, clock());
    // The window ended in between.
    if (value < 0) await counters.delete(name);
  }

  return { addInStore, takeBackInStore, knownFull };
}
