import type { AuthServer } from '../../support/auth-server.js';
import { openTestDriver } from '../../support/test-database.js';

/** What happens while a table is away: a real fault of the storage. */
export async function withoutTable<T>(
  server: AuthServer,
  table: string,
  during: () => Promise<T>,
): Promise<T> {
  const driver = await openTestDriver({ path: `${server.folder}/data.db` });
  try {
    await driver.run(`ALTER TABLE "${table}" RENAME TO "${table}_away"`, []);
    try {
      return await during();
    } finally {
      await driver.run(`ALTER TABLE "${table}_away" RENAME TO "${table}"`, []);
    }
  } finally {
    await driver.close();
  }
}
