import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import { lockName } from '../../storage/locks.js';
import type { FileService } from '../file-service.js';
import { type Quota, reserveBytes, reserveUpload, type StagedBytes, usedBytes } from '../records/quota.js';
import { beginParts, type UploadPart } from '../resumable/part-table.js';
import {
  emptyFor,
  heldBytes,
  insertUpload,
  type NewUpload,
  unfinishedOf,
} from '../resumable/upload-table.js';

/**
 * Refuses a file for which there is certainly no space left, before its bytes are read.
 *
 * @throws ServiceError INSUFFICIENT_STORAGE
 */
export async function refuseOverQuota(
  { driver, clock }: FileService,
  descriptor: CollectionDescriptor,
  /** Size of the file; a byte at least, where it is not known. */
  bytes = 1,
): Promise<void> {
  const quota = quotaOf(descriptor);
  if (quota === null) return;
  const used = await usedBytes(driver, { collection: quota.collection, now: clock() });
  if (used + bytes > quota.quotaBytes) throw quotaExceeded(quota);
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

/** An upload that begins, and the parts that its client stores by itself. */
export interface BegunUpload {
  readonly upload: NewUpload;
  readonly parts: readonly Omit<UploadPart, 'bytes'>[];
}

/**
 * Records an upload that begins. Its length counts against the quota of its collection from now on, until it
 * is a document or has ended. A requester has so many unfinished uploads at most, and they hold half of a
 * quota at most, unless there is only one.
 *
 * @throws ServiceError RATE_LIMITED, INSUFFICIENT_STORAGE
 */
export async function recordUpload(
  { driver, clock, options: { unfinished: max } }: FileService,
  descriptor: CollectionDescriptor,
  { upload, parts }: BegunUpload,
): Promise<void> {
  const quota = quotaOf(descriptor);
  const now = clock();
  const { requester } = upload;
  const refusal = await driver.briefTransaction(async (connection) => {
    if (requester !== '') {
      await lockName(connection, `uploads ${requester}`);
      if ((await unfinishedOf(connection, requester, now)) >= max) return tooManyUnfinished(max);
      if (quota !== null && (await holdsTooMuch(connection, quota, { upload, now })))
        return new ServiceError('RATE_LIMITED', reason('upload.holdsQuota'), { retryAfter });
    }
    if (quota === null) await insertUpload(connection, upload);
    else if (!(await reserveUpload(connection, { ...quota, now }, upload))) return quotaExceeded(quota);
    await beginParts(connection, upload.id, parts);
    return null;
  });
  if (refusal !== null) throw refusal;
}

/**
 * Whether the begun uploads of a requester would hold more than half of a quota together: nobody else could
 * upload until they end. One alone may, for a shorter time: see `holdsLong`.
 */
async function holdsTooMuch(
  connection: Connection,
  { quotaBytes, collection }: Quota,
  { upload, now }: { readonly upload: NewUpload; readonly now: number },
): Promise<boolean> {
  // A small one makes no difference: a requester has few of them.
  if (upload.length <= quotaBytes / 1000) return false;
  const held = await heldBytes(connection, upload, now);
  if (held === 0 || held + upload.length <= quotaBytes / 2) return false;
  // A full quota is said first.
  return (await usedBytes(connection, { collection, now })) + upload.length <= quotaBytes;
}

/** Whether an upload holds more than half of the quota of its collection. */
export function holdsLong({ upload }: CollectionDescriptor, length: number): boolean {
  return upload?.quotaBytes !== undefined && length > upload.quotaBytes / 2;
}

/** By then, uploads of which no byte has arrived have ended. */
const retryAfter = emptyFor / 1000;

function tooManyUnfinished(max: number): ServiceError {
  return new ServiceError('RATE_LIMITED', reason('upload.tooManyUnfinished', { max }), { retryAfter });
}

function quotaOf({ slug, upload }: CollectionDescriptor): Quota | null {
  const { quotaBytes } = upload ?? {};
  return quotaBytes === undefined ? null : { collection: slug, quotaBytes };
}

function quotaExceeded({ quotaBytes: max }: Quota): ServiceError {
  return new ServiceError('INSUFFICIENT_STORAGE', reason('storage.quotaFull', { max }));
}
