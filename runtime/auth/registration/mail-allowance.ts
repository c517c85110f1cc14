import type { AuthServices } from '../auth-services.js';
import type { LinkPurpose } from '../links/link-tokens.js';
import { emailKey } from '../login/email-key.js';

const day = 86_400_000;

/** Mails that strangers can cause. */
export type StrangersMail = Exclude<LinkPurpose, 'invite'>;

/**
 * Whether one more mail that a stranger can cause may go to this address: three an hour of each purpose
 * (docs/spec/auth.md#mails-to-one-address), so that requests for other mails cannot use up the reset links of
 * an account. Counts, and costs the same whether or not a user has the address; what is over the limit is
 * dropped in silence.
 */
export function allowsMail(auth: AuthServices, purpose: StrangersMail, email: string): Promise<boolean> {
  return auth.limiter.tryConsume('mailAddress', mailKey(auth, purpose, email));
}

/**
 * The same without counting, where it is not known yet whether there is a mail to be sent: see
 * {@link allowsMail}.
 */
export function wouldAllowMail(auth: AuthServices, purpose: StrangersMail, email: string): Promise<boolean> {
  return auth.limiter.hasLeft('mailAddress', mailKey(auth, purpose, email));
}

function mailKey({ options }: AuthServices, purpose: StrangersMail, email: string): string {
  return `${purpose}:${emailKey(options.secret, email)}`;
}

/**
 * Whether the owner of an address in use has not been told of a registration within a day
 * (docs/spec/auth.md#endpoints).
 */
export async function allowsNotice(
  { sessions, options, clock }: AuthServices,
  email: string,
): Promise<boolean> {
  const name = `account-exists:${emailKey(options.secret, email)}`;
  const counter = await sessions.counters.add(name, 1, day, clock());
  return counter.value === 1;
}
