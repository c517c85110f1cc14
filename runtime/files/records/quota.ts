/** The size of all files of a collection, which its quota limits (docs/spec/uploads.md#limits-and-faults). */
import type { Connection } from '../../storage/driver.js';
import { lockName } from '../../storage/locks.js';

/** A collection with a quota. */
export interface Quota {
  readonly collection: string;
  readonly quotaBytes: number;
}

/** A staged file, and how large it is. */
export interface StagedBytes {
  readonly id: string;
  readonly bytes: number;
}

/** Bytes of the files that documents name, or that are about to be named. */
export async function usedBytes(connection: Connection, collection: string): Promise<number> {
  const row = await connection.get(
    `SELECT sum("bytes") AS "bytes" FROM "_svc_files" WHERE "collection" = ? AND "state" IN ('live', 'staged')`,
    [collection],
  );
  return Number(row?.['bytes'] ?? 0);
}

/**
 * Counts a staged file, unless the collection would exceed its quota with it: then it returns false. Must run
 * in a transaction, in which no other file of the collection is counted.
 */
export async function reserveBytes(
  connection: Connection,
  { collection, quotaBytes }: Quota,
  { id, bytes }: StagedBytes,
): Promise<boolean> {
  await lockName(connection, `files ${collection}`);
  if ((await usedBytes(connection, collection)) + bytes > quotaBytes) return false;
  await connection.run(`UPDATE "_svc_files" SET "bytes" = ? WHERE "id" = ? AND "state" = 'staged'`, [
    bytes,
    id,
  ]);
  return true;
}

/** Size of the files in a state. */
export interface BytesOfState {
  readonly state: string;
  readonly bytes: number;
}

/** The size of the files that no document names, or names no more. */
export async function unnamedBytes(connection: Connection): Promise<readonly BytesOfState[]> {
  const rows = await connection.all(
    `SELECT "state", sum("bytes") AS "bytes" FROM "_svc_files" WHERE "state" IN ('dead', 'staged') GROUP BY "state"`,
    [],
  );
  return rows.map(({ state, bytes }) => ({ state: String(state), bytes: Number(bytes ?? 0) }));
}
