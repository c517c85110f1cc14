import type { StoredCapability } from '../../capability.js';
import type { Connection } from '../../driver.js';
import { hasTable } from './present-tables.js';

/**
 * Changes the slugs of renamed collections and globals in the tables of capabilities. These tables exist only
 * after a server has run.
 *
 * @param renamed - former slugs by present ones
 */
export async function renameInSystemTables(
  connection: Connection,
  capabilities: readonly StoredCapability[],
  renamed: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [to, from] of Object.entries(renamed)) {
    for (const { tables, changeSlug } of capabilities) {
      const [table] = tables;
      if (changeSlug === undefined || table === undefined) continue;
      if (await hasTable(connection, table.name)) await changeSlug(connection, { from, to });
    }
  }
}
