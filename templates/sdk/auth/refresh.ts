import type { ClientOptions } from '../options.js';
import { type HeadersInput, platform } from '../platform.js';
import { plainHeaders, type Watch } from '../request.js';
import type { CookieJar } from './cookie-jar.js';

/** A session is renewed by a call of its own, and not where one has just begun or ended. */
const withoutRefresh = /^auth\/(login|logout|refresh)$/;

/**
 * Renews the session when a call is answered 401 `UNAUTHENTICATED`, and lets the call be repeated. All calls that fail at the same
 * time wait for one refresh, in browsers also those of other tabs.
 */
export function refreshing(client: ClientOptions, jar: CookieJar, refresh: () => Promise<unknown>): Watch {
  let refreshes = 0;
  let running: Promise<boolean> | undefined;

  const renew = async (): Promise<boolean> => {
    try {
      await alone(client, jar, refresh);
      refreshes++;
      return true;
    } catch {
      // The call's own error says what is wrong: that the session is over.
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
    let isAsked = false;
    return async ({ code }) => {
      if (isAsked || code !== 'UNAUTHENTICATED' || withoutRefresh.test(path)) return false;
      isAsked = true;
      const { headers } = client;
      const general = typeof headers === 'function' ? await headers() : headers;
      // A session that was put into headers by hand belongs to somebody else: renewing it here would end it there.
      if (client.apiKey || hasCredential(general) || hasCredential(options?.headers)) return false;
      // Somebody else's refresh has ended since this call began.
      return before < refreshes || refreshOnce();
    };
  };
}

/** Whether headers say who sends them. */
export function hasCredential(headers: HeadersInput | undefined): boolean {
  const { authorization, cookie, 'x-api-key': key } = plainHeaders(headers);
  return Boolean(authorization || cookie || key);
}

/** Where tabs of a browser share their cookies, they refresh one after the other: the second with what the first one got. */
async function alone(client: ClientOptions, jar: CookieJar, work: () => Promise<unknown>): Promise<unknown> {
  const locks = platform.navigator?.locks;
  return locks && !jar.header() ? locks.request(`svc-refresh ${client.baseUrl}`, work) : work();
}
