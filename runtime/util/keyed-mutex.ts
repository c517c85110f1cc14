/** Lets work on one thing run one after the other, and on different things at once. */
export interface KeyedMutex {
  /** Runs the work when all earlier work under this key has ended; throws `tooLate()` on timeout. */
  runExclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export interface KeyedMutexOptions {
  /**
   * Max milliseconds to wait for the lock. Default 10 000: work whose caller has timed out must not run, and
   * a request has 30 s.
   */
  readonly timeout?: number;
  readonly tooLate: () => Error;
}

/** The locks are local to this process. */
export function createKeyedMutex({ timeout = 10_000, tooLate }: KeyedMutexOptions): KeyedMutex {
  /** The waiting calls of each key in use, the first in front. */
  const waiting = new Map<string, Set<() => void>>();

  function acquire(key: string): Promise<void> | void {
    const others = waiting.get(key);
    if (others === undefined) {
      waiting.set(key, new Set());
      return;
    }
    return new Promise((resolve, reject) => {
      const go = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        others.delete(go);
        reject(tooLate());
      }, timeout);
      others.add(go);
    });
  }

  function leave(key: string): void {
    const others = waiting.get(key);
    const [next] = others ?? [];
    if (next === undefined) {
      waiting.delete(key);
      return;
    }
    others?.delete(next);
    next();
  }

  return {
    async runExclusive(key, work) {
      await acquire(key);
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}
