/**
 * What a browser shows to prove that its user has logged in from there before (OWASP, "Slow Down Online
 * Guessing Attacks with Device Cookies"): a random id, signed together with the email, so that it is worth
 * nothing for another account.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

export function newDevice(): string {
  return randomBytes(16).toString('base64url');
}

export function signDevice(
  device: string,
  { email, secret }: { readonly email: string; readonly secret: string },
): string {
  return `${device}.${signatureOf({ device, email }, secret).toString('base64url')}`;
}

/** The id in a token; null unless one of the secrets signed it for this email. */
export function deviceOf(
  token: string,
  { email, secrets }: { readonly email: string; readonly secrets: readonly string[] },
): string | null {
  const [, device = '', signature = ''] = /^([\w-]{22})\.([\w-]{43})$/.exec(token) ?? [];
  if (device === '') return null;
  const given = Buffer.from(signature, 'base64url');
  const isGenuine = secrets.some((secret) => timingSafeEqual(given, signatureOf({ device, email }, secret)));
  return isGenuine ? device : null;
}

function signatureOf(
  { device, email }: { readonly device: string; readonly email: string },
  secret: string,
): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'svc device cookie', 32));
  return createHmac('sha256', key).update(`${device}\0${email}`).digest();
}
