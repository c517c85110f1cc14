import { type PlainHeaders, platform } from '../platform.js';
import { ownCookie, parseSetCookie, type ServerCookies, type SetServerCookie } from './cookies.js';

/** The service's cookies of one visitor, during one request. */
export interface VisitorCookies {
  /** The value of the header `Cookie`; empty if there are none. */
  header(): string;
  /** Whether the session has to be renewed before the next call. */
  hasExpired(): boolean;
  /** Whether there is a cookie of a session. */
  hasSession(): boolean;
  /** Whether there is a cookie to renew the session with. */
  hasRefresh(): boolean;
  /** Whether cookies can reach the visitor. Throws nothing. */
  canSet(): Promise<boolean>;
  /**
   * Keeps the cookies that a response sets, and passes them on to the visitor.
   *
   * @throws What the frontend's own `set` throws.
   */
  store(headers: PlainHeaders): Promise<void>;
}

/** Seconds by which a token is renewed early: for the way to the service, and clocks that differ. */
const margin = 10;

/**
 * What a value of a cookie may contain (RFC 6265, section 4.1.1). Frameworks decode values, so that one which
 * another site of the same domain has set could otherwise add a cookie of its choice to the header.
 */
const sendable = /^[!#-+\--:<-[\]-~]*$/;

/** Only its removal is ever set, to see whether cookies can be set. */
const probe: SetServerCookie = {
  name: 'svc_probe',
  value: '',
  options: { path: '/', httpOnly: true, secure: false, sameSite: 'strict', maxAge: 0 },
};

export async function openVisitorCookies(
  given: ServerCookies | Promise<ServerCookies>,
): Promise<VisitorCookies> {
  const access = await given;
  const cookies = new Map<string, string>();
  for (const { name, value } of await access.getAll())
    if (ownCookie.test(name) && sendable.test(value)) cookies.set(name, value);

  const cookieOf = (name: string): string | undefined => cookies.get(`__Host-${name}`) ?? cookies.get(name);
  const setAll = async (all: readonly SetServerCookie[]): Promise<void> => {
    if (access.setAll) await access.setAll(all);
    else for (const { name, value, options } of all) await access.set?.(name, value, options);
  };

  return {
    header: () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    hasSession: () => Boolean(cookieOf('svc_session')),
    hasRefresh: () => Boolean(cookieOf('svc_refresh')),
    // A browser drops the cookie when the token in it expires, unless it ends with the browser.
    hasExpired: () => expiryOf(cookieOf('svc_session')) < Date.now() / 1000 + margin,
    canSet: async () => {
      if (!access.set && !access.setAll) return false;
      try {
        await setAll([probe]);
        return true;
      } catch {
        return false;
      }
    },
    store: async (headers) => {
      const lines = (headers as SettingHeaders).getSetCookie?.() ?? [];
      const changed = lines.flatMap((line) => parseSetCookie(line) ?? []);
      for (const { name, value, options } of changed) {
        if (options.maxAge === 0) cookies.delete(name);
        else cookies.set(name, value);
      }
      if (changed.length > 0) await setAll(changed);
    },
  };
}

interface SettingHeaders extends PlainHeaders {
  getSetCookie?(): readonly string[];
}

/**
 * When the token of a session expires, in seconds since 1970; 0 without a token. The service alone checks
 * tokens: this only saves a call that it would refuse.
 */
function expiryOf(token: string | undefined): number {
  if (!token) return 0;
  try {
    const [, payload = ''] = token.split('.');
    const { exp } = JSON.parse(platform.atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as {
      readonly exp?: unknown;
    };
    return typeof exp === 'number' ? exp : Infinity;
  } catch {
    // Not a token as this client knows them: the service decides.
    return Infinity;
  }
}
