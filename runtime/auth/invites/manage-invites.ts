import { reason } from '../../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../../errors/service-error.js';
import { type Connection, UniqueViolation } from '../../storage/driver.js';
import { createIdSource } from '../../util/ids.js';
import type { RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { linkAddress } from '../links/link-address.js';
import { type Invite, type InviteRow, inviteStatus, inviteView } from './invite.js';
import {
  deleteInvite,
  findInvite,
  findInviteByEmail,
  insertInvite,
  pageOfInvites,
  updateInvite,
} from './invite-table.js';
import { type Inviter, requireOutranked } from './may-invite.js';

export interface NewInvite {
  /** In its stored form. */
  readonly email: string;
  readonly role: string;
  readonly name: string | null;
}

export interface InviteCall {
  readonly inviter: Inviter;
  readonly origin: RequestOrigin;
}

/**
 * Invites a user by mail; works with registration off.
 *
 * @throws ServiceError BAD_USER_INPUT for an unknown role, FORBIDDEN for one that is not below the inviter's,
 * CONFLICT for an address that has an account or an open invitation. Callers are trusted, so that it may be
 * said.
 */
export async function createInvite(auth: AuthServices, invite: NewInvite, call: InviteCall): Promise<Invite> {
  requireRole(auth, invite.role);
  requireOutranked(auth.roles, call.inviter, invite.role);
  try {
    return await storeInvite(auth, invite, call);
  } catch (error) {
    // Another instance invited the same address between the look-up and the write.
    if (error instanceof UniqueViolation) throw openAlready();
    throw error;
  }
}

function storeInvite(auth: AuthServices, invite: NewInvite, call: InviteCall): Promise<Invite> {
  const { driver, clock } = auth;
  return driver.briefTransaction(async (connection) => {
    await requireFree(auth, { connection, email: invite.email, inviter: call.inviter });
    const now = clock();
    const id = createIdSource(clock)();
    const row = { ...invite, id, invitedBy: call.inviter.id, createdAt: now, acceptedAt: null };
    const sent = await sendInvite(auth, connection, row);
    await insertInvite(connection, sent);
    await auth.audit.record(connection, {
      type: 'invite.created',
      outcome: 'success',
      actorId: call.inviter.id,
      email: invite.email,
      origin: call.origin,
    });
    return inviteView(sent, now);
  });
}

/** Mails a new link; the old one is void. The sender becomes its inviter. */
export function resendInvite(auth: AuthServices, id: string, { inviter }: InviteCall): Promise<Invite> {
  return auth.driver.briefTransaction(async (connection) => {
    const invite = await requireOpen(auth, connection, { id, inviter });
    const sent = await sendInvite(auth, connection, { ...invite, invitedBy: inviter.id });
    await updateInvite(connection, sent);
    return inviteView(sent, auth.clock());
  });
}

/** Takes an invitation back; its link is void. */
export function revokeInvite(auth: AuthServices, id: string, { inviter }: InviteCall): Promise<void> {
  return auth.driver.briefTransaction(async (connection) => {
    await requireOpen(auth, connection, { id, inviter });
    await auth.links.voidAll(connection, id, 'invite');
    await deleteInvite(connection, id);
  });
}

/** A page of all invitations, newest first. */
export async function listInvites(
  { driver, clock }: AuthServices,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly invites: readonly Invite[]; readonly total: number }> {
  const { invites, total } = await pageOfInvites(driver, page);
  const now = clock();
  return { invites: invites.map((invite) => inviteView(invite, now)), total };
}

function requireRole({ roles }: AuthServices, role: string): void {
  if (roles.has(role)) return;
  throw badInputAt('role', reason('value.notAllowed', { values: roles.names }));
}

async function requireFree(
  auth: AuthServices,
  {
    connection,
    email,
    inviter,
  }: { readonly connection: Connection; readonly email: string; readonly inviter: Inviter },
): Promise<void> {
  const user = await auth.users.findByEmail(connection, email);
  // An unverified account may belong to a stranger who registered the address: it must not keep the owner
  // from being invited.
  if (user?.emailVerified) throw new ServiceError('CONFLICT', reason('account.exists'));
  // Accepting takes an unverified account over, role included.
  if (user) requireOutranked(auth.roles, inviter, user.role);
  const earlier = await findInviteByEmail(connection, email);
  if (!earlier) return;
  if (inviteStatus(earlier, auth.clock()) === 'pending') throw openAlready();
  await auth.links.voidAll(connection, earlier.id, 'invite');
  await deleteInvite(connection, earlier.id);
}

function openAlready(): ServiceError {
  return new ServiceError('CONFLICT', reason('invite.open'));
}

/** An invitation that can still be sent or taken back, by a user who may send it. */
async function requireOpen(
  auth: AuthServices,
  connection: Connection,
  { id, inviter }: { readonly id: string; readonly inviter: Inviter },
): Promise<InviteRow> {
  const invite = await findInvite(connection, id);
  if (!invite) throw new ServiceError('NOT_FOUND', reason('invite.unknown'));
  requireOutranked(auth.roles, inviter, invite.role);
  if (invite.acceptedAt !== null) throw new ServiceError('CONFLICT', reason('invite.accepted'));
  return invite;
}

async function sendInvite(
  { links, mail, options }: AuthServices,
  connection: Connection,
  invite: Omit<InviteRow, 'expiresAt'>,
): Promise<InviteRow> {
  const { token, expiresAt } = await links.issue(connection, { purpose: 'invite', subject: invite.id });
  await mail.enqueue(connection, {
    kind: 'userInvite',
    to: invite.email,
    userName: invite.name ?? invite.email,
    link: linkAddress(options, 'acceptInvite', { token }),
  });
  return { ...invite, expiresAt };
}
