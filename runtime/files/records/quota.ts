/** The size of all files of a collection, which its quota limits (docs/spec/uploads.md#limits-and-faults). */
import type { Connection } from '../../storage/driver.js';
import { lockName } from '../../storage/locks.js';
import { insertUpload, type NewUpload, spaceTaking } from '../resumable/upload-table.js';

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

/** A collection at a time, in milliseconds since 1970. */
export interface QuotaNow {
  readonly collection: string;
  readonly now: number;
}

/**
 * Bytes of the files that documents name, or that are about to be named. An upload in several requests counts
 * with its whole length from its begin, so that what it has sent so far cannot fill the place; and until its
 * addresses in the storage have expired, which take bytes after its end too. Not so one that has become a
 * document: its file counts.
 */
export async function usedBytes(connection: Connection, { collection, now }: QuotaNow): Promise<number> {
  const files = await connection.get(
    `SELECT sum("bytes") AS "bytes" FROM "_svc_files" WHERE "collection" = ? AND "state" IN ('live', 'staged')`,
    [collection],
  );
  const { sql, parameters } = spaceTaking(now);
  const uploads = await connection.get(
    `SELECT sum("length") AS "bytes" FROM "_svc_uploads" WHERE "collection" = ? AND ${sql}`,
    [collection, ...parameters],
  );
  return Number(files?.['bytes'] ?? 0) + Number(uploads?.['bytes'] ?? 0);
}

/**
 * Counts a staged file, unless the collection would exceed its quota with it: then it returns false. Must run
 * in a transaction, in which no other file of the collection is counted.
 */
export async function reserveBytes(
  connection: Connection,
  quota: Quota & { readonly now: number },
  { id, bytes }: StagedBytes,
): Promise<boolean> {
  if (!(await fits(connection, quota, bytes))) return false;
  await connection.run(`UPDATE "_svc_files" SET "bytes" = ? WHERE "id" = ? AND "state" = 'staged'`, [
    bytes,
    id,
  ]);
  return true;
}

/** Records an upload that begins, as {@link reserveBytes} counts a file. */
export async function reserveUpload(
  connection: Connection,
  quota: Quota & { readonly now: number },
  upload: NewUpload,
): Promise<boolean> {
  if (!(await fits(connection, quota, upload.length))) return false;
  await insertUpload(connection, upload);
  return true;
}

async function fits(
  connection: Connection,
  { quotaBytes, ...quota }: Quota & { readonly now: number },
  bytes: number,
): Promise<boolean> {
  await lockName(connection, `files ${quota.collection}`);
  return (await usedBytes(connection, quota)) + bytes <= quotaBytes;
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
