/** The cookies of a visitor's request, as the server of a frontend reads and sets them. */

/** The attributes of a cookie that is set. */
export interface ServerCookieOptions {
  readonly path: string;
  readonly httpOnly: boolean;
  readonly secure: boolean;
  readonly sameSite: 'lax' | 'strict';
  /** In seconds; 0 removes the cookie. Absent: until the browser is closed. */
  readonly maxAge?: number;
}

/** A cookie that is set. */
export interface SetServerCookie {
  readonly name: string;
  readonly value: string;
  readonly options: ServerCookieOptions;
}

/**
 * The cookies of one request: `await cookies()` of Next.js and `event.cookies` of SvelteKit are such objects,
 * {@link headerCookies} makes one of headers, and any other object with these methods fits.
 */
export interface ServerCookies {
  /** The cookies that the visitor has sent. */
  getAll(): readonly NamedValue[] | Promise<readonly NamedValue[]>;
  /**
   * Sets a cookie of the visitor. Throws where it is too late for that, such as in a React Server Component:
   * the client then renews no session. Without `set` and `setAll` it renews none either.
   */
  set?(name: string, value: string, options: ServerCookieOptions): unknown;
  /** The same for all cookies of one response, instead of `set`. */
  setAll?(cookies: readonly SetServerCookie[]): unknown;
}

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/**
 * Cookies of a request and its response by their headers: for Express, React Router, Remix, Hono, and
 * everything that has a `Request` and a `Response`.
 *
 * @param header - The header `Cookie` of the request, if it has one.
 * @param append - Adds a value to the header `Set-Cookie` of the response.
 *
 * @example
 * const cookies = headerCookies(req.headers.cookie, (value) => res.append('Set-Cookie', value));
 */
export function headerCookies(
  header: string | null | undefined,
  append?: (value: string) => unknown,
): ServerCookies {
  return {
    getAll: () =>
      (header ?? '').split(/; */).flatMap((pair) => {
        const [, name, value] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
        return name === undefined || value === undefined ? [] : [{ name, value }];
      }),
    ...(append && { set: (name, value, options) => append(setCookieLine(name, value, options)) }),
  };
}

function setCookieLine(name: string, value: string, options: ServerCookieOptions): string {
  const { path, httpOnly, secure, sameSite, maxAge } = options;
  return [
    `${name}=${value}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    `Path=${path}`,
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
    `SameSite=${sameSite === 'lax' ? 'Lax' : 'Strict'}`,
  ].join('; ');
}

/** The cookies of the service; others are those of a proxy, or of the frontend. */
export const ownCookie: RegExp = /^(?:__Host-)?svc_\w+$/;

/** Reads a value of `Set-Cookie`. */
export function parseSetCookie(line: string): SetServerCookie | undefined {
  const [pair = '', ...attributes] = line.split(/; */);
  const [, name = '', value = ''] = /^([^=]+)=(.*)$/.exec(pair) ?? [];
  if (!ownCookie.test(name)) return undefined;
  const valueAt = (attribute: string): string | undefined =>
    attributes.find((each) => each.toLowerCase().startsWith(attribute))?.slice(attribute.length);
  const maxAge = valueAt('max-age=');
  return {
    name,
    value,
    options: {
      path: valueAt('path=') ?? '/',
      httpOnly: valueAt('httponly') !== undefined,
      secure: valueAt('secure') !== undefined,
      sameSite: /^lax$/i.test(valueAt('samesite=') ?? '') ? 'lax' : 'strict',
      ...(maxAge !== undefined && { maxAge: Number(maxAge) }),
    },
  };
}
