import type { Driver } from '../../storage/driver.js';
import { purgeRows } from '../../storage/purge-rows.js';
import type { Clock } from '../../util/clock.js';
import { expiredResponses } from './idempotency-table.js';

/** Removes expired responses every hour, in services without the housekeeping of authentication. */
export interface ExpiredResponses {
  start(): void;
  run(): Promise<void>;
  stop(): Promise<void>;
}

export interface ExpiredResponsesParts {
  readonly driver: Driver;
  readonly clock: Clock;
  readonly logError: (fields: object, message: string) => void;
}

const every = 3_600_000;

export function createExpiredResponses({ driver, clock, logError }: ExpiredResponsesParts): ExpiredResponses {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function purge(): Promise<void> {
    try {
      await purgeRows(driver, expiredResponses, clock());
    } catch (err) {
      logError({ err }, 'cleaning up failed; it is tried again');
    }
  }

  function run(): Promise<void> {
    running = running.then(purge);
    return running;
  }

  return {
    start() {
      timer = setInterval(() => void run(), every).unref();
    },
    run,
    stop() {
      clearInterval(timer);
      return running;
    },
  };
}
