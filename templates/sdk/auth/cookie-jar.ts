import type { FetchResponse } from '../platform.js';

/** The cookies of one client, where nothing else keeps them. */
export interface CookieJar {
  /** What goes into the header `Cookie`; empty where there is none. */
  header(): string;
  /** Takes the cookies that an answer sets. */
  store(response: FetchResponse): void;
}

/**
 * Keeps the session's cookies in memory. On Node, Deno, Bun and edge workers `fetch` keeps none, but shows what an answer sets;
 * browsers and React Native keep cookies themselves and show none, so that the jar stays empty there.
 */
export function createCookieJar(): CookieJar {
  const cookies = new Map<string, string>();
  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    store({ headers }) {
      // Only the service's own: other cookies are those of a proxy, and none of ours.
      for (const line of (headers as SettingHeaders).getSetCookie?.() ?? []) {
        const [, name = '', value = ''] = /^((?:__Host-)?svc_\w+)=([^;]*)/.exec(line) ?? [];
        if (/;\s*max-age=0\b/i.test(line)) cookies.delete(name);
        else if (name) cookies.set(name, value);
      }
    },
  };
}

/** The part of `Headers` that not every platform has. */
interface SettingHeaders {
  getSetCookie?(): readonly string[];
}
