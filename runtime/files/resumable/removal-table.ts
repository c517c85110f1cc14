/** When the bytes of uploads are removed, and when an upload is forgotten. */

import type { Connection } from '../../storage/driver.js';
import {
  grace,
  hasBytes,
  noFileSaid,
  nothingSaid,
  numberOrNull,
  type Upload,
  type UploadState,
} from './upload-table.js';

/** For how long the place of an expired upload says that it is gone, instead of being unknown: 7 days. */
const rememberedFor = 7 * 24 * 3_600_000;

/** Ends an upload: nobody can go on with it, and its bytes are to be removed now. */
export async function endUpload(connection: Connection, id: string): Promise<void> {
  await connection.run(
    `UPDATE "_svc_uploads" SET "expiresAt" = 0, "dueAt" = 0, "lock" = "lock" + 1 WHERE "id" = ?`,
    [id],
  );
}

/** An upload whose bytes are to be removed. */
export type RemovableUpload = Pick<Upload, 'id' | 'collection' | 'storage' | 'expiresAt' | 'signedUntil'> &
  Pick<UploadState, 'result'>;

/**
 * Uploads whose bytes are to be removed by now, that are to be forgotten, or that may be empty still; the
 * oldest first.
 */
export async function removableUploads(
  connection: Connection,
  now: number,
  limit: number,
): Promise<readonly RemovableUpload[]> {
  const rows = await connection.all(
    `SELECT "id", "collection", "storage", "expiresAt", "signedUntil", "result" FROM "_svc_uploads" ` +
      `WHERE "dueAt" <= ? ORDER BY "dueAt", "id" LIMIT ${limit}`,
    [now],
  );
  return rows.map((row) => ({
    id: String(row['id']),
    collection: String(row['collection']),
    storage: String(row['storage']),
    expiresAt: Number(row['expiresAt']),
    signedUntil: numberOrNull(row['signedUntil']),
    result: row['result'] === null ? null : String(row['result']),
  }));
}

/**
 * Ends an upload to which no byte has come: it has expired. Returns false if one has come.
 *
 * @param isSigned - the bytes go to the storage itself, which has none of them.
 */
export async function endIfEmpty(
  connection: Connection,
  { id, isSigned }: { readonly id: string; readonly isSigned: boolean },
  now: number,
): Promise<boolean> {
  const noPart = `NOT EXISTS (SELECT 1 FROM "_svc_upload_parts" WHERE "upload" = ?)`;
  const changed = await connection.run(
    `UPDATE "_svc_uploads" SET "expiresAt" = ?, "dueAt" = ?, "lock" = "lock" + 1 WHERE "id" = ? ` +
      `AND "received" = 0 AND "result" IS NULL AND ("busyUntil" IS NULL OR "busyUntil" <= ?)` +
      (isSigned ? '' : ` AND ${noPart}`),
    [now, now, id, now, ...(isSigned ? [] : [id])],
  );
  return changed === 1;
}

/** Records that an upload has bytes: it lasts until it expires. */
export async function keepUpload(connection: Connection, id: string): Promise<void> {
  await connection.run(`UPDATE "_svc_uploads" SET ${hasBytes} WHERE "id" = ?`, [id]);
}

/** Has the bytes of an upload removed at another time; others that are due earlier are removed before it. */
export async function scheduleRemoval(connection: Connection, id: string, dueAt: number): Promise<void> {
  await connection.run(`UPDATE "_svc_uploads" SET "dueAt" = ? WHERE "id" = ?`, [dueAt, id]);
}

/** Whether clients can still store bytes of an upload at addresses that they have. */
export function takesBytes({ signedUntil }: Pick<RemovableUpload, 'signedUntil'>, now: number): boolean {
  return signedUntil !== null && signedUntil + grace > now;
}

/**
 * Records that no bytes of an upload are left: it is remembered for some days, if it has expired. One to
 * which bytes can still come counts for its requester, and is looked at again when none can.
 */
export async function forgetUpload(
  connection: Connection,
  upload: Pick<RemovableUpload, 'id' | 'expiresAt' | 'signedUntil'>,
  now: number,
): Promise<void> {
  const { id, expiresAt, signedUntil } = upload;
  const takesMore = takesBytes(upload, now);
  const until = takesMore ? Number(signedUntil) + grace : expiresAt + rememberedFor;
  const said = takesMore ? noFileSaid : nothingSaid;
  await (until <= now
    ? connection.run(`DELETE FROM "_svc_uploads" WHERE "id" = ?`, [id])
    : connection.run(`UPDATE "_svc_uploads" SET "dueAt" = ?, ${said} WHERE "id" = ?`, [until, id]));
}
