import { createHash } from 'node:crypto';
import type { AuthServices } from '../auth-services.js';

const day = 86_400_000;

/**
 * Whether one more mail that a stranger can cause may go to this address: three an hour (auth.md, section 1). Counts, and
 * costs the same whether or not a user has the address; what is over the limit is dropped in silence.
 */
export function allowsMail({ limiter }: AuthServices, email: string): Promise<boolean> {
  return limiter.tryConsume('mailAddress', addressKey(email));
}

/** Whether the owner of a taken address has not been told of a registration within a day (auth.md, section 2). */
export async function allowsNotice({ sessions, clock }: AuthServices, email: string): Promise<boolean> {
  const counter = await sessions.counters.add(`account-exists:${addressKey(email)}`, 1, day, clock());
  return counter.value === 1;
}

/** Counters hold no addresses: they may lie in a store that many can read. */
function addressKey(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
