import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { FileService } from '../file-service.js';
import { markAllStored, partKeyOf, startsOf, storedParts } from '../resumable/part-table.js';
import type { UploadState } from '../resumable/upload-table.js';
import { type PlannedPart, plannedParts } from './planned-parts.js';

/** Max number of missing parts that an error names. */
const maxNamed = 10;

/**
 * Refuses the end of an upload of which parts are missing. Of parts that clients have stored in the storage
 * itself, the storage tells.
 *
 * @throws ServiceError CONFLICT
 */
export async function requireAllParts(files: FileService, upload: UploadState): Promise<void> {
  const planned = plannedParts(upload.length);
  const arrived = upload.signedUntil === null ? await received(files, upload) : await listed(files, upload);
  const missing = planned.filter(({ from, to }) => arrived.get(from) !== to - from);
  if (missing.length > 0) throw partsMissing(missing);
  if (upload.signedUntil === null) return;
  const parts = planned.map(({ from, to }) => ({ start: from, bytes: to - from }));
  await files.driver.briefTransaction((connection) => markAllStored(connection, upload.id, parts));
}

/** Bytes of the parts that are there, by where they begin. */
type Arrived = ReadonlyMap<number, number>;

async function received({ driver }: FileService, { id }: UploadState): Promise<Arrived> {
  return new Map((await storedParts(driver, id)).map(({ start, bytes }) => [start, bytes]));
}

async function listed({ driver, storageNamed }: FileService, upload: UploadState): Promise<Arrived> {
  const sizes = new Map<string, number>();
  for await (const { key, bytes } of storageNamed(upload.storage).list(partKeyOf(upload, ''))) {
    sizes.set(key, bytes);
  }
  const parts = await startsOf(driver, upload.id);
  return new Map(parts.map(({ id, start }) => [start, sizes.get(partKeyOf(upload, id)) ?? 0]));
}

function partsMissing(missing: readonly PlannedPart[]): ServiceError {
  const numbers = missing.slice(0, maxNamed).map(({ number }) => String(number));
  const parts = missing.length > maxNamed ? [...numbers, '…'] : numbers;
  return new ServiceError('CONFLICT', reason('upload.partsMissing', { parts }));
}
