import type { Driver } from '../../storage/driver.js';
import type { Clock } from '../../util/clock.js';
import { addSlowReads } from './slow-read-table.js';
import { maxPatterns, type SlowReads } from './slow-reads.js';

export interface SlowReadStoreOptions {
  readonly driver: Driver;
  readonly slowReads: SlowReads;
  readonly clock: Clock;
  readonly logError: (fields: object, message: string) => void;
}

/** Stores slow reads while a service runs. */
export interface SlowReadStore {
  start(): void;
  /** Stores what was noted. Never rejects. */
  run(): Promise<void>;
  /** Stores the rest, and nothing after it. */
  stop(): Promise<void>;
}

/**
 * Milliseconds until a slow read is stored: soon if its pattern is new here, so that it is there for a person
 * who looks for it; otherwise rarely, since each write ends the life of kept responses and counts.
 */
const delays = { ofNew: 5_000, ofKnown: 10 * 60_000 };

/** Stores slow reads in batches, never while a request waits. What cannot be stored is lost. */
export function createSlowReadStore({
  driver,
  slowReads,
  clock,
  logError,
}: SlowReadStoreOptions): SlowReadStore {
  const known = new Set<string>();
  let timer: { readonly due: number; readonly handle: NodeJS.Timeout } | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;
  let hasFailed = false;

  function schedule(shape: string): void {
    const isNew = !known.has(shape);
    if (isNew && known.size >= 10 * maxPatterns) known.clear();
    known.add(shape);
    const delay = isNew ? delays.ofNew : delays.ofKnown;
    const due = performance.now() + delay;
    if (isStopped || (timer !== null && timer.due <= due)) return;
    clearTimeout(timer?.handle);
    timer = { due, handle: setTimeout(() => void run(), delay).unref() };
  }

  async function store(): Promise<void> {
    clearTimeout(timer?.handle);
    timer = null;
    const sums = slowReads.take();
    if (sums.length === 0) return;
    try {
      await driver.briefTransaction((connection) => addSlowReads(connection, sums, clock()));
      hasFailed = false;
    } catch (error) {
      // Once, since it may fail for as long as the database takes no writes.
      if (!hasFailed) logError({ err: error }, 'slow reads could not be stored; requests are not affected');
      hasFailed = true;
    }
  }

  function run(): Promise<void> {
    running = running.then(store);
    return running;
  }

  return {
    start: () => slowReads.onNoted(schedule),
    run,
    stop() {
      isStopped = true;
      return run();
    },
  };
}
