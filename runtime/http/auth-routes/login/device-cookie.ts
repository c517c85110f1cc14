import type { AuthServices } from '../../../auth/auth-services.js';
import { deviceOf, newDevice, signDevice } from '../../../auth/lockout/device-token.js';
import type { ApiRequest } from '../../api.js';
import { readCookie, setCookie } from '../../security/cookies.js';

/** 400 days, the max lifetime of a cookie in browsers. */
const lifeSeconds = 400 * 86_400;

/**
 * Returns the id of this browser, if it has logged in with this email before and `lockout.deviceCookie` is
 * on.
 */
export function knownDevice({ options }: AuthServices, request: ApiRequest, email: string): string | null {
  if (!options.lockout.deviceCookie) return null;
  const cookie = readCookie(request.header('cookie'), 'device', options);
  return cookie.kind === 'value' ? deviceOf(cookie.value, { email, secrets: secretsOf(options) }) : null;
}

/** Returns the cookies by which the browser is recognised after a successful login. */
export function deviceCookies(
  { options }: AuthServices,
  email: string,
  known: string | null,
): readonly string[] {
  if (!options.lockout.deviceCookie) return [];
  const token = signDevice(known ?? newDevice(), { email, secret: options.secret });
  return [setCookie('device', token, lifeSeconds, options)];
}

function secretsOf(options: AuthServices['options']): readonly string[] {
  return [options.secret, ...options.previousSecrets];
}
