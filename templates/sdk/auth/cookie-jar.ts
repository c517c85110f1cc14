import { type FetchResponse, platform } from '../platform.js';

/** The cookies of one client, where the platform keeps none. */
export interface CookieJar {
  /** The value of the header `Cookie`; empty if there are no cookies. */
  header(): string;
  /** Stores the cookies that a response sets. */
  store(response: FetchResponse): void;
}

/**
 * Keeps the session's cookies in memory. On Node, Deno, Bun and edge workers `fetch` keeps no cookies, but
 * exposes those that a response sets, so that the jar has all of them. Browsers, where `Cookie` is a
 * forbidden header (Fetch Standard, 2.2.2), and React Native keep cookies themselves and expose none: there
 * is no jar.
 */
export function createCookieJar(): CookieJar | undefined {
  const { headers } = new platform.Request('http://a', { headers: { cookie: 'a' } });
  if (!headers.get('cookie') || !('getSetCookie' in headers)) return undefined;
  const cookies = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    store({ headers }) {
      // Only the service's own cookies: others are those of a proxy.
      for (const line of (headers as SettingHeaders).getSetCookie?.() ?? []) {
        const [, name = '', value = ''] = /^((?:__Host-)?svc_\w+)=([^;]*)/.exec(line) ?? [];
        if (/;\s*max-age=0\b/i.test(line)) cookies.delete(name);
        else if (name) cookies.set(name, value);
      }
    },
  };
}

/** The part of `Headers` that only some platforms have. */
interface SettingHeaders {
  getSetCookie?(): readonly string[];
}
