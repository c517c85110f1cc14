/** The parts of uploads that arrive in several requests: each has a row before its bytes are stored. */

import type { Connection } from '../../storage/driver.js';
import { batches } from '../../util/batches.js';
import { type HeldUpload, hasBytes, type Upload } from './upload-table.js';

/** Bytes of an upload, stored as an object of their own. */
export interface UploadPart {
  readonly id: string;
  /** Position of the first byte in the file. */
  readonly start: number;
  readonly bytes: number;
}

/** Where the bytes of a part are. */
export function partKeyOf({ collection, id }: Pick<Upload, 'collection' | 'id'>, part: string): string {
  return `${collection}/${id}/part-${part}`;
}

/** Rows of one statement: a statement has a limited number of values. */
const partsOfStatement = 200;

/** Records a part whose bytes are about to be stored. */
export async function beginPart(
  connection: Connection,
  {
    upload,
    id,
    start,
    bytes,
  }: Omit<UploadPart, 'bytes'> & { readonly upload: string; readonly bytes?: number },
): Promise<void> {
  await connection.run(
    `INSERT INTO "_svc_upload_parts" ("id", "upload", "start", "bytes") VALUES (?, ?, ?, ?)`,
    [id, upload, start, bytes ?? null],
  );
}

/** Forgets a part whose bytes are gone. */
export async function forgetPart(connection: Connection, id: string): Promise<void> {
  await connection.run(`DELETE FROM "_svc_upload_parts" WHERE "id" = ?`, [id]);
}

/**
 * Counts parts whose bytes are stored: they follow those that were received before. Returns false if another
 * request has taken the upload.
 */
export async function countParts(
  connection: Connection,
  { id, lock }: HeldUpload,
  parts: readonly UploadPart[],
): Promise<boolean> {
  const [first] = parts;
  if (first === undefined) return true;
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const changed = await connection.run(
    `UPDATE "_svc_uploads" SET "received" = ?, ${hasBytes} ` +
      `WHERE "id" = ? AND "lock" = ? AND "received" = ? AND "result" IS NULL`,
    [first.start + bytes, id, lock, first.start],
  );
  if (changed !== 1) return false;
  for (const part of parts) await markStored(connection, part);
  return true;
}

/** Records that the bytes of a part are stored. Returns false if the part was removed meanwhile. */
async function markStored(
  connection: Connection,
  { id, bytes }: Omit<UploadPart, 'start'>,
): Promise<boolean> {
  const changed = await connection.run(`UPDATE "_svc_upload_parts" SET "bytes" = ? WHERE "id" = ?`, [
    bytes,
    id,
  ]);
  return changed === 1;
}

/** Records the sizes of all parts of an upload, as the storage lists them. */
export async function markAllStored(
  connection: Connection,
  upload: string,
  parts: readonly Omit<UploadPart, 'id'>[],
): Promise<void> {
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return;
  // All but the last one have the same size.
  const set = `UPDATE "_svc_upload_parts" SET "bytes" = ? WHERE "upload" = ? AND "start"`;
  await connection.run(`${set} < ?`, [first.bytes, upload, last.start]);
  await connection.run(`${set} = ?`, [last.bytes, upload, last.start]);
}

/** The parts of an upload whose bytes are stored, in the order of the file. */
export async function storedParts(connection: Connection, upload: string): Promise<readonly UploadPart[]> {
  const rows = await connection.all(
    `SELECT * FROM "_svc_upload_parts" WHERE "upload" = ? AND "bytes" IS NOT NULL ORDER BY "start", "id"`,
    [upload],
  );
  return rows.map((row) => ({
    id: String(row['id']),
    start: Number(row['start']),
    bytes: Number(row['bytes']),
  }));
}

/** Where the parts of an upload begin, by their ids, stored or not. */
export async function startsOf(
  connection: Connection,
  upload: string,
): Promise<readonly Omit<UploadPart, 'bytes'>[]> {
  const rows = await connection.all(
    `SELECT "id", "start" FROM "_svc_upload_parts" WHERE "upload" = ? ORDER BY "start"`,
    [upload],
  );
  return rows.map((row) => ({ id: String(row['id']), start: Number(row['start']) }));
}

/** Records parts that clients store by themselves. */
export async function beginParts(
  connection: Connection,
  upload: string,
  parts: readonly Omit<UploadPart, 'bytes'>[],
): Promise<void> {
  for (const batch of batches(parts, partsOfStatement)) {
    await connection.run(
      `INSERT INTO "_svc_upload_parts" ("id", "upload", "start") VALUES ${batch.map(() => '(?, ?, ?)').join(', ')}`,
      batch.flatMap(({ id, start }) => [id, upload, start]),
    );
  }
}

/**
 * Puts a part that is stored in the place of those with the same start. Returns the ids of those, which are
 * not stored any more; null where the upload takes no bytes.
 */
export async function replacePart(
  connection: Connection,
  upload: string,
  { id, start, bytes }: UploadPart,
  now: number,
): Promise<readonly string[] | null> {
  const changed = await connection.run(
    `UPDATE "_svc_uploads" SET ${hasBytes} WHERE "id" = ? AND "result" IS NULL AND "expiresAt" > ? ` +
      `AND ("busyUntil" IS NULL OR "busyUntil" <= ?)`,
    [upload, now, now],
  );
  if (changed !== 1) return null;
  const same = `"upload" = ? AND "start" = ? AND "bytes" IS NOT NULL`;
  const rows = await connection.all(`SELECT "id" FROM "_svc_upload_parts" WHERE ${same}`, [upload, start]);
  await connection.run(`UPDATE "_svc_upload_parts" SET "bytes" = NULL WHERE ${same}`, [upload, start]);
  return (await markStored(connection, { id, bytes })) ? rows.map((row) => String(row['id'])) : null;
}

/** The ids of the parts of an upload, stored or not. */
export async function partsOf(connection: Connection, upload: string): Promise<readonly string[]> {
  const rows = await connection.all(`SELECT "id" FROM "_svc_upload_parts" WHERE "upload" = ?`, [upload]);
  return rows.map(({ id }) => String(id));
}
