/** Removes the bytes of uploads that expired, were ended, or have become documents. */
import type { FileService } from '../open-files.js';
import {
  forgetPart,
  forgetUpload,
  partKeyOf,
  partsOf,
  postponeUpload,
  type RemovableUpload,
  removableUploads,
} from './upload-table.js';

const batchSize = 50;
/** Pause after a failure. */
const pause = 600_000;

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
    await removeUpload(files, upload);
  } catch (err) {
    logError({ err, uploadId: upload.id }, 'an upload could not be removed; it is tried again');
    const dueAt = files.clock() + pause;
    await files.driver.briefTransaction((connection) => postponeUpload(connection, upload.id, dueAt));
  }
}

/** Removes the bytes of an upload, then its rows: nothing is forgotten before it is gone. */
export async function removeUpload(
  { driver, clock, storageNamed }: FileService,
  upload: RemovableUpload,
): Promise<void> {
  const storage = storageNamed(upload.storage);
  for (const part of await partsOf(driver, upload.id)) {
    await storage.delete(partKeyOf(upload, part));
    await driver.briefTransaction((connection) => forgetPart(connection, part));
  }
  await driver.briefTransaction((connection) => forgetUpload(connection, upload, clock()));
}
