import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createChecksum } from '../checksum.js';
import {
  type ByteRange,
  checkKey,
  FileMissing,
  type FileStorage,
  type ListedObject,
  StorageAway,
  type StoredObject,
  type WriteOptions,
} from '../file-storage.js';
import { untilAborted } from '../until-aborted.js';
import { abortUpload, MultipartUpload, partBytes } from './multipart-upload.js';
import { S3Client, type S3Options, type S3Request } from './s3-client.js';
import { elementsOf, textOf } from './s3-xml.js';

/** What S3 copies by one request: 5 GiB. */
const maxCopiedAtOnce = 5 * 1024 ** 3;
/** Copying gigabytes takes time; in milliseconds. */
const timeoutOfCopy = 120_000;
/** Milliseconds, where the storage has just failed. */
const timeoutOfRemoval = 1_000;

export interface PresignedGet {
  /** Seconds, 604 800 (7 days) at most. */
  readonly expiresIn: number;
  /** `Content-Disposition` of the response. */
  readonly disposition?: string;
  /** `Content-Type` of the response. */
  readonly contentType?: string;
}

export interface PresignedPut {
  /** Seconds, 604 800 (7 days) at most. */
  readonly expiresIn: number;
  /** The exact length of the body. */
  readonly bytes: number;
  readonly contentType: string;
}

/** A request that a client may send without a credential of the bucket. */
export interface PresignedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

function headersOf({
  contentType,
  contentDisposition,
  cacheControl,
}: Omit<WriteOptions, 'signal'>): Readonly<Record<string, string>> {
  return {
    'content-type': contentType,
    ...(contentDisposition !== undefined && { 'content-disposition': contentDisposition }),
    ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
  };
}

/** What an object was stored with. */
function optionsIn(headers: Headers): WriteOptions {
  const contentDisposition = headers.get('content-disposition');
  const cacheControl = headers.get('cache-control');
  return {
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    ...(contentDisposition !== null && { contentDisposition }),
    ...(cacheControl !== null && { cacheControl }),
  };
}

/** Opens a bucket as a storage. No request is sent before the first call. */
export function openS3Storage(options: S3Options): S3Storage {
  return new S3Storage(options);
}

/** A bucket of S3, or of a service like it. */
export class S3Storage implements FileStorage {
  readonly #client: S3Client;

  constructor(options: S3Options) {
    this.#client = new S3Client(options);
  }

  /** The origin of presigned addresses. */
  get origin(): string {
    return this.#client.origin;
  }

  async write(
    key: string,
    body: AsyncIterable<Uint8Array>,
    { signal, ...options }: WriteOptions,
  ): Promise<StoredObject> {
    checkKey(key);
    const headers = headersOf(options);
    signal?.throwIfAborted();
    const checksum = createChecksum();
    let bytes = 0;
    let upload: MultipartUpload | null = null;
    let part: Buffer[] = [];
    let partLength = 0;
    let isSent = false;
    try {
      for await (const chunk of untilAborted(body, signal)) {
        checksum.add(chunk);
        bytes += chunk.length;
        for (let at = 0; at < chunk.length; ) {
          const piece = chunk.subarray(at, at + partBytes - partLength);
          // The body may use its buffer again.
          part.push(Buffer.from(piece));
          partLength += piece.length;
          at += piece.length;
          if (partLength < partBytes) continue;
          upload ??= await MultipartUpload.start(this.#client, key, { headers, signal });
          await upload.add(Buffer.concat(part));
          part = [];
          partLength = 0;
        }
      }
      isSent = true;
      if (upload === null) {
        await this.#put(key, Buffer.concat(part), { headers, signal });
      } else {
        if (partLength > 0) await upload.add(Buffer.concat(part));
        await upload.complete();
      }
      await this.#compareLength(key, bytes, signal);
      return { bytes, checksum: checksum.end() };
    } catch (error) {
      // A storage that is away does not remove anything either: that waits for the deletion of the key.
      const timeout = error instanceof StorageAway ? timeoutOfRemoval : undefined;
      await upload?.abort(timeout);
      // It may have been stored although the response did not come.
      if (isSent) await this.#remove(key, timeout).catch(() => undefined);
      throw error;
    }
  }

  async read(key: string, range?: ByteRange, signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const headers = range === undefined ? {} : { range: `bytes=${range.start}-${range.end}` };
    const response = await this.#client.send({
      method: 'GET',
      key: checkKey(key),
      headers,
      signal,
      expected: [404],
    });
    if (response.status === 404) {
      await response.body?.cancel();
      throw new FileMissing(key);
    }
    if (range !== undefined && response.status !== 206) {
      await response.body?.cancel();
      throw new StorageAway('The object storage returned another part than was asked for.');
    }
    // The types of the platform and of Node differ, the object is the same.
    return response.body === null ? Readable.from([]) : Readable.fromWeb(response.body as ReadableStream);
  }

  async size(key: string): Promise<number | null> {
    return this.#sizeOf(key, undefined);
  }

  async delete(key: string): Promise<void> {
    await this.#remove(checkKey(key));
    const query = { uploads: '', prefix: `${this.#client.prefix}${key}` };
    const response = await this.#client.send({ method: 'GET', query });
    for (const upload of elementsOf(await response.text(), 'Upload')) {
      const uploadId = textOf(upload, 'UploadId');
      const isOfKey = textOf(upload, 'Key') === `${this.#client.prefix}${key}`;
      if (isOfKey && uploadId !== null) await abortUpload({ client: this.#client, key, uploadId });
    }
  }

  async copy(from: string, to: string): Promise<void> {
    const head = await this.#client.send({ method: 'HEAD', key: checkKey(from), expected: [404] });
    if (head.status === 404) throw new FileMissing(from);
    const bytes = Number(head.headers.get('content-length'));
    if (bytes > maxCopiedAtOnce) {
      await this.write(to, await this.read(from), optionsIn(head.headers));
      return;
    }
    const response = await this.#client.send({
      method: 'PUT',
      key: checkKey(to),
      headers: { 'x-amz-copy-source': this.#client.sourceOf(from) },
      expected: [404],
      timeout: timeoutOfCopy,
    });
    const text = await response.text();
    if (response.status === 404) throw new FileMissing(from);
    // S3 begins the response before it knows whether it succeeds.
    if (textOf(text, 'ETag') === null) {
      throw new StorageAway(`The object storage copied nothing (${textOf(text, 'Code') ?? ''}).`);
    }
    await this.#compareLength(to, bytes, undefined);
  }

  async *list(prefix: string): AsyncIterable<ListedObject> {
    const start = this.#client.prefix;
    let token: string | null = null;
    do {
      const query: Record<string, string> = { 'list-type': '2', prefix: `${start}${prefix}` };
      if (token !== null) query['continuation-token'] = token;
      const response = await this.#client.send({ method: 'GET', query });
      const text = await response.text();
      for (const object of elementsOf(text, 'Contents')) {
        const key = textOf(object, 'Key');
        if (key === null) continue;
        yield {
          key: key.slice(start.length),
          bytes: Number(textOf(object, 'Size')),
          modifiedAt: new Date(textOf(object, 'LastModified') ?? Number.NaN),
        };
      }
      token = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextContinuationToken') : null;
    } while (token !== null);
  }

  /** A URL at which anybody can read an object for a time. */
  async presignGet(key: string, { expiresIn, disposition, contentType }: PresignedGet): Promise<string> {
    const query = {
      ...(disposition === undefined ? {} : { 'response-content-disposition': disposition }),
      ...(contentType === undefined ? {} : { 'response-content-type': contentType }),
    };
    return this.#client.sign({ method: 'GET', key: checkKey(key), expiresIn, query });
  }

  /** A request with which anybody can write an object of an exact length for a time. */
  async presignPut(key: string, { expiresIn, bytes, contentType }: PresignedPut): Promise<PresignedRequest> {
    const headers = { 'content-length': String(bytes), 'content-type': contentType };
    return {
      url: this.#client.sign({ method: 'PUT', key: checkKey(key), expiresIn, headers }),
      headers,
    };
  }

  async #put(key: string, body: Buffer, how: Pick<S3Request, 'headers' | 'signal'>): Promise<void> {
    const response = await this.#client.send({ method: 'PUT', key, body, ...how });
    await response.arrayBuffer();
  }

  async #sizeOf(key: string, signal: AbortSignal | undefined): Promise<number | null> {
    const response = await this.#client.send({ method: 'HEAD', key: checkKey(key), signal, expected: [404] });
    return response.status === 404 ? null : Number(response.headers.get('content-length'));
  }

  async #compareLength(key: string, bytes: number, signal: AbortSignal | undefined): Promise<void> {
    const stored = await this.#sizeOf(key, signal);
    if (stored !== bytes) throw new StorageAway(`The object storage has ${stored} bytes of ${bytes}.`);
  }

  async #remove(key: string, timeout?: number): Promise<void> {
    const limits = timeout === undefined ? {} : { timeout };
    const response = await this.#client.send({ method: 'DELETE', key, expected: [404], ...limits });
    await response.arrayBuffer();
  }
}
