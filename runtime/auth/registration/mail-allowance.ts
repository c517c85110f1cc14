import type { AuthServices } from '../auth-services.js';
import { emailKey } from '../login/email-key.js';

const day = 86_400_000;

/**
 * Whether one more mail that a stranger can cause may go to this address: three an hour (auth.md, section 1). Counts, and
 * costs the same whether or not a user has the address; what is over the limit is dropped in silence.
 */
export function allowsMail({ limiter, options }: AuthServices, email: string): Promise<boolean> {
  return limiter.tryConsume('mailAddress', emailKey(options.secret, email));
}

/** Whether the owner of a taken address has not been told of a registration within a day (auth.md, section 2). */
export async function allowsNotice(
  { sessions, options, clock }: AuthServices,
  email: string,
): Promise<boolean> {
  const name = `account-exists:${emailKey(options.secret, email)}`;
  const counter = await sessions.counters.add(name, 1, day, clock());
  return counter.value === 1;
}
