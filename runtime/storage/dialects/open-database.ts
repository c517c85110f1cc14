import type { Driver } from '../driver.js';
import type { OpenDatabaseOptions } from './database.js';
import { type DatabaseLocation, databaseAt } from './index.js';

/**
 * Opens the database of a service. Only the needed driver is loaded.
 *
 * @throws Error that names the database and the problem, without user and password.
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: OpenDatabaseOptions = {},
): Promise<Driver> {
  const database = databaseAt(location);
  const driver = await database.connect(options);
  try {
    await database.check(driver);
    return driver;
  } catch (error) {
    await driver.close();
    throw error;
  }
}

/** A migration, a copy or an import may take hours, and may have to wait for another process. */
const longest = 24 * 60 * 60 * 1000;

/** Opens a database for a command. A server's own driver gives up after seconds. */
export function openForLongWork(
  location: DatabaseLocation,
  { onBlocked }: Pick<OpenDatabaseOptions, 'onBlocked'> = {},
): Promise<Driver> {
  return openDatabase(location, {
    transactionTimeout: longest,
    busyTimeout: longest,
    silenceTimeout: 30_000,
    // While one connection waits for a lock, another one works or looks up what blocks it.
    maxConnections: 2,
    onBlocked,
  });
}
