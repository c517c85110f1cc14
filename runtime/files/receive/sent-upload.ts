/** A request with a file, part by part: the data first, then the file, and nothing after it. */
import { reason } from '../../errors/reasons/reason.js';
import { badInput, badInputAt, ServiceError } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import type { ApiRequest } from '../../http/api.js';
import { documentDepth, parseJson } from '../../http/body/json-body.js';
import { type BodyPart, openMultipart } from './multipart.js';
import { paced } from './paced.js';
import type { FileSource } from './store-file.js';

/** Limits of a request with a file, in bytes. */
export interface SentLimits {
  /** Of the part `data`. */
  readonly dataBytes: number;
  /** Of the file. */
  readonly fileBytes: number;
}

/** What of a request is read when it is needed. */
export interface SentUpload extends FileSource {
  /** The data of the document; an empty object if there is no such part. Read once. */
  data(): Promise<unknown>;
  /** Reads no further. */
  close(): void;
}

/** Boundaries and headers of parts. */
const overhead = 64 * 1024;

const multipart = /^multipart\/form-data[\t ]*(?:;|$)/i;

/** Whether a request has a body of parts. */
export function isMultipart(request: ApiRequest): boolean {
  return multipart.test(request.header('content-type') ?? '');
}

/**
 * Opens the body of a request. Nothing is read yet.
 *
 * @throws ServiceError PAYLOAD_TOO_LARGE for an announced length above the limits.
 */
export function openUpload(request: ApiRequest, { dataBytes, fileBytes }: SentLimits): SentUpload {
  if (Number(request.header('content-length')) > dataBytes + fileBytes + overhead) {
    throw new ServiceError('PAYLOAD_TOO_LARGE', reason('file.tooLarge', { max: fileBytes }));
  }
  const body = openMultipart(paced(request.bodyParts()), request.header('content-type') ?? '');
  let data: Promise<unknown> | null = null;
  let waiting: BodyPart | null = null;

  async function readData(): Promise<unknown> {
    const part = await body.next();
    if (part === null) return {};
    if (part.name === 'data') return parseJson(await wholePart(part, dataBytes), documentDepth);
    waiting = part;
    return {};
  }

  function readDataOnce(): Promise<unknown> {
    data ??= readData();
    return data;
  }

  return {
    data: readDataOnce,
    async file() {
      await readDataOnce();
      const part = waiting ?? (await body.next());
      if (part === null) throw badInputAt('file', reason('upload.fileMissing'));
      if (part.name !== 'file') throw unknownPart(part.name);
      return { filename: part.filename ?? '', declaredType: part.declaredType, bytes: part.bytes };
    },
    async end() {
      const part = await body.next();
      if (part === null) return;
      if (part.name === 'data') throw badInputAt('data', reason('upload.dataAfterFile'));
      if (part.name === 'file') throw badInputAt('file', reason('upload.secondFile'));
      throw unknownPart(part.name);
    },
    close: () => body.close(),
  };
}

function unknownPart(name: string): ServiceError {
  return badInputAt(echo(name), reason('upload.unknownPart'));
}

async function wholePart({ bytes }: BodyPart, max: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size > max) throw new ServiceError('PAYLOAD_TOO_LARGE', reason('body.tooLarge', { max }));
    chunks.push(chunk);
  }
  if (size === 0) throw badInput(reason('body.missing'));
  return Buffer.concat(chunks);
}
