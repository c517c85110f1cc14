import { reason } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import type { Connection } from '../../storage/driver.js';
import { lockRole } from '../../storage/locks.js';
import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { invalidToken } from '../links/invalid-token.js';
import { lineOfKnown } from '../passwords/hash-line.js';
import { checkNewPassword } from '../passwords/new-password.js';
import { endSessions } from '../sessions/end-sessions.js';
import { accountFlow, type MakeAccountHooks } from '../users/account-flow.js';
import { resetAccount } from '../users/reset-account.js';
import type { AccountHooks, UserRecord } from '../users/user-store.js';
import { mailWelcome } from '../verification/mail-welcome.js';
import type { InviteRow } from './invite.js';
import { findInvite, updateInvite } from './invite-table.js';
import { outranks } from './may-invite.js';

export interface Acceptance {
  readonly token: string;
  readonly password: string;
  /** Null: the name that the inviter gave. */
  readonly name: string | null;
  readonly origin: RequestOrigin;
  readonly hooks: MakeAccountHooks;
}

/** The invitation behind a mailed token, without using it. Null when it is not open. */
export async function openInvite(auth: AuthServices, token: string): Promise<InviteRow | null> {
  const link = await auth.links.peek(auth.driver, 'invite', token);
  const invite = link && (await findInvite(auth.driver, link.subject));
  return invite && invite.acceptedAt === null ? invite : null;
}

/**
 * Makes the account that an invitation is for. The email is verified by it: the token came there.
 *
 * @throws ServiceError INVALID_TOKEN; BAD_USER_INPUT for a weak password, which leaves the token good;
 * FORBIDDEN when the inviter is gone or no longer outranks the role.
 */
export async function acceptInvite(auth: AuthServices, acceptance: Acceptance): Promise<UserRecord> {
  const { token, password } = acceptance;
  const invite = await openInvite(auth, token);
  if (!invite) throw invalidToken();
  checkNewPassword(auth.passwords, { password, path: 'password', email: invite.email });
  const passwordHash = await auth.passwords.hash(password, lineOfKnown(`invite:${invite.id}`));
  // A session store that is away must not cost the token, nor leave a stranger's session alive.
  await auth.sessions.check();
  const flow = accountFlow(acceptance.hooks);
  const { user, replaced } = await auth.driver.transaction((connection) =>
    activate(auth, connection, { ...acceptance, passwordHash, hooks: flow.begin() }),
  );
  if (replaced) {
    const { origin } = acceptance;
    await endSessions(auth, { userId: user.id, reason: 'an invitation was accepted', origin });
    await auth.lockout.unlock(user.email);
  }
  await flow.committed();
  return user;
}

type HashedAcceptance = Omit<Acceptance, 'hooks'> & {
  readonly passwordHash: string;
  readonly hooks: AccountHooks | null;
};

async function activate(
  auth: AuthServices,
  connection: Connection,
  acceptance: HashedAcceptance,
): Promise<{ readonly user: UserRecord; readonly replaced: boolean }> {
  const { links, users, audit, clock } = auth;
  const link = await links.consume(connection, 'invite', acceptance.token);
  const invite = link && (await findInvite(connection, link.subject));
  if (!invite || invite.acceptedAt !== null) throw invalidToken();
  await requireStandingInviter(auth, connection, invite);

  const before = await users.findByEmail(connection, invite.email);
  if (before?.emailVerified) throw invalidToken();
  if (before) await requireReplaceable(auth, connection, { invite, before });
  const user = before
    ? await takeOver(auth, connection, { ...acceptance, invite, before })
    : await users.insert(
        connection,
        {
          email: invite.email,
          name: acceptance.name ?? invite.name,
          role: invite.role,
          emailVerified: true,
          passwordHash: acceptance.passwordHash,
        },
        acceptance.hooks,
      );
  await updateInvite(connection, { ...invite, acceptedAt: clock() });
  await mailWelcome(auth, connection, user);
  if (before && before.role !== user.role) {
    await audit.record(connection, {
      type: 'role.changed',
      outcome: 'success',
      userId: user.id,
      actorId: invite.invitedBy,
      reason: `${before.role} to ${user.role}, by invitation`,
      origin: acceptance.origin,
    });
  }
  const accepted = {
    outcome: 'success',
    userId: user.id,
    actorId: user.id,
    origin: acceptance.origin,
  } as const;
  await audit.record(connection, { ...accepted, type: 'invite.accepted' });
  // Where there was an account, it had not been verified. One that is new has begun so.
  if (before) await audit.record(connection, { ...accepted, type: 'email.verified' });
  return { user, replaced: before !== null };
}

async function requireStandingInviter(
  { users, roles }: AuthServices,
  connection: Connection,
  invite: Pick<InviteRow, 'invitedBy' | 'role'>,
): Promise<void> {
  const inviter = await users.find(connection, invite.invitedBy);
  if (inviter && outranks(roles, inviter, invite.role)) return;
  throw new ServiceError('FORBIDDEN', reason('invite.senderLostRight'));
}

/**
 * An inviter of the same or a lower rank cannot replace an account, verified or not; and the last super_admin
 * stays one (docs/spec/contract.md#roles-and-ranks), no matter who invites them.
 */
async function requireReplaceable(
  auth: AuthServices,
  connection: Connection,
  { invite, before }: { readonly invite: InviteRow; readonly before: UserRecord },
): Promise<void> {
  await requireStandingInviter(auth, connection, { ...invite, role: before.role });
  if (before.role !== 'super_admin' || invite.role === 'super_admin') return;
  await lockRole(connection, 'super_admin');
  if ((await auth.users.countByRole(connection, 'super_admin')) > 1) return;
  throw new ServiceError('CONFLICT', reason('user.lastSuperAdmin'));
}

/**
 * An unverified account becomes the invited one: its creator loses it, with all data that they put into it.
 */
async function takeOver(
  auth: AuthServices,
  connection: Connection,
  {
    invite,
    before,
    name,
    passwordHash,
    origin,
    hooks,
  }: HashedAcceptance & { readonly invite: InviteRow; readonly before: UserRecord },
): Promise<UserRecord> {
  const change = { emailVerified: true, role: invite.role, name: name ?? invite.name };
  return resetAccount(auth, connection, { before, change, passwordHash, origin, hooks });
}
