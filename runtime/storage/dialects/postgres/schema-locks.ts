import type { Connection } from '../../driver.js';
import type { BlockerWatch } from './blocker-watch.js';

/**
 * Keys of the advisory locks of schema changes; the values are arbitrary. Used for schema changes only: see
 * docs/scaling.md.
 */
export const schemaLock = 7_368_299;
/** A separate lock: a server may start while an index is built. */
export const sessionLock = 7_368_300;

/** Milliseconds between two attempts to take a lock that another process holds. */
export const lockPause = 50;

/** Tries to take a lock once, without waiting. */
export async function hasLock(
  connection: Connection,
  name: 'pg_try_advisory_xact_lock' | 'pg_try_advisory_lock',
  lock: number,
): Promise<boolean> {
  const row = await connection.get(`SELECT ${name}(?)::int AS taken`, [lock]);
  return row?.['taken'] === 1;
}

/** After the lock is held: watches from now on what the statements of a connection wait for. */
export async function follow(connection: Connection, watch: BlockerWatch | null): Promise<void> {
  if (watch === null) return;
  const row = await connection.get('SELECT pg_backend_pid() AS pid', []);
  watch.moveTo({ connection: Number(row?.['pid']) });
}
