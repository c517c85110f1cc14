import { StorageAway } from '../file-storage.js';
import type { S3Client } from './s3-client.js';
import { completion, textOf } from './s3-xml.js';

/** Bytes of a part: S3 takes at most 10,000 parts, so 78 GiB fit. */
export const partBytes = 8_388_608;
/** Parts that are in memory: one that fills and one that is sent, or two that are sent. */
const maxParts = 2;
/** Joining thousands of parts takes time; in milliseconds. */
const timeoutOfCompletion = 60_000;

/** An object that is sent in parts, from its start to its completion. */
export class MultipartUpload {
  readonly #client: S3Client;
  readonly #key: string;
  readonly #uploadId: string;
  readonly #signal: AbortSignal | undefined;
  readonly #etags: string[] = [];
  readonly #sending: Set<Promise<void>> = new Set();
  #count = 0;
  #failure: { readonly error: unknown } | null = null;

  private constructor(options: {
    readonly client: S3Client;
    readonly key: string;
    readonly uploadId: string;
    readonly signal: AbortSignal | undefined;
  }) {
    this.#client = options.client;
    this.#key = options.key;
    this.#uploadId = options.uploadId;
    this.#signal = options.signal;
  }

  /** @throws StorageAway, StorageFull */
  static async start(
    client: S3Client,
    key: string,
    {
      headers,
      signal,
    }: { readonly headers: Readonly<Record<string, string>>; readonly signal?: AbortSignal | undefined },
  ): Promise<MultipartUpload> {
    const response = await client.send({ method: 'POST', key, query: { uploads: '' }, headers, signal });
    const uploadId = textOf(await response.text(), 'UploadId');
    if (uploadId === null) throw new StorageAway('The object storage began no upload.');
    return new MultipartUpload({ client, key, uploadId, signal });
  }

  /** Sends a part, and resolves when there is room for the next one. @throws what a part before it threw */
  async add(part: Buffer): Promise<void> {
    const index = this.#count;
    this.#count += 1;
    const sending = this.#send(part, index)
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
    // The next part fills while this one is sent.
    while (this.#sending.size >= maxParts) await Promise.race(this.#sending);
    this.#throwFailure();
  }

  /** @throws StorageAway, StorageFull */
  async complete(): Promise<void> {
    await Promise.all(this.#sending);
    this.#throwFailure();
    const response = await this.#client.send({
      method: 'POST',
      key: this.#key,
      query: { uploadId: this.#uploadId },
      body: Buffer.from(completion(this.#etags)),
      signal: this.#signal,
      timeout: timeoutOfCompletion,
    });
    // S3 begins the response before it knows whether it succeeds.
    const text = await response.text();
    if (textOf(text, 'ETag') === null) {
      throw new StorageAway(`The object storage completed no upload (${textOf(text, 'Code') ?? ''}).`);
    }
  }

  /** Removes all parts. It never fails: what cannot be removed now is removed with the key. */
  async abort(timeout: number | undefined): Promise<void> {
    await Promise.all(this.#sending);
    await abortUpload({ client: this.#client, key: this.#key, uploadId: this.#uploadId, timeout }).catch(
      () => undefined,
    );
  }

  async #send(part: Buffer, index: number): Promise<void> {
    const query = { partNumber: String(index + 1), uploadId: this.#uploadId };
    const signal = this.#signal;
    const response = await this.#client.send({ method: 'PUT', key: this.#key, query, body: part, signal });
    await response.arrayBuffer();
    const etag = response.headers.get('etag');
    if (etag === null) throw new StorageAway('The object storage did not confirm a part.');
    this.#etags[index] = etag;
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }
}

export interface AbortedUpload {
  readonly client: S3Client;
  readonly key: string;
  readonly uploadId: string;
  /** Milliseconds until the head of the response. */
  readonly timeout?: number | undefined;
}

/** Removes the parts of an upload that was not completed. */
export async function abortUpload({ client, key, uploadId, timeout }: AbortedUpload): Promise<void> {
  const limits = timeout === undefined ? {} : { timeout };
  const response = await client.send({
    method: 'DELETE',
    key,
    query: { uploadId },
    expected: [404],
    ...limits,
  });
  await response.arrayBuffer();
}
