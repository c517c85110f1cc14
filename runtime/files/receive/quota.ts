import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { FileService } from '../open-files.js';
import { type Quota, reserveBytes, type StagedBytes, usedBytes } from '../records/quota.js';

/**
 * Refuses a file for which there is certainly no space left, before its bytes are read.
 *
 * @throws ServiceError INSUFFICIENT_STORAGE
 */
export async function refuseOverQuota(
  { driver }: FileService,
  descriptor: CollectionDescriptor,
): Promise<void> {
  const quota = quotaOf(descriptor);
  if (quota === null) return;
  // A file has a byte at least.
  if ((await usedBytes(driver, quota.collection)) >= quota.quotaBytes) throw quotaExceeded(quota);
}

/**
 * Counts a staged file against the quota of its collection. What is counted by others at the same time is
 * counted one after the other.
 *
 * @throws ServiceError INSUFFICIENT_STORAGE
 */
export async function countBytes(
  { driver }: FileService,
  descriptor: CollectionDescriptor,
  staged: StagedBytes,
): Promise<void> {
  const quota = quotaOf(descriptor);
  if (quota === null) return;
  const fits = await driver.briefTransaction((connection) => reserveBytes(connection, quota, staged));
  if (!fits) throw quotaExceeded(quota);
}

function quotaOf({ slug, upload }: CollectionDescriptor): Quota | null {
  const { quotaBytes } = upload ?? {};
  return quotaBytes === undefined ? null : { collection: slug, quotaBytes };
}

function quotaExceeded({ quotaBytes: max }: Quota): ServiceError {
  return new ServiceError('INSUFFICIENT_STORAGE', reason('storage.quotaFull', { max }));
}
