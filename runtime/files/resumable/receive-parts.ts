/** Stores the body of a request as parts of an upload. */
import { createHash } from 'node:crypto';
import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { FileService } from '../file-service.js';
import { asServiceError } from '../receive/file-errors.js';
import { createFileId } from '../records/file-address.js';
import { partBytes } from './part-bytes.js';
import { beginPart, countParts, forgetPart, partKeyOf, type UploadPart } from './part-table.js';
import type { PartedBody } from './parted-body.js';
import type { HeldUpload, UploadState } from './upload-table.js';

/** An upload and the request that may store bytes of it. */
export interface Receiver {
  readonly files: FileService;
  readonly upload: UploadState;
  readonly held: HeldUpload;
}

/** What became of a body. */
export interface ReceivedParts {
  /** Bytes that are stored and counted. */
  readonly offset: number;
  /**
   * The parts that complete the file, which are stored and not counted: they count with the document. Null
   * where the file is not complete.
   */
  readonly last: readonly UploadPart[] | null;
}

/** Small parts are allowed, but each is an object: this many besides those that the size needs. */
const spareParts = 2_000;

/**
 * Stores a body part by part, from the offset of the upload. What has arrived when the connection breaks off
 * is kept, unless the client has sent a checksum.
 *
 * @param checksum - SHA-256 of the body; null where the client sent none.
 * @throws ServiceError CONFLICT if another request takes the upload meanwhile, PAYLOAD_TOO_LARGE for more
 * bytes than were announced, CHECKSUM_MISMATCH, and why the body broke off.
 */
export async function receiveParts(
  { files, upload, held }: Receiver,
  body: PartedBody,
  checksum: Buffer | null,
): Promise<ReceivedParts> {
  const hash = checksum === null ? null : createHash('sha256');
  const waiting: UploadPart[] = [];
  let offset = upload.received;
  try {
    while (offset < upload.length && !(await body.isAtEnd())) {
      const bytes = hashed(body.take(Math.min(partBytes, upload.length - offset)), hash);
      const part = await storePart({ files, upload }, offset, bytes);
      waiting.push(part);
      offset += part.bytes;
      if (hash === null && offset < upload.length) await count({ files, upload, held }, waiting.splice(0));
    }
    if (!(await body.isAtEnd())) {
      throw new ServiceError(
        'PAYLOAD_TOO_LARGE',
        reason('upload.moreThanAnnounced', { length: upload.length }),
      );
    }
    const isComplete = offset === upload.length;
    if (body.failure !== null && (!isComplete || hash !== null)) throw body.failure.error;
    if (hash !== null && checksum !== null && !hash.digest().equals(checksum)) {
      throw new ServiceError('CHECKSUM_MISMATCH', reason('upload.checksumMismatch'));
    }
    if (isComplete) return { offset, last: waiting };
    await count({ files, upload, held }, waiting.splice(0));
    return { offset, last: null };
  } catch (error) {
    await removeParts(files, upload, waiting);
    throw error;
  }
}

/** Stores bytes as a part. Its row is there before the first of them, and goes with them if they fail. */
export async function storePart(
  { files, upload }: Pick<Receiver, 'files' | 'upload'>,
  start: number,
  body: AsyncIterable<Uint8Array>,
): Promise<UploadPart> {
  const id = createFileId();
  await files.driver.briefTransaction(async (connection) => {
    await refuseTooMany(connection, upload);
    await beginPart(connection, { upload: upload.id, id, start });
  });
  try {
    const key = partKeyOf(upload, id);
    const { bytes } = await files.storageNamed(upload.storage).write(key, body, { contentType: bytesType });
    return { id, start, bytes };
  } catch (error) {
    await removeParts(files, upload, [{ id }]);
    throw asServiceError(error);
  }
}

/** Media type of parts: what they contain is not known yet. */
export const bytesType = 'application/octet-stream';

/**
 * Removes parts that nothing counts. What cannot be removed now is removed with the upload.
 */
export async function removeParts(
  { driver, storageNamed }: FileService,
  upload: Pick<UploadState, 'id' | 'collection' | 'storage'>,
  parts: readonly Pick<UploadPart, 'id'>[],
): Promise<void> {
  for (const { id } of parts) {
    try {
      await storageNamed(upload.storage).delete(partKeyOf(upload, id));
      await driver.briefTransaction((connection) => forgetPart(connection, id));
    } catch {
      // The error of the request is the one to report.
    }
  }
}

async function refuseTooMany(
  connection: Parameters<typeof beginPart>[0],
  { id, length }: UploadState,
): Promise<void> {
  const row = await connection.get(`SELECT COUNT(*) AS "count" FROM "_svc_upload_parts" WHERE "upload" = ?`, [
    id,
  ]);
  const max = spareParts + Math.ceil(length / partBytes);
  if (Number(row?.['count']) < max) return;
  throw new ServiceError('BAD_USER_INPUT', reason('upload.tooManyParts', { max }));
}

/** Where the transaction has an unknown end, the parts stay: they may count. */
async function count({ files, upload, held }: Receiver, parts: readonly UploadPart[]): Promise<void> {
  if (await files.driver.briefTransaction((connection) => countParts(connection, held, parts))) return;
  await removeParts(files, upload, parts);
  throw takenOver();
}

/** Another request has begun to store bytes of the same upload. */
export function takenOver(): ServiceError {
  return new ServiceError('CONFLICT', reason('upload.takenOver'));
}

async function* hashed(
  body: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash> | null,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash?.update(chunk);
    yield chunk;
  }
}
