import type { AuthServices } from '../auth-services.js';
import type { LinkPurpose } from '../links/link-tokens.js';
import { emailKey } from '../login/email-key.js';
import { countedWhile } from '../sessions/counted-while.js';

const day = 86_400_000;

/** Mails of which an address gets few: those that strangers can cause, and the notice of a change. */
export type LimitedMail = Exclude<LinkPurpose, 'invite'> | 'change-email-notice';

/** A mail that a stranger asks for. */
export interface AskedMail {
  readonly purpose: LimitedMail;
  readonly email: string;
}

/**
 * Counts a mail that a stranger can cause, and does the work that is told whether it may go to this address:
 * three an hour of each purpose (docs/spec/auth.md#mails-to-one-address), so that requests for other mails
 * cannot use up the reset links of an account. Costs the same whether or not a user has the address; what is
 * over the limit is dropped in silence. What fails is not counted: no mail was sent.
 */
export async function allowingMail(
  auth: AuthServices,
  { purpose, email }: AskedMail,
  work: (mayMail: boolean) => Promise<void>,
): Promise<void> {
  const key = mailKey(auth, purpose, email);
  const mayMail = await auth.limiter.tryConsume('mailAddress', key);
  try {
    await work(mayMail);
  } catch (error) {
    // The fault is reported, not that the mail stays counted.
    if (mayMail) await auth.limiter.giveBackMail(key).catch(() => undefined);
    throw error;
  }
}

/**
 * Counts a mail that a known person has sent to this address, who is told if it is over the limit. What fails
 * is not counted.
 *
 * @throws ServiceError RATE_LIMITED
 */
export async function withinMailLimit<T>(
  auth: AuthServices,
  { purpose, email }: AskedMail,
  work: () => Promise<T>,
): Promise<T> {
  const key = mailKey(auth, purpose, email);
  await auth.limiter.consume('mailAddress', key);
  try {
    return await work();
  } catch (error) {
    await auth.limiter.giveBackMail(key).catch(() => undefined);
    throw error;
  }
}

/** Counts a mail that was sent: see {@link wouldAllowMail}. */
export async function countMail(auth: AuthServices, { purpose, email }: AskedMail): Promise<void> {
  await auth.limiter.tryConsume('mailAddress', mailKey(auth, purpose, email));
}

/**
 * Whether a mail to this address is allowed, without counting, where it is not known yet whether there is one
 * to be sent: see {@link allowingMail}.
 */
export function wouldAllowMail(auth: AuthServices, { purpose, email }: AskedMail): Promise<boolean> {
  return auth.limiter.hasLeft('mailAddress', mailKey(auth, purpose, email));
}

function mailKey({ options }: AuthServices, purpose: LimitedMail, email: string): string {
  return `${purpose}:${emailKey(options.secret, email)}`;
}

/**
 * Does the work that is told whether the owner of an address in use has not heard of a registration within a
 * day (docs/spec/auth.md#endpoints).
 */
export function allowingNotice(
  { sessions, options, clock }: AuthServices,
  email: string,
  work: (mayMail: boolean) => Promise<void>,
): Promise<void> {
  const name = `account-exists:${emailKey(options.secret, email)}`;
  return countedWhile(sessions.counters, { name, life: day, now: clock() }, (count) => work(count === 1));
}
