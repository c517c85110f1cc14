import type { Dialect, Driver } from './driver.js';

/** Rows of one deletion: a larger one would hold up every other write. */
const batch = 1_000;

/**
 * PostgreSQL looks at a row once more when it locks it: one that was begun again meanwhile stays, where a deletion that waited for it would
 * take it all the same. And whoever passes over what others have cannot be waiting for them while they wait for it.
 */
const passingOver: Readonly<Record<Dialect, string>> = { sqlite: '', postgres: ' FOR UPDATE SKIP LOCKED' };

/** Rows of a table of the service, with its columns of the key and of the time at which a row is over; quoted where names need it. */
export interface EndedRows {
  readonly table: string;
  readonly key: string;
  readonly endedAt: string;
}

/**
 * Removes the rows that were over at a time or before it, the oldest first. Any number of instances may do so at once: each row goes once,
 * and rows that somebody else has are left for the next time.
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
  const deleteSql = `DELETE FROM ${table} WHERE ${key} IN (${some} LIMIT ${batch}${passingOver[driver.dialect]})`;
  let purged = 0;
  // Looking takes no lock: mostly there is nothing to remove.
  while ((await driver.get(lookSql, [until])) !== undefined) {
    const removed = await driver.briefTransaction((connection) => connection.run(deleteSql, [until]));
    purged += removed;
    if (removed < batch) break;
  }
  return purged;
}
