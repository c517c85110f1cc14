import type { Driver } from '../driver.js';
import { type DatabaseLocation, type OpenDatabaseOptions, openDatabase } from './open-database.js';

/** A migration, a copy or an import may take hours, and may have to wait for another process. */
const longest = 24 * 60 * 60 * 1000;

/** Opens a database for a command. A server's own driver gives up after seconds. */
export function openForLongWork(
  database: DatabaseLocation,
  { onBlocked }: Pick<OpenDatabaseOptions, 'onBlocked'> = {},
): Promise<Driver> {
  // While one connection waits for a lock, another one works or looks up what blocks it.
  const place = database.kind === 'sqlite' ? database : { ...database, pool: { max: 2 } };
  return openDatabase(place, {
    transactionTimeout: longest,
    busyTimeout: longest,
    silenceTimeout: 30_000,
    onBlocked,
  });
}
