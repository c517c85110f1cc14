import { stringifySetCookie } from 'cookie';

/** Cookies of the service, by what they carry. */
export type CookieKind = 'session' | 'refresh' | 'ml' | 'device';

export interface CookieMode {
  /** The base URL is https. */
  readonly https: boolean;
}

/**
 * The name that is read and written. The prefix `__Host-` makes browsers refuse the cookie from any other host, path or
 * plain http (RFC 6265bis, section 4.1.3.2); without https, in development, they would refuse ours too.
 */
export function cookieName(kind: CookieKind, { https }: CookieMode): string {
  return `${https ? '__Host-' : ''}svc_${kind}`;
}

/** `Lax` for the session, so that links from elsewhere open pages signed in; nothing else has to follow a link. */
const sameSite: Readonly<Record<CookieKind, 'lax' | 'strict'>> = {
  session: 'lax',
  refresh: 'strict',
  ml: 'strict',
  device: 'strict',
};

/** A value for `Set-Cookie`. `maxAge` in seconds; null: until the browser is closed. */
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

/** Removes a cookie: the same attributes, or browsers would keep it. */
export function clearCookie(kind: CookieKind, mode: CookieMode): string {
  return setCookie(kind, '', 0, mode);
}

/** Removes both cookies of a session. */
export function clearedCookies(mode: CookieMode): readonly string[] {
  return [clearCookie('session', mode), clearCookie('refresh', mode)];
}

/**
 * What a request carries of a cookie:
 * - `absent`;
 * - a text;
 * - `ambiguous`: several values. A neighbour on the same host may have planted one (on http, where no prefix protects), and
 *   browsers do not say which is whose, so none is believed.
 */
export type PresentedCookie =
  | { readonly kind: 'absent' }
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'ambiguous' };

const absent: PresentedCookie = Object.freeze({ kind: 'absent' });
const ambiguous: PresentedCookie = Object.freeze({ kind: 'ambiguous' });

/** Reads one cookie of the `Cookie` header. Our values need no decoding; what is not of the form `name=value` is passed over. */
export function readCookie(header: string | undefined, kind: CookieKind, mode: CookieMode): PresentedCookie {
  if (header === undefined) return absent;
  const name = cookieName(kind, mode);
  let found: PresentedCookie = absent;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
    const value = pair.slice(equals + 1).trim();
    if (found.kind === 'value' && found.value !== value) return ambiguous;
    found = { kind: 'value', value };
  }
  return found;
}
