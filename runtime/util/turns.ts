/** Lets work on one thing run one after the other, and on different things at once. */
export interface Turns {
  /** Runs the work when everything that was asked for before under this key has ended; throws `tooLate()` where that takes too long. */
  inTurn<T>(key: string, work: () => Promise<T>): Promise<T>;
}

export interface TurnsOptions {
  /** Milliseconds that a turn is waited for. Default 10 000: what nobody waits for any more must not run, and a request has 30 s. */
  readonly patience?: number;
  readonly tooLate: () => Error;
}

/** Turns of this process; others have their own. */
export function createTurns({ patience = 10_000, tooLate }: TurnsOptions): Turns {
  /** Who waits for each key that has work, the first of them in front. */
  const waiting = new Map<string, Set<() => void>>();

  function turn(key: string): Promise<void> | void {
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
      }, patience);
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
    async inTurn(key, work) {
      await turn(key);
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}
