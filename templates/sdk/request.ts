import { type ErrorCode, SvcError, type SvcErrorFields, toSvcError } from './errors.js';
import type { ClientOptions, CreateOnceOptions, WriteOptions } from './options.js';
import {
  type FetchRequest,
  type FetchResponse,
  type HeadersInput,
  type PlainResponse,
  platform,
} from './platform.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Sends a request, with retries, until there is a response, the retries are used up, or the call is aborted
 * or times out. Returns the parsed body.
 */
export type Send = (
  method: Method,
  /** The path after `/api/`. */
  path: string,
  options: (WriteOptions & CreateOnceOptions) | undefined,
  /** JSON, or a form. */
  body?: string | object,
) => Promise<unknown>;

/**
 * Begins to observe a call. The returned function is called when a try has failed, and returns whether
 * another try can succeed. It does so at most once: after it has renewed the session that the call was
 * refused for.
 */
export type RetryCheck = (
  path: string,
  options: WriteOptions | undefined,
) => (error: SvcError) => Promise<boolean>;

/** Whatever else a platform's `fetch` accepts, the client calls it with this. */
type SendsRequests = (request: FetchRequest) => Promise<FetchResponse>;

/** Everything between a client's methods and `fetch`: headers, hooks, retries, timeouts and errors. */
export function createSend(client: ClientOptions, contract: string, retryCheck?: RetryCheck): Send {
  const { baseUrl, retry = 2 } = client;
  // Programs in JavaScript get the error here, not at their first call.
  if (typeof baseUrl !== 'string') throw new TypeError('createClient: baseUrl is missing');
  let drifted = false;

  return async (method, path, options, body) => {
    const {
      signal,
      timeout = client.timeout as number,
      headers,
      ifMatch,
      draft,
      idempotencyKey,
    } = options ?? {};
    const url = `${baseUrl.replace(/\/+$/, '')}/api/${path}`;
    const call = `${method} ${url}: `;
    const controller = new platform.AbortController();
    const timers: unknown[] = [];
    const renews = retryCheck?.(path, options);

    const run = async (tries: number): Promise<unknown> => {
      try {
        const general = typeof client.headers === 'function' ? await client.headers() : client.headers;
        const made = new platform.Request(url, {
          method,
          headers: {
            ...plainHeaders(general),
            ...plainHeaders(headers),
            ...(client.apiKey && { 'x-api-key': client.apiKey }),
            ...(typeof body === 'string' && { 'content-type': 'application/json' }),
            ...(body && draft && { 'x-draft': 'true' }),
            ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
            ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
          },
          body,
          signal: controller.signal,
          credentials: client.credentials,
          // The service redirects no call, and fetch would send a key to whatever host the redirect leads to.
          redirect: client.apiKey ? 'manual' : 'follow',
        });
        const request = (await client.onRequest?.(made)) ?? made;
        // Called without an object: a browser's fetch refuses any `this` but its own.
        const answer = await ((client.fetch ?? platform.fetch) as SendsRequests)(request);
        const response: PlainResponse = (await client.onResponse?.(answer, request)) ?? answer;
        const server = response.headers.get('x-svc-contract');
        if (server && server !== contract && !drifted) {
          drifted = true;
          client.onDrift?.(server, contract);
        }
        return await contentOf(response, method, call);
      } catch (cause) {
        const error = toSvcError(cause, 'NETWORK', call);
        const isRenewed = await renews?.(error);
        // The call has already ended.
        if (controller.signal.aborted) throw error;
        if (isRenewed) return run(tries);
        const { status = 503, retryAfter = 0 } = error;
        // Only calls are retried that have the same effect when sent twice, or that 429 refused, which had no
        // effect. No response counts as 503.
        const isRepeatable =
          status === 429 ||
          (status === 503 && (idempotencyKey || /^(GET|DELETE [^?]*$|POST .*\/query:)/.test(call)));
        // If the server asks for a pause of more than a minute, the call is not retried.
        if (!isRepeatable || retryAfter > 60 || tries >= +retry) throw error;
        // Randomized, so that clients that failed together do not retry together.
        const pause = retryAfter * 1000 + (1 + Math.random()) * 125 * 2 ** tries;
        await new Promise<void>((resolve) => {
          timers.push(platform.setTimeout(resolve, pause));
        });
        return run(tries + 1);
      }
    };

    try {
      return await new Promise<unknown>((resolve, reject) => {
        // Some implementations of fetch ignore the signal. So a call that is aborted rejects here, and a late
        // response is dropped.
        const abort = (): void => reject(toSvcError(signal?.reason, 'ABORTED', call));
        const giveUp = (): void => reject(toSvcError(undefined, 'TIMEOUT', call));
        signal?.addEventListener('abort', abort, { signal: controller.signal });
        // A longer timer would fire at once; without a timeout the comparison is false.
        if (timeout < 2 ** 31) timers.push(platform.setTimeout(giveUp, timeout));
        if (signal?.aborted) abort();
        else run(0).then(resolve, reject);
      });
    } finally {
      timers.forEach(platform.clearTimeout);
      controller.abort();
    }
  };
}

/** Headers in any form as an object. */
export function plainHeaders(headers: HeadersInput | undefined): { readonly [name: string]: string } {
  return platform.Object.fromEntries(new platform.Headers(headers));
}

/** What a successful response holds. Throws the error that another one describes. */
async function contentOf(response: PlainResponse, method: Method, call: string): Promise<unknown> {
  const { ok, status, headers } = response;
  let json: unknown;
  let issue: unknown;
  try {
    json = await response.json();
  } catch (cause) {
    issue = cause;
    // A response that breaks off counts as none.
    if (ok && (cause as Error).name !== 'SyntaxError') throw cause;
  }
  // A deletion that succeeded stays one, even if a proxy has changed the response.
  if (ok && (!issue || method === 'DELETE')) return json ?? { message: '' };
  const {
    // For a response that is not the service's own, but that of a proxy, a firewall or another server.
    code = status === 429 ? 'RATE_LIMITED' : status < 500 ? 'BAD_ANSWER' : 'UNAVAILABLE',
    error = `${call}${status}${code === 'BAD_ANSWER' ? ', not JSON: is baseUrl right?' : ''}`,
    ...fields
  } = (json ?? {}) as SvcErrorFields & { readonly error?: string; readonly code?: ErrorCode };
  const wait = headers.get('retry-after') ?? '';
  const seconds = Number(wait) || (Date.parse(wait) - Date.now()) / 1000;
  throw new SvcError(code, error, {
    ...(issue ? { cause: issue } : fields),
    status,
    retryAfter: seconds <= Infinity ? Math.max(0, Math.ceil(seconds)) : undefined,
  });
}
