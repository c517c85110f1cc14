import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { invalidToken } from '../links/invalid-token.js';
import { linkAddress } from '../links/link-address.js';
import type { LinkToken } from '../links/link-tokens.js';
import { isEmailTaken } from '../registration/register.js';
import { endSessions, endSessionsBeforeCommit, sessionStoreResponds } from '../sessions/end-sessions.js';
import { accountFlow, type MakeAccountHooks } from '../users/account-flow.js';
import type { AccountHooks, UserRecord } from '../users/user-store.js';

/** The use of the link that was mailed to the new address. */
export interface EmailConfirmation {
  readonly token: string;
  readonly origin: RequestOrigin;
  readonly hooks: MakeAccountHooks;
}

/** A change that an open link confirms. */
export interface OpenEmailChange {
  readonly user: UserRecord;
  readonly newEmail: string;
  /** The session that asked for it. */
  readonly sessionId: string;
}

/** Looks at the token of a mail without using it. */
export async function openEmailChange(auth: AuthServices, token: string): Promise<OpenEmailChange | null> {
  const link = await auth.links.peek(auth.driver, 'change-email', token);
  return link && changeOf(auth, auth.driver, link);
}

/** Null where the account is gone, or its address has been changed in another way since. */
async function changeOf(
  { users }: AuthServices,
  connection: Connection,
  { subject, extra: { from, to, sessionId } }: LinkToken,
): Promise<OpenEmailChange | null> {
  const user = await users.find(connection, subject);
  if (user === null || user.email !== from || to === undefined || sessionId === undefined) return null;
  return { user, newEmail: to, sessionId };
}

/**
 * Gives an account the address that the token was mailed to, which is verified by that. Links that were
 * mailed to the old address are void, and sessions end except the one that asked for the change
 * (docs/spec/auth.md#change-of-the-email-address). Both addresses are told.
 *
 * @throws ServiceError INVALID_TOKEN, or CONFLICT where another account has got the address since: the token
 * was mailed to its owner, who may know.
 */
export async function confirmEmailChange(
  auth: AuthServices,
  { token, origin, hooks }: EmailConfirmation,
): Promise<UserRecord> {
  const open = await openEmailChange(auth, token);
  if (open === null) throw invalidToken();
  const { user, sessionId: keepId } = open;
  const owner = await auth.users.findByEmail(auth.driver, open.newEmail);
  // Of two uses at once the other one may just be done.
  if (owner !== null) throw owner.id === user.id ? invalidToken() : takenEmail();
  const end = { userId: user.id, keepId, reason: 'the email was changed', origin };
  const flow = accountFlow(hooks);
  await sessionStoreResponds(auth);
  const changed = await auth.driver
    .transaction(async (connection) => {
      const after = await change(auth, connection, { token, origin, hooks: flow.begin() });
      await endSessionsBeforeCommit(auth, connection, end);
      return after;
    })
    .catch((error: unknown) => {
      throw isEmailTaken(error) ? takenEmail() : error;
    });
  // Those that were started in between.
  await Promise.all([endSessions(auth, end), auth.lockout.unlock(changed.email)]);
  await flow.committed();
  return changed;
}

async function change(
  auth: AuthServices,
  connection: Connection,
  { token, origin, hooks }: Omit<EmailConfirmation, 'hooks'> & { readonly hooks: AccountHooks | null },
): Promise<UserRecord> {
  const { links, users, mail, audit, options } = auth;
  const link = await links.consume(connection, 'change-email', token);
  const open = link && (await changeOf(auth, connection, link));
  if (!open) throw invalidToken();
  const { user: before, newEmail } = open;
  const user = await users.update(connection, before.id, { email: newEmail, emailVerified: true }, hooks);
  if (!user) throw invalidToken();
  await links.voidAll(connection, user.id);
  await mail.enqueue(connection, {
    ...{ kind: 'emailChanged', to: before.email, userName: before.name ?? before.email },
    link: linkAddress(options, 'login'),
  });
  const event = { outcome: 'success', userId: user.id, actorId: user.id, origin } as const;
  await audit.record(connection, { ...event, type: 'email.changed', email: newEmail });
  if (!before.emailVerified) await audit.record(connection, { ...event, type: 'email.verified' });
  return user;
}

function takenEmail(): ServiceError {
  return new ServiceError('CONFLICT', reason('account.exists'));
}
