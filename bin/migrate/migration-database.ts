import { resolveServerOptions } from '../../runtime/config/server-options.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { OpenDatabaseOptions } from '../../runtime/storage/dialects/open-database.js';
import { isInMemory } from '../../runtime/storage/dialects/open-database.js';
import { openForLongWork } from '../../runtime/storage/dialects/open-for-long-work.js';
import type { Driver } from '../../runtime/storage/driver.js';
import { CommandError } from '../command-error.js';

/** Opens the database of a config and passes it to `work`. It waits for other processes that migrate. */
export async function withMigrationDatabase<T>(
  config: ServiceConfig,
  work: (driver: Driver) => Promise<T>,
  { onBlocked }: Pick<OpenDatabaseOptions, 'onBlocked'> = {},
): Promise<T> {
  const { database } = resolveServerOptions(config);
  if (isInMemory(database)) {
    throw new CommandError(
      'the database is in memory: nothing would be kept. Name a file in SVC_DATABASE_URL.',
    );
  }
  const driver = await openForLongWork(database, { onBlocked });
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}
