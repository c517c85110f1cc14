import type { Driver } from './driver.js';

/** Max rows of one deletion: a larger one would block all other writes. */
const batch = 1_000;

/** A table of the service with the columns of its key and of the expiry time; quoted where names need it. */
export interface EndedRows {
  readonly table: string;
  readonly key: string;
  readonly endedAt: string;
}

/**
 * Removes the rows that expired at a time or before it, the oldest first. Any number of instances may do so
 * at once: each row is removed once, and rows that another instance has locked are left for the next run.
 *
 * @param until - Milliseconds since 1970.
 * @returns How many rows this instance removed.
 */
export async function purgeRows(
  driver: Driver,
  { table, key, endedAt }: EndedRows,
  until: number,
): Promise<number> {
  const some = `SELECT ${key} FROM ${table} WHERE ${endedAt} <= ? ORDER BY ${endedAt}`;
  const lookSql = `${some} LIMIT 1`;
  // A deletion that waits for a row would delete it even if it was renewed meanwhile. Skipping it also avoids
  // deadlocks.
  const { skippingClause } = driver.dialect.locks;
  const deleteSql = `DELETE FROM ${table} WHERE ${key} IN (${some} LIMIT ${batch}${skippingClause})`;
  let purged = 0;
  // The check takes no lock: mostly there is nothing to remove.
  while ((await driver.get(lookSql, [until])) !== undefined) {
    const removed = await driver.briefTransaction((connection) => connection.run(deleteSql, [until]));
    purged += removed;
    if (removed < batch) break;
  }
  return purged;
}
