import { randomBytes } from 'node:crypto';
import type { ApiRequest, Service } from '../../api.js';
import { authOf } from '../../authorize.js';
import { readCookie } from '../../cookies.js';

/**
 * What binds a magic code to the browser that asked for it: 256 random bits, and the address, so that the page which takes the
 * code need not ask for it again, nor carry it in its own address.
 */
export function newBrowserSecret(email: string): string {
  return `${randomBytes(32).toString('base64url')}.${Buffer.from(email).toString('base64url')}`;
}

/** The secret that a request's browser keeps; null where it keeps none. */
export function browserSecretOf(request: ApiRequest, service: Service): string | null {
  const cookie = readCookie(request.header('cookie'), 'ml', authOf(service).options);
  return cookie.kind === 'value' ? cookie.value : null;
}

/** The address that a browser last asked a link for. */
export function rememberedEmail(request: ApiRequest, service: Service): string {
  const [, email = ''] = browserSecretOf(request, service)?.split('.') ?? [];
  return Buffer.from(email, 'base64url').toString();
}
