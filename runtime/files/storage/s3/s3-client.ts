import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { StorageAway, StorageFull } from '../file-storage.js';
import { textOf } from './s3-xml.js';
import { signHeaders, signUrl } from './sign-request.js';

export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** Address of the service, such as `https://s3.example.com`. Default: that of Amazon in the region. */
  readonly endpoint?: string;
  /** The bucket is in the path instead of the host name. Default false. */
  readonly pathStyle?: boolean;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Before all keys, such as `svc/production`. Default none. */
  readonly prefix?: string;
}

export interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** Of this service, without the prefix; absent for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds without progress: of the body, then until the head of the response. Default: 4 s. What the
   * body may have in buffers is added.
   */
  readonly timeout?: number;
  /** Statuses that are no errors besides 2xx. */
  readonly expected?: readonly number[];
}

export interface SignedUrl {
  readonly method: 'GET' | 'PUT';
  readonly key: string;
  /** Seconds, 604 800 (7 days) at most. */
  readonly expiresIn: number;
  readonly query?: Readonly<Record<string, string>>;
  /** They have to be sent just so. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Milliseconds without progress. With what is removed after it, an outage is reported within 5 s. */
const maxSilence = 4_000;
/**
 * Bytes that the buffers of both systems may hold, and the slowest connection that is not taken for an
 * outage, in bytes per millisecond. Nothing tells how many of the bytes that were passed on have arrived.
 */
const maxBuffered = 4_194_304;
const minBytesPerMillisecond = 256;
/** Bytes of a body that are passed on at once: a slow connection takes these in time. */
const pieceBytes = 131_072;
const attempts = 3;
const pauseBefore = 100;
const emptyHash = createHash('sha256').digest('hex');

/** Signs and sends requests to one bucket. */
export class S3Client {
  readonly #options: S3Options;
  readonly #base: URL;

  /** @throws TypeError if the endpoint is no URL */
  constructor(options: S3Options) {
    this.#options = options;
    const { endpoint = `https://s3.${options.region}.amazonaws.com`, bucket, pathStyle = false } = options;
    this.#base = new URL(endpoint);
    if (pathStyle) this.#base.pathname = `${this.#base.pathname.replace(/\/$/, '')}/${bucket}`;
    else this.#base.hostname = `${bucket}.${this.#base.hostname}`;
  }

  get origin(): string {
    return this.#base.origin;
  }

  /** An object as the source of a copy: `/bucket/key`. */
  sourceOf(key: string): string {
    const path = `${this.#options.bucket}/${this.prefix}${key}`;
    return `/${path.split('/').map(encodeURIComponent).join('/')}`;
  }

  /** With a slash at its end, or empty. */
  get prefix(): string {
    const plain = (this.#options.prefix ?? '').replace(/^\/+|\/+$/g, '');
    return plain === '' ? '' : `${plain}/`;
  }

  /**
   * Sends a request, once more where the service fails.
   *
   * @throws StorageFull, StorageAway, and the reason of the signal.
   */
  async send(request: S3Request): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      request.signal?.throwIfAborted();
      const result = await this.#sendOnce(request).catch((error: unknown) => error);
      request.signal?.throwIfAborted();
      if (result instanceof Response) {
        if (result.ok || request.expected?.includes(result.status)) return result;
        if (result.status < 500 || attempt === attempts) throw await refusalOf(result);
        await result.body?.cancel();
      } else if (isTimeout(result) || attempt === attempts) {
        throw new StorageAway('The object storage does not respond.', { cause: result });
      }
      await pause(pauseBefore * attempt);
    }
  }

  /** A URL that is valid without a credential. */
  sign({ method, key, expiresIn, query = {}, headers = {} }: SignedUrl): string {
    const request = { method, url: this.#urlOf(key), query, headers, now: Date.now() };
    return signUrl(this.#options, request, expiresIn);
  }

  async #sendOnce(request: S3Request): Promise<Response> {
    const { method, body, headers = {}, signal } = request;
    const timeout = request.timeout ?? maxSilence;
    // The service compares it with what it received.
    const hash = body === undefined ? emptyHash : createHash('sha256').update(body).digest('hex');
    const unsigned = {
      method,
      url: this.#urlOf(request.key),
      query: request.query ?? {},
      headers,
      now: Date.now(),
    };
    const signed = signHeaders(this.#options, unsigned, hash);
    const late = new AbortController();
    const isLate = (): void => late.abort(new DOMException('No response in time.', 'TimeoutError'));
    let timer = setTimeout(isLate, timeout);
    const taken = (bytes: number): void => {
      clearTimeout(timer);
      timer = setTimeout(isLate, timeout + Math.min(bytes, maxBuffered) / minBytesPerMillisecond);
    };
    try {
      return await fetch(signed.url, {
        method,
        headers:
          body === undefined ? signed.headers : { ...signed.headers, 'content-length': String(body.length) },
        redirect: 'error',
        signal: signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]),
        ...(body === undefined ? {} : sending(body, taken)),
      });
    } finally {
      clearTimeout(timer);
    }
  }

  #urlOf(key: string | undefined): URL {
    const url = new URL(this.#base);
    if (key !== undefined) url.pathname = `${url.pathname.replace(/\/$/, '')}/${this.prefix}${key}`;
    return url;
  }
}

/**
 * A body in pieces, each of which is asked for when the connection has room for it: so it is known whether it
 * takes any.
 */
function sending(body: Buffer, taken: (bytes: number) => void): RequestInit {
  let at = 0;
  const pieces = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken(at);
        if (at >= body.length) return controller.close();
        controller.enqueue(body.subarray(at, at + pieceBytes));
        at += pieceBytes;
      },
    },
    { highWaterMark: 0 },
  );
  return { body: pieces, duplex: 'half' };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Codes of S3 and of its likes for a quota. */
const fullCodes = /^(?:QuotaExceeded|XMinioStorageFull|StorageQuotaExceeded|InsufficientCapacity)/;

async function refusalOf(response: Response): Promise<Error> {
  const text = await response.text().catch(() => '');
  const code = textOf(text, 'Code') ?? '';
  if (response.status === 507 || fullCodes.test(code))
    return new StorageFull(`The bucket is full (${code}).`);
  return new StorageAway(`The object storage refuses a request (${response.status} ${code}).`);
}
