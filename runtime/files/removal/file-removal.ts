import type { BackgroundWork } from '../../http/api.js';
import type { FileService } from '../file-service.js';
import {
  forgetFile,
  keyOf,
  type RemovableFile,
  removableFiles,
  takeForRemoval,
} from '../records/file-table.js';
import { forgetHidden } from '../records/hidden-table.js';
import {
  forgetSizesOf,
  type RemovableSize,
  removableSizes,
  sizeKeyOf,
  sizesOfFiles,
} from '../records/size-table.js';
import { dropUnfinished } from '../records/transform-rows.js';
import { removeExpiredUploads } from '../resumable/upload-removal.js';
import { removeSize, type SizeRemoval } from './remove-size.js';

export interface FileRemovalParts {
  readonly files: FileService;
  readonly logError: (fields: object, message: string) => void;
}

/** How often files are looked for that are to be removed. */
const every = 60_000;
/** How long a file belongs to the process that removes it, and the first pause after a failure. */
const lease = 60_000;
/** The longest pause after failures: an hour. */
const maxPause = 3_600_000;
const batchSize = 50;
const hour = 3_600_000;

/**
 * Removes files that nothing names any more, and uploads that were never finished. Any number of processes
 * may run: each takes a file by a conditional update. The row goes after the bytes, so that nothing is
 * forgotten; a removal that fails is repeated with longer and longer pauses.
 */
export function createFileRemoval({ files, logError }: FileRemovalParts): BackgroundWork {
  const { driver, clock, options } = files;
  let stopped = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  async function removeAll(): Promise<void> {
    while (!stopped) {
      const now = clock();
      const deadBefore = now - options.deleteAfterHours * hour;
      const stagedBefore = now - options.stagingHours * hour;
      const found = await removableFiles(driver, { now, deadBefore, stagedBefore }, batchSize);
      for (const file of found) {
        if (stopped) return;
        await remove(file, now);
      }
      if (found.length < batchSize) return;
    }
  }

  async function removeEverything(): Promise<void> {
    await removeAll();
    await removeSizes();
    await removeExpiredUploads({ files, isStopped: () => stopped, logError });
  }

  /** Sizes that no document names any more, of images that stay. */
  async function removeSizes(): Promise<void> {
    if (files.sizes === null) return;
    await driver.briefTransaction((connection) => dropUnfinished(connection, clock()));
    while (!stopped) {
      const now = clock();
      const deadBefore = now - options.deleteAfterHours * hour;
      const found = await removableSizes(driver, deadBefore, batchSize);
      for (const size of found) if (!stopped) await removeDead(size, { deadBefore, now });
      if (found.length < batchSize) return;
    }
  }

  async function removeDead(size: RemovableSize, times: SizeRemoval): Promise<void> {
    try {
      await removeSize(files, size, times);
    } catch (err) {
      logError({ err, fileId: size.file }, 'a size of an image could not be removed; it is tried again');
    }
  }

  /** The file after its sizes, so that a row leads to what is left. */
  async function deleteBytes(file: RemovableFile): Promise<void> {
    const storage = files.storageNamed(file.storage);
    for (const size of await sizesOfFiles(driver, [file.id])) {
      await storage.delete(sizeKeyOf(file.collection, size));
    }
    await storage.delete(keyOf(file));
    await files.hiding.remove(file.id);
  }

  async function remove(file: RemovableFile, now: number): Promise<void> {
    const pause = Math.min(lease * 2 ** file.attempts, maxPause);
    const isOurs = await driver.briefTransaction((connection) =>
      takeForRemoval(connection, file, now + pause),
    );
    if (!isOurs) return;
    try {
      await deleteBytes(file);
    } catch (err) {
      logError({ err, fileId: file.id }, 'a file could not be removed; it is tried again');
      return;
    }
    await driver.briefTransaction(async (connection) => {
      await forgetSizesOf(connection, file.id);
      await forgetHidden(connection, file.id);
      await forgetFile(connection, file.id);
    });
  }

  function begin(): Promise<void> {
    running = running.then(removeEverything).catch((err: unknown) => {
      logError({ err }, 'files could not be removed; it is tried again');
    });
    return running;
  }

  return {
    start() {
      timer ??= setInterval(() => void begin(), every).unref();
    },
    run: begin,
    stop() {
      stopped = true;
      if (timer !== null) clearInterval(timer);
      return running;
    },
  };
}
