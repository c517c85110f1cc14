import { availableParallelism } from 'node:os';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { HashLine } from './hash-line.js';

/** Limits concurrent hashes, and keeps one client's flood from delaying all others. */
export interface HashSemaphore {
  /** @throws ServiceError UNAVAILABLE when too many wait already, or the turn does not come in time. */
  pass<T>(work: () => Promise<T>, line: HashLine): Promise<T>;
}

export interface HashSemaphoreOptions {
  /** How many at once. Default: one for each core, but two threads of libuv's pool stay free. */
  readonly concurrency?: number;
  /** How many may wait. Default 100. */
  readonly waiting?: number;
  /** Milliseconds. Default 5 000. */
  readonly timeout?: number;
}

interface Waiting {
  enter(): void;
  refuse(): void;
}

/** The waiting requests of each queue, the next queue first: a map keeps the order of insertion. */
type Lines = Map<string, Waiting[]>;

/**
 * Argon2 runs in libuv's thread pool, which files and DNS need too: with 32 hashes at once an `fs.stat` waits
 * 844 ms (measured). Throughput is the same at any limit. The number is limited, since a login is cheap to
 * send and expensive to process (OWASP ASVS 5, 11.4.2).
 *
 * Queues take turns, so that a network which sends a thousand logins waits for its own hashes, and all others
 * for only one of these. Known clients get every other turn. When the queue is full, a new request displaces
 * one from the longest queue of strangers, unless that is its own.
 */
export function createHashSemaphore({
  concurrency = defaultConcurrency(),
  waiting = 100,
  timeout = 5_000,
}: HashSemaphoreOptions = {}): HashSemaphore {
  const known: Lines = new Map();
  const strangers: Lines = new Map();
  let running = 0;
  let places = 0;
  let knownAreNext = true;

  function enter(line: HashLine): Promise<void> | undefined {
    if (running < concurrency) {
      running += 1;
      return undefined;
    }
    if (places >= waiting) makeRoom(line);
    return new Promise((resolve, reject) => wait(line, resolve, reject));
  }

  function wait({ name, isKnown }: HashLine, resolve: () => void, reject: (error: Error) => void): void {
    const lines = isKnown ? known : strangers;
    const line = lines.get(name) ?? [];
    const refuse = (): void => {
      line.splice(line.indexOf(place), 1);
      leaveLine(lines, name);
      clearTimeout(timer);
      reject(overloaded());
    };
    const timer = setTimeout(refuse, timeout);
    const place: Waiting = {
      enter() {
        clearTimeout(timer);
        resolve();
      },
      refuse,
    };
    line.push(place);
    lines.set(name, line);
    places += 1;
  }

  function leaveLine(lines: Lines, name: string): void {
    places -= 1;
    if (lines.get(name)?.length === 0) lines.delete(name);
  }

  /** @throws ServiceError UNAVAILABLE when the queue is full and no waiting request has a weaker claim. */
  function makeRoom({ name, isKnown }: HashLine): void {
    const longest = [...strangers.values()].reduce<readonly Waiting[]>(
      (found, line) => (line.length > found.length ? line : found),
      [],
    );
    const own = (isKnown ? known : strangers).get(name)?.length ?? 0;
    const isDue = isKnown ? longest.length > 0 && own === 0 : longest.length > own + 1;
    if (!isDue) throw overloaded();
    longest.at(-1)?.refuse();
  }

  /** Hands the turn on. */
  function leave(): void {
    const lines = strangers.size === 0 || (knownAreNext && known.size > 0) ? known : strangers;
    const [next] = lines;
    if (next === undefined) {
      running -= 1;
      return;
    }
    knownAreNext = lines === strangers;
    const [name, line] = next;
    const place = line.shift();
    // Moves the queue behind all others, if requests still wait in it.
    lines.delete(name);
    if (line.length > 0) lines.set(name, line);
    places -= 1;
    place?.enter();
  }

  return {
    async pass(work, line) {
      const turn = enter(line);
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
  return new ServiceError('UNAVAILABLE', reason('login.tooManyWaiting'), {
    retryAfter: 5,
  });
}
