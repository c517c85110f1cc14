/** Removes the bytes of uploads that expired, were ended, or have become documents. */
import type { FileService } from '../open-files.js';
import {
  forgetPart,
  forgetUpload,
  partKeyOf,
  partsOf,
  type RemovableUpload,
  removableUploads,
} from './upload-table.js';

const batchSize = 50;

/**
 * Removes what is due. Removals are idempotent, so any number of processes may do the same; where the storage
 * is away, the error is thrown and the rest is done the next time.
 *
 * @param isStopped - whether to begin nothing further.
 */
export async function removeExpiredUploads(files: FileService, isStopped: () => boolean): Promise<void> {
  for (;;) {
    const found = await removableUploads(files.driver, files.clock(), batchSize);
    for (const upload of found) {
      if (isStopped()) return;
      await removeUpload(files, upload);
    }
    if (found.length < batchSize) return;
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
