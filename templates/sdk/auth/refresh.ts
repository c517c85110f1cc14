import { isSvcError } from '../errors.js';
import type { CallOptions, ClientOptions } from '../options.js';
import { platform } from '../platform.js';
import { plainHeaders, type RetryCheck } from '../request.js';
import type { CookieJar } from './cookie-jar.js';

/** Calls that are not followed by a refresh: they start, end or renew a session themselves. */
const withoutRefresh = /^auth\/(login|logout|refresh|magic-link\/verify)$/;

/**
 * Renews the session when the response to a call is 401 `UNAUTHENTICATED`, and lets the call be retried. All
 * calls that fail at the same time wait for one refresh; in browsers this includes calls of other tabs. If no
 * user is logged in, nothing is renewed: with a jar this is known at once; without one, a refused refresh
 * shows it, until the next login.
 */
export function refreshing(
  client: ClientOptions,
  jar: CookieJar | undefined,
  refresh: () => Promise<unknown>,
): RetryCheck {
  let refreshes = 0;
  let isOver = false;
  let running: Promise<boolean> | undefined;

  const renew = async (): Promise<boolean> => {
    try {
      await alone(client, jar, refresh);
      refreshes++;
      return true;
    } catch (error) {
      // The error of the call itself says what is wrong: that the session has ended.
      isOver = isSvcError(error) && error.code === 'UNAUTHENTICATED';
      return false;
    } finally {
      running = undefined;
    }
  };
  const refreshOnce = (): Promise<boolean> => {
    running ??= renew();
    return running;
  };

  return (path, options) => {
    const before = refreshes;
    let isRequested = withoutRefresh.test(path);
    if (isRequested) isOver = false;
    return async ({ code }) => {
      if (isRequested || code !== 'UNAUTHENTICATED') return false;
      isRequested = true;
      // A session given in headers by the caller is not this client's own: renewing it here would end it for
      // its owner.
      if (isGiven(await givenHeaders(client, options))) return false;
      // Another call's refresh has ended since this call began.
      return before < refreshes || (!isOver && jar?.header() !== '' && refreshOnce());
    };
  };
}

/** The headers that the caller gives, for all calls and for this one. */
export async function givenHeaders(
  { headers, apiKey }: ClientOptions,
  options?: CallOptions,
): Promise<Headers> {
  return {
    ...plainHeaders(typeof headers === 'function' ? await headers() : headers),
    ...plainHeaders(options?.headers),
    ...(apiKey && { 'x-api-key': apiKey }),
  };
}

/**
 * Whether headers have a credential. An empty cookie counts too: it is that of a visitor without a session.
 */
export function isGiven(headers: Headers): boolean {
  return headers['cookie'] !== undefined || hasKey(headers);
}

/** Whether headers have a credential other than a cookie. */
export function hasKey({ authorization, 'x-api-key': key }: Headers): boolean {
  return Boolean(authorization || key);
}

interface Headers {
  readonly [name: string]: string;
}

/**
 * Tabs of a browser that share their cookies refresh one after the other: the second uses the cookies that
 * the first received.
 */
async function alone(
  client: ClientOptions,
  jar: CookieJar | undefined,
  work: () => Promise<unknown>,
): Promise<unknown> {
  const locks = platform.navigator?.locks;
  return locks && !jar ? locks.request(`svc-refresh ${client.baseUrl}`, work) : work();
}
