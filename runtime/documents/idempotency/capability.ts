import type { Capability } from '../../storage/capability.js';
import type { Driver } from '../../storage/driver.js';
import { purgeRows } from '../../storage/purge-rows.js';
import type { Clock } from '../../util/clock.js';
import { expiredResponses, idempotencyTables } from './idempotency-table.js';
import type { ExpiredResponses } from './purge-responses.js';

/** What it needs of a service that is opened. */
interface Opened {
  readonly driver: Driver;
  readonly operations: { readonly clock: Clock };
  /** Null without authentication: then no housekeeping runs. */
  readonly auth: object | null;
  readonly logError: (fields: object, message: string) => void;
}

/** The services that housekeeping has. */
interface Services {
  readonly driver: Driver;
  readonly clock: Clock;
}

/** Responses to creations with an `Idempotency-Key`. */
export const idempotency: Capability<Services, (opened: Opened) => { readonly work?: ExpiredResponses }> = {
  name: 'idempotency keys',
  isUsedBy: ({ collections }) => collections.length > 0,
  tables: idempotencyTables,
  purge: ({ driver, clock }) => purgeRows(driver, expiredResponses, clock()),
  async load() {
    const { createExpiredResponses } = await import('./purge-responses.js');
    return ({ auth, driver, operations: { clock }, logError }) =>
      auth === null ? { work: createExpiredResponses({ driver, clock, logError }) } : {};
  },
};
