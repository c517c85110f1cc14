import type { Connection } from '../../storage/driver.js';
import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { outranks } from '../invites/may-invite.js';
import { invalidToken } from '../links/invalid-token.js';
import { linkAddress } from '../links/link-address.js';
import type { LinkToken } from '../links/link-tokens.js';
import { lineOfKnown } from '../passwords/hash-line.js';
import { checkNewPassword } from '../passwords/new-password.js';
import { endSessions, endSessionsBeforeCommit, sessionStoreResponds } from '../sessions/end-sessions.js';
import { accountFlow, type MakeAccountHooks } from '../users/account-flow.js';
import type { AccountHooks, UserRecord } from '../users/user-store.js';

export interface PasswordReset {
  readonly token: string;
  readonly password: string;
  readonly origin: RequestOrigin;
  readonly hooks: MakeAccountHooks;
}

/** Whose password an open token sets, without using it. */
export async function openReset(
  auth: AuthServices,
  token: string,
): Promise<{ readonly owner: UserRecord; readonly redirectTo: string | null } | null> {
  const { driver, links } = auth;
  const link = await links.peek(driver, 'reset-password', token);
  const owner = link && (await ownerOf(auth, driver, link));
  return link && owner && { owner, redirectTo: link.extra['redirectTo'] ?? null };
}

/**
 * The user of a link. Null where it was shown to an administrator who is gone, or who does not outrank the
 * user any more: it would give them an account that they may not manage.
 */
async function ownerOf(
  { users, roles }: AuthServices,
  connection: Connection,
  { subject, extra }: LinkToken,
): Promise<UserRecord | null> {
  const owner = await users.find(connection, subject);
  const issuerId = extra['issuer'];
  if (owner === null || issuerId === undefined) return owner;
  const issuer = await users.find(connection, issuerId);
  return issuer !== null && outranks(roles, issuer, owner.role) ? owner : null;
}

/**
 * Sets a new password by a mailed token. Ends every session and the lock, verifies the email (the token came
 * there), and voids every other open link of the account. A rejected password does not use the token.
 *
 * @returns where the page leads next, if the request for the mail named a place.
 * @throws ServiceError INVALID_TOKEN, or BAD_USER_INPUT with every rule that the password fails.
 */
export async function resetPassword(
  auth: AuthServices,
  reset: PasswordReset,
): Promise<{ readonly redirectTo: string | null }> {
  const { driver, lockout } = auth;
  const open = await openReset(auth, reset.token);
  if (!open) throw invalidToken();
  const { owner, redirectTo } = open;
  checkNewPassword(auth.passwords, { password: reset.password, path: 'password', email: owner.email });
  const hash = await auth.passwords.hash(reset.password, lineOfKnown(`user:${owner.id}`));
  const end = { userId: owner.id, reason: 'the password was reset', origin: reset.origin };
  const flow = accountFlow(reset.hooks);
  await sessionStoreResponds(auth);
  await driver.transaction(async (connection) => {
    await setPassword(auth, connection, { ...reset, hash, hooks: flow.begin() });
    await endSessionsBeforeCommit(auth, connection, end);
  });
  // Those that the old password opened in between.
  await Promise.all([endSessions(auth, end), lockout.unlock(owner.email)]);
  await flow.committed();
  return { redirectTo };
}

async function setPassword(
  auth: AuthServices,
  connection: Connection,
  {
    token,
    hash,
    origin,
    hooks,
  }: Omit<PasswordReset, 'hooks'> & { readonly hash: string; readonly hooks: AccountHooks | null },
): Promise<UserRecord> {
  const { links, users, mail, audit, options } = auth;
  const link = await links.consume(connection, 'reset-password', token);
  const before = link && (await ownerOf(auth, connection, link));
  const user = before && (await users.update(connection, before.id, { emailVerified: true }, hooks));
  if (!user) throw invalidToken();
  await users.setPasswordHash(connection, user.id, hash);
  await links.voidAll(connection, user.id);
  await mail.enqueue(connection, {
    kind: 'passwordChanged',
    to: user.email,
    userName: user.name ?? user.email,
    link: linkAddress(options, 'login'),
  });
  const event = { outcome: 'success', userId: user.id, origin } as const;
  await audit.record(connection, { ...event, type: 'password.reset' });
  if (!before.emailVerified) await audit.record(connection, { ...event, type: 'email.verified' });
  return user;
}
