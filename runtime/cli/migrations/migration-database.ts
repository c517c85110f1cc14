import type { ServiceConfig } from '../../config/service-config.js';
import type { OpenDatabaseOptions } from '../../storage/dialects/database.js';
import { openForLongWork } from '../../storage/dialects/open-database.js';
import type { Driver } from '../../storage/driver.js';
import { lastingDatabase } from '../project.js';

/** Opens the database of a config and passes it to `work`. It waits for other processes that migrate. */
export async function withMigrationDatabase<T>(
  config: ServiceConfig,
  work: (driver: Driver) => Promise<T>,
  { onBlocked }: Pick<OpenDatabaseOptions, 'onBlocked'> = {},
): Promise<T> {
  const driver = await openForLongWork(lastingDatabase(config), { onBlocked });
  try {
    return await work(driver);
  } finally {
    await driver.close();
  }
}
