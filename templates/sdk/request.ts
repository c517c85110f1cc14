import { type ErrorCode, SvcError, type SvcErrorFields, toSvcError } from './errors.js';
import type { ClientOptions, WriteOptions } from './options.js';
import { type HeadersInput, type PlainResponse, platform } from './platform.js';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Sends a request until it is answered, given up, aborted or out of time. Answers the parsed body. */
export type Send = (
  method: Method,
  /** Behind `/api/`. */
  path: string,
  options: WriteOptions | undefined,
  body?: string,
) => Promise<unknown>;

/**
 * Begins to watch a call: what it answers is asked when a try has failed, and says whether another one helps. At most once:
 * it has renewed what the call was refused for.
 */
export type Watch = (
  path: string,
  options: WriteOptions | undefined,
) => (error: SvcError) => Promise<boolean>;

/** Everything between a client's methods and `fetch`: headers, hooks, tries, limits and errors. */
export function createSend(client: ClientOptions, contract: string, watch?: Watch): Send {
  const { baseUrl, retry = 2 } = client;
  let drifted = false;

  return async (method, path, options, body) => {
    const { signal, timeout = client.timeout ?? Infinity, headers, ifMatch, draft } = options ?? {};
    const url = `${baseUrl.replace(/\/+$/, '')}/api/${path}`;
    const call = `${method} ${url}: `;
    const controller = new platform.AbortController();
    const timers: unknown[] = [];
    const renews = watch?.(path, options);

    const attempt = async (): Promise<unknown> => {
      const general = typeof client.headers === 'function' ? await client.headers() : client.headers;
      const made = new platform.Request(url, {
        method,
        headers: {
          ...plainHeaders(general),
          ...plainHeaders(headers),
          ...(client.apiKey && { 'x-api-key': client.apiKey }),
          ...(body && { 'content-type': 'application/json' }),
          ...(body && draft && { 'x-draft': 'true' }),
          ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
        },
        body,
        signal: controller.signal,
        credentials: client.credentials,
        // The service redirects no call, and fetch takes a key along to whichever host it is sent on to.
        redirect: client.apiKey ? 'manual' : 'follow',
      });
      const request = (await client.onRequest?.(made)) ?? made;
      // Called without an object: a browser's fetch refuses any `this` but its own.
      const answer = await (client.fetch ?? platform.fetch)(request);
      const response: PlainResponse = (await client.onResponse?.(answer, request)) ?? answer;
      const server = response.headers.get('x-svc-contract');
      if (server && server !== contract && !drifted) {
        drifted = true;
        client.onDrift?.(server, contract);
      }
      let json: unknown;
      try {
        json = await response.json();
      } catch (cause) {
        // What is deleted is deleted, and what is refused is refused, whatever a proxy made of the answer.
        if (response.ok && method !== 'DELETE') throw cause;
      }
      if (!response.ok) throw failure(call, response, json);
      return json ?? { message: '' };
    };

    // With `await` throughout, since each `then` costs the compiler of the program more than the rest of the function.
    const persist = async (tries: number): Promise<unknown> => {
      try {
        return await attempt();
      } catch (cause) {
        const error = toSvcError(cause, 'NETWORK', call);
        const isRenewed = await renews?.(error);
        // Nobody waits for it any more.
        if (controller.signal.aborted) throw error;
        if (isRenewed) return persist(tries);
        // Only what does the same when it is sent twice is sent twice. No answer at all counts as 503.
        const isRepeatable = /^(GET|DELETE|POST .*\/query:)/.test(call);
        const { status = 503, retryAfter = 0 } = error;
        // A server that wants to be left alone for more than a minute is not asked again.
        const helps = (status === 429 || status === 503) && retryAfter <= 60 && tries < (retry || 0);
        if (!isRepeatable || !helps) throw error;
        // Spread, so that clients that failed together do not come back together.
        const pause = retryAfter * 1000 + (1 + Math.random()) * 125 * 2 ** tries;
        await new Promise<void>((resolve) => {
          timers.push(platform.setTimeout(resolve, pause));
        });
        return persist(tries + 1);
      }
    };

    try {
      return await new Promise<unknown>((resolve, reject) => {
        // Not every fetch heeds its signal, so a call that ends early ends by itself, and what still comes is dropped.
        const abort = (): void => reject(toSvcError(signal?.reason, 'ABORTED', call));
        const giveUp = (): void => reject(toSvcError(undefined, 'TIMEOUT', call));
        signal?.addEventListener('abort', abort, { signal: controller.signal });
        // A longer timer would ring at once.
        if (timeout < 2 ** 31) timers.push(platform.setTimeout(giveUp, timeout));
        if (signal?.aborted) abort();
        else persist(0).then(resolve, reject);
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

/** The error that an answer tells; `body` is undefined where it is not JSON. */
function failure(call: string, { status, headers }: PlainResponse, body: unknown): SvcError {
  const {
    error = call + status,
    // Of an answer that is not the service's own, but a proxy's or a firewall's.
    code = status === 404
      ? 'NOT_FOUND'
      : status === 429
        ? 'RATE_LIMITED'
        : status < 500
          ? 'BAD_USER_INPUT'
          : 'UNAVAILABLE',
    ...fields
  } = (body ?? {}) as SvcErrorFields & { readonly error?: string; readonly code?: ErrorCode };
  const wait = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(wait) ? Number(wait) : (Date.parse(wait) - Date.now()) / 1000;
  return new SvcError(code, error, {
    ...fields,
    status,
    retryAfter: Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds)),
  });
}
