import { stringifySetCookie } from 'cookie';

/** Cookies of the service, by their content. */
export type CookieKind = 'session' | 'refresh' | 'ml' | 'device';

export interface CookieMode {
  /** Whether the base URL is https. */
  readonly https: boolean;
}

/**
 * Returns the name of the cookie. With the prefix `__Host-`, browsers refuse the cookie from any other host,
 * path or plain http (RFC 6265bis, section 4.1.3.2); without https, in development, they would refuse ours
 * too.
 */
export function cookieName(kind: CookieKind, { https }: CookieMode): string {
  return `${https ? '__Host-' : ''}svc_${kind}`;
}

/** `Lax` for the session, so that links from other sites open pages signed in; no other cookie needs that. */
const sameSite: Readonly<Record<CookieKind, 'lax' | 'strict'>> = {
  session: 'lax',
  refresh: 'strict',
  ml: 'strict',
  device: 'strict',
};

/** Returns a value for `Set-Cookie`. `maxAge` in seconds; null: until the browser is closed. */
export function setCookie(kind: CookieKind, value: string, maxAge: number | null, mode: CookieMode): string {
  return stringifySetCookie({
    name: cookieName(kind, mode),
    value,
    path: '/',
    httpOnly: true,
    secure: mode.https,
    sameSite: sameSite[kind],
    ...(maxAge !== null && { maxAge }),
  });
}

/** Returns the `Set-Cookie` that removes a cookie: with the same attributes, or browsers would keep it. */
export function clearCookie(kind: CookieKind, mode: CookieMode): string {
  return setCookie(kind, '', 0, mode);
}

/** Returns the `Set-Cookie` values that remove both cookies of a session. */
export function clearedCookies(mode: CookieMode): readonly string[] {
  return [clearCookie('session', mode), clearCookie('refresh', mode)];
}

/**
 * The cookie of a request:
 * - `absent`;
 * - its text;
 * - `ambiguous`: sent twice. Another site on the same host may have planted one (over http, where no prefix
 *   protects), and browsers do not say which is which, so neither is trusted, even if both are equal.
 */
export type PresentedCookie =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'ambiguous' };

const absent: PresentedCookie = Object.freeze({ kind: 'absent' });
const ambiguous: PresentedCookie = Object.freeze({ kind: 'ambiguous' });

/**
 * Reads one cookie of the `Cookie` header. Our values need no decoding; parts not of the form `name=value`
 * are skipped.
 */
export function readCookie(header: string | undefined, kind: CookieKind, mode: CookieMode): PresentedCookie {
  if (header === undefined) return absent;
  const name = cookieName(kind, mode);
  let found: PresentedCookie = absent;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    if (found.kind !== 'absent') return ambiguous;
    found = { kind: 'value', value: pair.slice(equals + 1).trim() };
  }
  return found;
}
