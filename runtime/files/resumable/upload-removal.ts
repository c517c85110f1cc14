/** Removes the bytes of uploads that expired, were ended, or have become documents. */

import { batches } from '../../util/batches.js';
import type { FileService } from '../file-service.js';
import { forgetPart, partKeyOf, partsOf } from './part-table.js';
import {
  endIfEmpty,
  endUpload,
  forgetUpload,
  keepUpload,
  type RemovableUpload,
  removableUploads,
  scheduleRemoval,
  takesBytes,
} from './removal-table.js';

const batchSize = 50;
/** Objects that are removed at once. */
const atOnce = 8;
/** Pause after a failure. */
const pause = 600_000;
/** A request removes so many parts itself; more would keep its client waiting. */
export const partsOfRequest = 32;

export interface ExpiredUploadsParts {
  readonly files: FileService;
  /** Whether to begin nothing further. */
  readonly isStopped: () => boolean;
  readonly logError: (fields: object, message: string) => void;
}

/**
 * Removes what is due. Removals are idempotent, so any number of processes may do the same. Where a storage
 * is away, its uploads are tried again later, and those of other storages are removed now.
 */
export async function removeExpiredUploads(parts: ExpiredUploadsParts): Promise<void> {
  const { files, isStopped } = parts;
  for (;;) {
    const found = await removableUploads(files.driver, files.clock(), batchSize);
    for (const upload of found) {
      if (isStopped()) return;
      await removeOrPostpone(parts, upload);
    }
    if (found.length < batchSize) return;
  }
}

async function removeOrPostpone(
  { files, logError }: ExpiredUploadsParts,
  upload: RemovableUpload,
): Promise<void> {
  try {
    const now = files.clock();
    if (upload.expiresAt <= now || upload.result !== null) await removeUpload(files, upload);
    else if (await endsEmpty(files, upload, now)) await removeUpload(files, { ...upload, expiresAt: now });
  } catch (err) {
    logError({ err, uploadId: upload.id }, 'an upload could not be removed; it is tried again');
    const dueAt = files.clock() + pause;
    await files.driver.briefTransaction((connection) => scheduleRemoval(connection, upload.id, dueAt));
  }
}

/** Ends an upload to which no byte has come for a while; false where it has bytes, with which it lasts. */
async function endsEmpty(files: FileService, upload: RemovableUpload, now: number): Promise<boolean> {
  const { driver } = files;
  const isSigned = upload.signedUntil !== null;
  const isEmpty = !isSigned || !(await hasObjects(files, upload));
  return driver.briefTransaction(async (connection) => {
    if (isEmpty && (await endIfEmpty(connection, { id: upload.id, isSigned }, now))) return true;
    await keepUpload(connection, upload.id);
    return false;
  });
}

async function hasObjects({ storageNamed }: FileService, upload: RemovableUpload): Promise<boolean> {
  for await (const _ of storageNamed(upload.storage).list(partKeyOf(upload, ''))) return true;
  return false;
}

/**
 * Removes the bytes of an upload, then its rows: nothing is forgotten before it is gone. The rows of parts
 * that clients can still store stay, and are removed when they cannot.
 */
export async function removeUpload(
  { driver, clock, storageNamed }: FileService,
  upload: RemovableUpload,
): Promise<void> {
  const storage = storageNamed(upload.storage);
  const isLast = !takesBytes(upload, clock());
  for (const batch of batches(await partsOf(driver, upload.id), atOnce)) {
    await Promise.all(batch.map((part) => storage.delete(partKeyOf(upload, part))));
    if (!isLast) continue;
    for (const part of batch) await driver.briefTransaction((connection) => forgetPart(connection, part));
  }
  await driver.briefTransaction((connection) => forgetUpload(connection, upload, clock()));
}

/**
 * Removes the bytes of an upload that is over, for a request that ends it: at once where they are a few
 * objects, else in the background. Where the storage is away, they go later.
 */
export async function removeSoon(files: FileService, upload: RemovableUpload): Promise<void> {
  const { driver } = files;
  if ((await partsOf(driver, upload.id)).length <= partsOfRequest) await removeUpload(files, upload);
  else await driver.briefTransaction((connection) => scheduleRemoval(connection, upload.id, files.clock()));
}

/** Ends an upload, whose bytes go soon; later where the storage is away. */
export async function endBegunUpload(files: FileService, upload: RemovableUpload): Promise<void> {
  await files.driver.briefTransaction((connection) => endUpload(connection, upload.id));
  await removeSoon(files, { ...upload, expiresAt: 0 }).catch(() => undefined);
}
