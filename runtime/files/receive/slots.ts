import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { FileService } from '../file-service.js';
import { QueueFull } from '../images/image-errors.js';
import { countWaiting } from '../records/size-table.js';
import { checkSpace } from '../storage/free-space.js';
import { asServiceError } from './file-errors.js';
import { refuseOverQuota } from './quota.js';

/** What a request with a file takes. */
export interface Slot {
  readonly descriptor: CollectionDescriptor;
  /** Whether the quota counts the file already. Default false. */
  readonly isReserved?: boolean;
}

/** Counts the images that wait in this process, and those whose sizes wait in the database. */
async function refuseFullQueue(
  { images, driver, options: { imageQueue } }: FileService,
  { upload }: CollectionDescriptor,
): Promise<void> {
  if (upload?.images === undefined) return;
  try {
    images?.checkRoom();
    if (upload.images.sizes.length === 0) return;
    if ((await countWaiting(driver, imageQueue)) >= imageQueue) throw new QueueFull(imageQueue);
  } catch (error) {
    throw asServiceError(error);
  }
}

/**
 * Does the work of a request with a file, unless too many are received already, or the disk or the quota
 * of the collection is full.
 *
 * @throws ServiceError UNAVAILABLE, INSUFFICIENT_STORAGE, before the body is read.
 */
export async function inSlot<T>(
  files: FileService,
  { descriptor, isReserved = false }: Slot,
  work: () => Promise<T>,
): Promise<T> {
  if (files.received.count >= files.options.concurrent) {
    throw new ServiceError('UNAVAILABLE', reason('upload.tooMany'), { retryAfter: 1 });
  }
  // Before anything is awaited: requests that arrive together must see each other.
  files.received.count += 1;
  try {
    await refuseFullQueue(files, descriptor);
    await checkSpace(files.storageOf(descriptor)).catch((error: unknown) => {
      throw asServiceError(error);
    });
    if (!isReserved) await refuseOverQuota(files, descriptor);
    return await work();
  } finally {
    files.received.count -= 1;
  }
}
