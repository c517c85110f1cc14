import { InvalidFile } from '../content/content-errors.js';
import type { ImageLimits } from '../content/image-facts.js';
import type { FileService } from '../open-files.js';
import type { LiveFile } from '../records/file-table.js';
import { failSizes, findSize, type SizeRow, sizeKeyOf, type WantedSize } from '../records/size-table.js';
import { dropUnused, forgetWanted, noteAttempt, noteUse, wantTransform } from '../records/transform-rows.js';
import { removeSize } from '../removal/remove-size.js';
import { checkSpace } from '../storage/free-space.js';
import { ImageProcessEnded } from './image-errors.js';
import type { ImagePool } from './image-pool.js';
import { sourceOf, storeSize } from './store-size.js';

/** How many a file keeps. */
export const maxKept = 64;
/** How long the row of one that is being made stays without bytes: longer than any image waits. */
const lease = 600_000;
/** A use is noted so often at most: a read should not write. */
const noted = 60_000;
/** After so many requests whose processes ended, an image is given up. */
const maxEnded = 3;

export interface TransformMakerParts {
  readonly files: Pick<FileService, 'driver' | 'clock' | 'storageNamed'>;
  readonly pool: ImagePool;
  readonly limitsOf: (collection: string) => ImageLimits;
  readonly logError: (fields: object, message: string) => void;
}

/**
 * Makes the size that a request asks for, or returns the one that is there.
 *
 * @throws InvalidFile for an image that cannot be decoded, QueueFull, ImageProcessEnded, StorageFull, and
 * errors of the storage.
 */
export type MakeTransform = (live: LiveFile, wanted: WantedSize) => Promise<SizeRow>;

/**
 * Requests for equal sizes at the same time share the work. What is made is stored next to the image; the
 * ones that were not used for longest go.
 */
export function createTransformMaker({
  files,
  pool,
  limitsOf,
  logError,
}: TransformMakerParts): MakeTransform {
  const { driver, clock } = files;
  const running = new Map<string, Promise<SizeRow>>();

  async function find(live: LiveFile, wanted: WantedSize): Promise<SizeRow> {
    const known = await findSize(driver, wanted);
    if (known?.state === 'failed') throw new InvalidFile('undecodable');
    if (known === null || known.state !== 'made') return make(live, wanted);
    const now = clock();
    if (known.dueAt <= now - noted)
      await driver.briefTransaction((connection) => noteUse(connection, wanted, now));
    return known;
  }

  async function make(live: LiveFile, wanted: WantedSize): Promise<SizeRow> {
    // Nothing is written for a request that is refused anyway.
    pool.checkRoom('transform');
    await checkSpace(files.storageNamed(live.storage));
    await driver.briefTransaction((connection) => wantTransform(connection, wanted, clock() + lease));
    const row = await findSize(driver, wanted);
    // Another instance has made it meanwhile.
    if (row?.state === 'made') return row;
    if (row === null) throw new InvalidFile('undecodable');
    const { spec, focalX, focalY } = wanted;
    try {
      await pool.makeSizes(sourceOf(files, live, limitsOf(live.collection)), {
        ...{ sizes: [spec], focalX, focalY, lane: 'transform' },
        store: (made) => storeSize(files, { live, row }, made),
      });
    } catch (error) {
      await afterFailure(error, row);
      throw error;
    }
    await keepFew(live, wanted);
    const made = await findSize(driver, wanted);
    if (made?.made == null) throw new InvalidFile('undecodable');
    return made;
  }

  async function afterFailure(error: unknown, row: SizeRow): Promise<void> {
    await driver.briefTransaction(async (connection) => {
      const hasEnded = error instanceof ImageProcessEnded;
      if (error instanceof InvalidFile || (hasEnded && row.attempts + 1 >= maxEnded))
        return failSizes(connection, row.file, [row.name]);
      if (hasEnded) return noteAttempt(connection, row, clock() + lease);
      return forgetWanted(connection, row);
    });
  }

  async function keepFew({ id, collection, storage }: LiveFile, wanted: WantedSize): Promise<void> {
    const now = clock();
    const dropped = await driver.briefTransaction(async (connection) => {
      await noteUse(connection, wanted, now);
      return dropUnused(connection, id, maxKept);
    });
    for (const name of dropped) {
      try {
        await removeSize(files, { file: id, name, collection, storage }, { now, deadBefore: 0 });
      } catch (err) {
        // The removal of files finds it by its row.
        logError({ err, fileId: id }, 'a size of an image could not be removed; it is tried again');
      }
    }
  }

  return async (live, wanted) => {
    const key = sizeKeyOf(live.collection, wanted);
    const current = running.get(key);
    if (current !== undefined) return current;
    const work = find(live, wanted).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  };
}
