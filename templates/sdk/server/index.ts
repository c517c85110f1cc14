import type { ClientOptions } from '../options.js';
import { plainHeaders } from '../request.js';
import { renew, type SessionOptions, sessionFetch } from './session-fetch.js';
import { openVisitorCookies } from './visitor-cookies.js';

export type { ServerCookieOptions, ServerCookies, SetServerCookie } from './cookies.js';
export { headerCookies } from './cookies.js';
export type { SessionOptions } from './session-fetch.js';

/** The options of a client that renders for one visitor. */
export interface ServerClientOptions extends Omit<ClientOptions, 'apiKey' | 'credentials'>, SessionOptions {
  /**
   * A preview token: the document for which it was made is read with its draft, by `findById` with
   * `draft: true`, also for a visitor without a session. Others are as they are without it, but published.
   */
  readonly preview?: string | undefined;
}

/** The options of the client itself, whose `fetch` has the visitor's session. */
export function serverOptions({ cookies, preview, ...options }: ServerClientOptions): ClientOptions {
  return {
    ...options,
    // With a cookie given, the client neither keeps cookies nor renews a session itself.
    headers: async () => ({
      ...plainHeaders(typeof options.headers === 'function' ? await options.headers() : options.headers),
      ...(preview && { 'x-svc-preview': preview }),
      cookie: '',
    }),
    fetch: sessionFetch({ ...options, cookies }) as NonNullable<ClientOptions['fetch']>,
  };
}

/**
 * Renews the visitor's session if it has expired, and sets its cookies: for the code that runs before a page
 * is rendered, where cookies can be set (the `proxy.ts` of Next.js). Sends no request while the session is
 * valid, and if there is none.
 *
 * @returns whether the session was renewed. Fails only if `cookies` does.
 *
 * @example
 * await renewSession({ baseUrl: 'https://cms.example.com', cookies: headerCookies(header, append) });
 */
export async function renewSession({ cookies, ...options }: SessionOptions): Promise<boolean> {
  const visitor = await openVisitorCookies(cookies);
  return visitor.hasExpired() && visitor.hasRefresh() && (await renew(visitor, options));
}
