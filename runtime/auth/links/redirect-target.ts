import type { AuthOptions } from '../../config/auth-options.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt } from '../../errors/service-error.js';

/** Long enough for a page with its parameters, short enough for a mail. */
const longest = 2000;

/**
 * Where a flow leads in the end, as an absolute address: a path of the service or an address of an origin
 * that is trusted. An open redirect would lend the service's name to phishing (OWASP, Unvalidated Redirects).
 *
 * @throws ServiceError BAD_USER_INPUT for every other address.
 */
export function redirectTarget(value: unknown, options: AuthOptions): string | null {
  if (value === undefined || value === null) return null;
  const target = typeof value === 'string' ? resolve(value, options.baseUrl) : null;
  if (target && isTrusted(target, options)) return target.href;
  throw badInputAt('redirectTo', reason('redirect.untrusted'));
}

/**
 * Null for what browsers and URL parsers read in different ways: `//host`, `/\host`, control characters, user
 * names.
 */
function resolve(value: string, baseUrl: string): URL | null {
  if (value === '' || value.length > longest || /[\\\p{Cc}\p{Zl}\p{Zp}]|^\s|\s$|^\/\//u.test(value))
    return null;
  if (!value.startsWith('/') && !/^https?:\/\/[^/]/i.test(value)) return null;
  try {
    return new URL(value, baseUrl);
  } catch {
    return null;
  }
}

function isTrusted(target: URL, { baseUrl, trustedOrigins }: AuthOptions): boolean {
  if (target.username !== '' || target.password !== '') return false;
  return target.origin === new URL(baseUrl).origin || trustedOrigins.includes(target.origin);
}
