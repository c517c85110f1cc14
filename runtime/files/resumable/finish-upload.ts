/** The end of an upload: its parts become a file, and the file a document. */
import { createHash } from 'node:crypto';
import type { DocumentResult } from '../../documents/operation.js';
import type { Effect, ExpectedRevisions } from '../../documents/write/intent.js';
import { reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';
import type { ApiRequest, Service } from '../../http/api.js';
import { documentsOf } from '../../http/handlers/addressed-document.js';
import { requestedWriteOf } from '../../http/handlers/document-admission.js';
import type { JsonObject } from '../../util/json.js';
import type { FileService } from '../file-service.js';
import { type FileRoute, type FileWrite, fileWriteOf, storeWithFile } from '../receive/store-document.js';
import type { FileSource } from '../receive/store-file.js';
import { partKeyOf, storedParts, type UploadPart } from './part-table.js';
import { type Receiver, removeParts, takenOver } from './receive-parts.js';
import { endBegunUpload, partsOfRequest, removeSoon } from './upload-removal.js';
import { type HeldUpload, keepUploadBusy, markFinished, type UploadState } from './upload-table.js';

/** An upload whose bytes are all stored. */
export interface FinishedUpload extends Receiver {
  readonly route: FileRoute;
  /** Parts that are stored but not counted. */
  readonly last: readonly UploadPart[];
}

/** For so long no other request may take an upload that becomes a document; renewed while it does. */
const busyFor = 30_000;
const renewEvery = 10_000;

/**
 * Makes the document of an upload. The requester is admitted again, and the bytes are checked as those of any
 * file. Where it is refused, nothing of the upload stays; where the service fails, the client can send the
 * last part again.
 *
 * @throws ServiceError of the admission, of the file, and of the write.
 */
export async function finishUpload(
  request: ApiRequest,
  service: Service,
  finished: FinishedUpload,
): Promise<DocumentResult> {
  const { files, upload, held, route, last } = finished;
  request.outlast();
  let renewal: NodeJS.Timeout | undefined;
  try {
    renewal = await beginFinishing(files, held);
    const write = await admittedWrite(request, service, finished);
    const parts = [...(await storedParts(files.driver, upload.id)).filter(notIn(last)), ...last];
    const document = await storeWithFile(request, service, {
      route,
      write,
      source: sourceOf(files, upload, parts),
      outlivesClient: true,
      // Counted since it began, until it is a document.
      isReserved: true,
      effects: [finishing(held)],
    });
    await removeStored(files, { ...upload, result: document.id }, parts);
    return document;
  } catch (error) {
    await (isFinal(error) ? endBegunUpload(files, upload).catch(() => undefined) : giveBack(finished));
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

async function beginFinishing({ driver, clock }: FileService, held: HeldUpload): Promise<NodeJS.Timeout> {
  const renew = (): Promise<boolean> =>
    driver.briefTransaction((connection) => keepUploadBusy(connection, held, clock() + busyFor));
  if (!(await renew())) throw takenOver();
  return setInterval(() => void renew().catch(() => undefined), renewEvery).unref();
}

/** The write as the upload began it, with the rights that the requester has now. */
async function admittedWrite(
  request: ApiRequest,
  service: Service,
  { upload, route: { descriptor } }: FinishedUpload,
): Promise<FileWrite> {
  const { replaces, isDraft } = upload;
  const data = JSON.parse(upload.data) as JsonObject;
  const expected: ExpectedRevisions = upload.expected === null ? 'any' : JSON.parse(upload.expected);
  const access = request.context.access ?? null;
  if (access !== null) {
    const expectsRevision = expected !== 'any';
    const write = requestedWriteOf({ id: replaces, data: async () => data, isDraft, expectsRevision });
    await documentsOf(service, descriptor).admit(write, request.context);
  }
  return fileWriteOf({ replaces, data, expected, isDraft, access });
}

function notIn(parts: readonly UploadPart[]): (part: UploadPart) => boolean {
  const ids = new Set(parts.map(({ id }) => id));
  return ({ id }) => !ids.has(id);
}

function sourceOf(files: FileService, upload: UploadState, parts: readonly UploadPart[]): FileSource {
  const hash = upload.checksum === null ? null : createHash('sha256');
  async function* bytes(): AsyncGenerator<Uint8Array> {
    const storage = files.storageNamed(upload.storage);
    let position = 0;
    for (const part of parts) {
      if (part.start !== position) throw new Error(`The upload ${upload.id} has a gap at ${position}.`);
      for await (const chunk of await storage.read(partKeyOf(upload, part.id))) {
        hash?.update(chunk);
        position += chunk.byteLength;
        yield chunk;
      }
      if (position !== part.start + part.bytes) throw new Error(`A part of the upload ${upload.id} is cut.`);
    }
    if (position !== upload.length) throw new Error(`The upload ${upload.id} is not whole.`);
  }
  return {
    file: async () => ({ filename: upload.filename, declaredType: upload.declaredType, bytes: bytes() }),
    async end() {
      if (hash === null || `sha256-${hash.digest('base64')}` === upload.checksum) return;
      const details = [issueAt('checksum', reason('upload.checksumMismatch'))];
      throw new ServiceError('INVALID_FILE', reason('issues.first'), { details });
    },
  };
}

/** Only the request that holds the upload makes its document. */
function finishing(held: HeldUpload): Effect {
  return {
    when: 'written',
    async run(connection, { document }) {
      if (!(await markFinished(connection, held, String(document?.['id'])))) throw takenOver();
    },
  };
}

/**
 * What clients may store once more is removed again with the upload. A few parts that only requests store are
 * removed by themselves: a request that was overtaken may still write another, which it removes itself.
 */
async function removeStored(
  files: FileService,
  upload: UploadState,
  parts: readonly UploadPart[],
): Promise<void> {
  if (upload.signedUntil === null && parts.length <= partsOfRequest) return removeParts(files, upload, parts);
  const ended = { ...upload, expiresAt: upload.signedUntil ?? upload.expiresAt };
  await removeSoon(files, ended).catch(() => undefined);
}

/** Whether the same bytes would be refused again. */
function isFinal(error: unknown): boolean {
  return error instanceof ServiceError && error.status < 500 && error.reason !== 'upload.takenOver';
}

async function giveBack({ files, upload, held, last }: FinishedUpload): Promise<void> {
  await removeParts(files, upload, last);
  await files.driver
    .briefTransaction((connection) => keepUploadBusy(connection, held, null))
    .catch(() => undefined);
}
