import { ServiceError } from '../errors/service-error.js';

/**
 * Lets one writer in at a time, in the order they came. Whoever waits longer than `patience` milliseconds is sent away
 * with `UNAVAILABLE`, so that a writer that is stuck cannot pile up requests without end.
 */
export class WriteQueue {
  readonly #patience: number;
  readonly #waiting: Set<Waiter> = new Set();
  #busy = false;

  constructor(patience: number) {
    this.#patience = patience;
  }

  /** Resolves when it is the caller's turn. The caller must call {@link leave} afterwards, come what may. */
  enter(): Promise<void> | undefined {
    if (!this.#busy) {
      this.#busy = true;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(new ServiceError('UNAVAILABLE', 'Too many writes are waiting. Try again.', { retryAfter: 1 }));
      }, this.#patience);
      const waiter: Waiter = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(waiter);
    });
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#busy = false;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

type Waiter = () => void;
