import { InvalidFile } from '../content/content-errors.js';
import type { ImageLimits } from '../content/image-facts.js';
import type { FileService } from '../file-service.js';
import type { LiveFile } from '../records/file-table.js';
import { findSize, type SizeRow, sizeKeyOf, type WantedSize } from '../records/size-table.js';
import {
  dropUnused,
  failTransform,
  forgetWanted,
  noteAttempt,
  noteUse,
  wantTransform,
} from '../records/transform-rows.js';
import { removeSize } from '../removal/remove-size.js';
import { checkSpace } from '../storage/free-space.js';
import { ImageProcessEnded, ImageUnwanted, TooManyImages } from './image-errors.js';
import type { ImagePool } from './image-pool.js';
import type { MakeTransform } from './made-sizes.js';
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
  /** How many a requester may wait for at a time. */
  readonly maxOfRequester: number;
  readonly logError: (fields: object, message: string) => void;
}

/** The work that requests for one size share. */
interface SharedWork {
  readonly done: Promise<SizeRow>;
  readonly unwanted: AbortController;
  /** Of the request that began it, for whom it is counted. */
  readonly requester: string;
  /** Requests whose clients are there. */
  clients: number;
}

/**
 * Requests for equal sizes at the same time share the work; it is not begun when all their clients are gone.
 * What is made is stored next to the image; the ones that were not used for longest go.
 */
export function createTransformMaker({
  files,
  pool,
  limitsOf,
  maxOfRequester,
  logError,
}: TransformMakerParts): MakeTransform {
  const { driver, clock } = files;
  const running = new Map<string, SharedWork>();
  /** Images that are being made or wait, by requester. */
  const making = new Map<string, number>();

  async function find(live: LiveFile, wanted: WantedSize, by: MadeFor): Promise<SizeRow> {
    const known = await findSize(driver, wanted);
    if (known?.state === 'failed') throw new InvalidFile('undecodable');
    if (known === null || known.state !== 'made') return makeCounted(live, wanted, by);
    const now = clock();
    if (known.dueAt <= now - noted)
      await driver.briefTransaction((connection) => noteUse(connection, wanted, now));
    return known;
  }

  async function makeCounted(live: LiveFile, wanted: WantedSize, by: MadeFor): Promise<SizeRow> {
    const { requester } = by;
    if (requester === '') return make(live, wanted, by);
    const count = making.get(requester) ?? 0;
    if (count >= maxOfRequester) throw new TooManyImages();
    making.set(requester, count + 1);
    try {
      return await make(live, wanted, by);
    } finally {
      const left = (making.get(requester) ?? 1) - 1;
      if (left === 0) making.delete(requester);
      else making.set(requester, left);
    }
  }

  async function make(live: LiveFile, wanted: WantedSize, { signal }: MadeFor): Promise<SizeRow> {
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
        ...{ sizes: [spec], focalX, focalY, lane: 'transform', signal },
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
        return failTransform(connection, row);
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

  function share(key: string, live: LiveFile, wanted: WantedSize, requester: string): SharedWork {
    const unwanted = new AbortController();
    const done = find(live, wanted, { requester, signal: unwanted.signal }).finally(() =>
      running.delete(key),
    );
    const shared = { done, unwanted, requester, clients: 0 };
    running.set(key, shared);
    return shared;
  }

  return async (live, wanted, { requester, clientSignal }) => {
    const key = sizeKeyOf(live.collection, wanted);
    for (;;) {
      const shared = running.get(key) ?? share(key, live, wanted, requester);
      shared.clients += 1;
      const leave = (): void => {
        shared.clients -= 1;
        if (shared.clients === 0) shared.unwanted.abort();
      };
      if (clientSignal?.gone === true) leave();
      const stopListening = clientSignal?.onGone(leave);
      try {
        return await shared.done;
      } catch (error) {
        // Its other clients left just before this one came, or another requester waits for too many: both
        // are no refusal of this request, which begins the work itself.
        const isOfOthers =
          error instanceof ImageUnwanted ||
          (error instanceof TooManyImages && shared.requester !== requester);
        if (!isOfOthers || clientSignal?.gone === true) throw error;
      } finally {
        stopListening?.();
      }
    }
  };
}

/** The first request for a size, and whether any client still waits for it. */
interface MadeFor {
  readonly requester: string;
  readonly signal: AbortSignal;
}
