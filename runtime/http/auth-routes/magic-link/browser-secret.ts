import { randomBytes } from 'node:crypto';
import type { ApiRequest, Service } from '../../api.js';
import { authOf } from '../../security/authorize.js';
import { readCookie } from '../../security/cookies.js';

/**
 * Binds a magic code to the browser that requested it: 256 random bits, and the email address, so that the
 * page for the code need not ask for it again, nor carry it in its URL.
 */
function newBrowserSecret(email: string): string {
  return `${randomBytes(32).toString('base64url')}.${Buffer.from(email).toString('base64url')}`;
}

/**
 * Returns the secret of a browser that requests a link. A browser that has requested one for the same email
 * address keeps its secret: this request may send no mail, since it is over the limit of the address, and the
 * code of the last mail is valid only with the earlier secret.
 */
export function browserSecretFor(email: string, request: ApiRequest, service: Service): string {
  const kept = browserSecretOf(request, service);
  const isOurs = kept !== null && /^[\w-]{43}\./.test(kept) && emailIn(kept) === email;
  return isOurs ? kept : newBrowserSecret(email);
}

/** Returns the secret that the request's browser stores; null without one. */
export function browserSecretOf(request: ApiRequest, service: Service): string | null {
  const cookie = readCookie(request.header('cookie'), 'ml', authOf(service).options);
  return cookie.kind === 'value' ? cookie.value : null;
}

/** Returns the email address for which the browser last requested a link. */
export function rememberedEmail(request: ApiRequest, service: Service): string {
  return emailIn(browserSecretOf(request, service) ?? '');
}

function emailIn(secret: string): string {
  const [, email = ''] = secret.split('.');
  return Buffer.from(email, 'base64url').toString();
}
