import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { FileService } from '../open-files.js';
import { refuseOverQuota } from './quota.js';

/** Below this many free bytes no file is taken: 100 MiB. */
const minFree = 100 * 1024 * 1024;

/**
 * Does the work of a request with a file, unless too many are received already, or the disk or the quota
 * of the collection is full.
 *
 * @throws ServiceError UNAVAILABLE, INSUFFICIENT_STORAGE, before the body is read.
 */
export async function inSlot<T>(
  files: FileService,
  descriptor: CollectionDescriptor,
  work: () => Promise<T>,
): Promise<T> {
  if (files.received.count >= files.options.concurrent) {
    throw new ServiceError('UNAVAILABLE', reason('upload.tooMany'), { retryAfter: 1 });
  }
  files.received.count += 1;
  try {
    const free = (await files.storageOf(descriptor).free?.()) ?? null;
    if (free !== null && free < minFree) {
      throw new ServiceError('INSUFFICIENT_STORAGE', reason('storage.full'));
    }
    await refuseOverQuota(files, descriptor);
    return await work();
  } finally {
    files.received.count -= 1;
  }
}
