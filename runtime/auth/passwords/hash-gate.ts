import { availableParallelism } from 'node:os';
import { ServiceError } from '../../errors/service-error.js';

/** Lets only some hashes run at once. */
export interface HashGate {
  /** @throws ServiceError UNAVAILABLE when too many wait already, or the turn does not come in time. */
  pass<T>(work: () => Promise<T>): Promise<T>;
}

export interface HashGateOptions {
  /** How many at once. Default: one for each core, but two threads of libuv's pool stay free. */
  readonly concurrency?: number;
  /** How many may wait. Default 100. */
  readonly waiting?: number;
  /** Milliseconds. Default 5 000. */
  readonly patience?: number;
}

interface Waiting {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Argon2 runs in libuv's thread pool, which files and DNS need too: with 32 hashes at once an `fs.stat` waits 844 ms
 * (measured). Throughput is the same at any limit. Bounded, since a login is cheap to send and dear to answer (OWASP ASVS 5, 11.4.2).
 */
export function createHashGate({
  concurrency = defaultConcurrency(),
  waiting = 100,
  patience = 5_000,
}: HashGateOptions = {}): HashGate {
  const queue = new Set<Waiting>();
  let running = 0;

  function enter(): Promise<void> | undefined {
    if (running < concurrency) {
      running += 1;
      return undefined;
    }
    if (queue.size >= waiting) throw overloaded();
    return new Promise((resolve, reject) => {
      const place: Waiting = {
        enter: resolve,
        timer: setTimeout(() => {
          queue.delete(place);
          reject(overloaded());
        }, patience),
      };
      queue.add(place);
    });
  }

  /** Hands the turn to whoever waits longest. */
  function leave(): void {
    const [next] = queue;
    if (next === undefined) {
      running -= 1;
      return;
    }
    queue.delete(next);
    clearTimeout(next.timer);
    next.enter();
  }

  return {
    async pass(work) {
      const turn = enter();
      if (turn !== undefined) await turn;
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

function defaultConcurrency(): number {
  const poolSize = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);
  const spare = (Number.isInteger(poolSize) ? poolSize : 4) - 2;
  return Math.max(1, Math.min(availableParallelism(), spare));
}

function overloaded(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'Too many logins are waiting. Try again in a few seconds.', {
    retryAfter: 5,
  });
}
