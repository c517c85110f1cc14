import { reason } from '../errors/reasons/reason.js';
import { ServiceError } from '../errors/service-error.js';

/**
 * Lets one writer in at a time, in order of arrival. After `timeout` milliseconds of waiting a writer is
 * rejected with `UNAVAILABLE`, so that a stuck writer cannot pile up requests.
 */
export class WriteSemaphore {
  readonly #timeout: number;
  readonly #waiting: Set<Waiter> = new Set();
  #busy = false;

  constructor(timeout: number) {
    this.#timeout = timeout;
  }

  /** Resolves when it is the caller's turn. The caller must always call {@link leave} afterwards. */
  enter(): Promise<void> | undefined {
    if (!this.#busy) {
      this.#busy = true;
      return undefined;
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(waiter);
        reject(new ServiceError('UNAVAILABLE', reason('write.tooManyWaiting'), { retryAfter: 1 }));
      }, this.#timeout);
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
