import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { FileService } from '../open-files.js';
import { type Quota, reserveBytes, reserveUpload, type StagedBytes, usedBytes } from '../records/quota.js';
import { insertUpload, type Upload } from '../resumable/upload-table.js';

/**
 * Refuses a file for which there is certainly no space left, before its bytes are read.
 *
 * @throws ServiceError INSUFFICIENT_STORAGE
 */
export async function refuseOverQuota(
  { driver, clock }: FileService,
  descriptor: CollectionDescriptor,
): Promise<void> {
  const quota = quotaOf(descriptor);
  if (quota === null) return;
  const used = await usedBytes(driver, { collection: quota.collection, now: clock() });
  // A file has a byte at least.
  if (used >= quota.quotaBytes) throw quotaExceeded(quota);
}

/**
 * Counts a staged file against the quota of its collection. What is counted by others at the same time is
 * counted one after the other.
 *
 * @throws ServiceError INSUFFICIENT_STORAGE
 */
export async function countBytes(
  { driver, clock }: Pick<FileService, 'driver' | 'clock'>,
  descriptor: CollectionDescriptor,
  staged: StagedBytes,
): Promise<void> {
  const quota = quotaOf(descriptor);
  if (quota === null) return;
  const now = clock();
  const fits = await driver.briefTransaction((connection) =>
    reserveBytes(connection, { ...quota, now }, staged),
  );
  if (!fits) throw quotaExceeded(quota);
}

/**
 * Records an upload that begins. Its length counts against the quota of its collection from now on, until it
 * is a document or has ended.
 *
 * @throws ServiceError INSUFFICIENT_STORAGE
 */
export async function recordUpload(
  { driver, clock }: FileService,
  descriptor: CollectionDescriptor,
  upload: Upload,
): Promise<void> {
  const quota = quotaOf(descriptor);
  const now = clock();
  const isRecorded = await driver.briefTransaction(async (connection) => {
    if (quota !== null) return reserveUpload(connection, { ...quota, now }, upload);
    await insertUpload(connection, upload);
    return true;
  });
  if (!isRecorded && quota !== null) throw quotaExceeded(quota);
}

function quotaOf({ slug, upload }: CollectionDescriptor): Quota | null {
  const { quotaBytes } = upload ?? {};
  return quotaBytes === undefined ? null : { collection: slug, quotaBytes };
}

function quotaExceeded({ quotaBytes: max }: Quota): ServiceError {
  return new ServiceError('INSUFFICIENT_STORAGE', reason('storage.quotaFull', { max }));
}
