import { createHmac, hkdfSync } from 'node:crypto';

/** A counter's name for an address that tells nobody who has the store which address it is. */
export function emailKey(secret: string, email: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'svc login counters', 32));
  return createHmac('sha256', key).update(email).digest('hex');
}
