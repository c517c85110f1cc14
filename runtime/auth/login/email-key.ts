import { createHmac, hkdfSync } from 'node:crypto';

/** A counter's name for an address that does not reveal the address to a reader of the store. */
export function emailKey(secret: string, email: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'svc login counters', 32));
  return createHmac('sha256', key).update(email).digest('hex');
}
