import type { Driver } from './driver.js';
import { type DatabasePlace, type OpenDatabaseOptions, openDatabase } from './open-database.js';

/** A migration, a copy or an import takes as long as it takes, and another process may be at work. */
const longest = 24 * 60 * 60 * 1000;

/** Opens a database for a command. A server's own driver gives up after seconds. */
export function openForLongWork(
  database: DatabasePlace,
  { onBlocked }: Pick<OpenDatabaseOptions, 'onBlocked'> = {},
): Promise<Driver> {
  // One connection may hold a lock while another one works, or looks whom it waits for.
  const place = database.kind === 'sqlite' ? database : { ...database, pool: { max: 2 } };
  return openDatabase(place, {
    transactionTimeout: longest,
    busyTimeout: longest,
    silenceTimeout: 30_000,
    onBlocked,
  });
}
