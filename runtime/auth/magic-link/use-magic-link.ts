import type { Connection } from '../../storage/driver.js';
import type { AuditEvent, RequestOrigin } from '../audit/audit-log.js';
import type { AuthServices } from '../auth-services.js';
import { decoySubject } from '../links/decoy-subject.js';
import { invalidToken } from '../links/invalid-token.js';
import type { LinkToken } from '../links/link-tokens.js';
import { createMagicCodes } from '../links/magic-code.js';
import { endSessions } from '../sessions/end-sessions.js';
import type { SessionRow } from '../sessions/session-store.js';
import { type SessionRequest, startSession } from '../sessions/start-session.js';
import { accountFlow, type MakeAccountHooks } from '../users/account-flow.js';
import { resetAccount } from '../users/reset-account.js';
import type { AccountHooks, UserRecord } from '../users/user-store.js';
import { mailWelcome } from '../verification/mail-welcome.js';

/** A user with the session that was started. */
export interface MagicSignIn {
  readonly user: UserRecord;
  readonly session: SessionRow;
  readonly redirectTo: string | null;
}

export interface MagicCodeAttempt {
  readonly email: string;
  readonly code: string;
  /** Null: the browser has no cookie, so no code can be right. */
  readonly browserSecret: string | null;
}

/** A session to start, and the hooks of users for an account that the link verifies. */
export interface MagicSessionRequest extends SessionRequest {
  readonly hooks: MakeAccountHooks;
}

/** Uses the link and starts a session. @throws ServiceError INVALID_TOKEN */
export async function useMagicLink(
  auth: AuthServices,
  token: string,
  request: MagicSessionRequest,
): Promise<MagicSignIn> {
  const { origin } = request;
  const { driver, links, sessions } = auth;
  const flow = accountFlow(request.hooks);
  // A session store that is away must not cost the token.
  await sessions.check();
  const used = await driver.transaction(async (connection) => {
    const link = await links.consume(connection, 'magic-link', token);
    return link && activate(auth, connection, { link, origin, hooks: flow.begin() });
  });
  if (!used) throw invalidToken();
  await flow.committed();
  return signIn(auth, used, request);
}

/**
 * Uses the code, in the browser that asked for it, and starts a session.
 *
 * @throws ServiceError INVALID_TOKEN
 */
export async function useMagicCode(
  auth: AuthServices,
  { email, code, browserSecret }: MagicCodeAttempt,
  request: MagicSessionRequest,
): Promise<MagicSignIn> {
  const { origin } = request;
  const { driver, users, sessions } = auth;
  const flow = accountFlow(request.hooks);
  if (browserSecret === null) throw invalidToken('code');
  await sessions.check();
  const user = await users.findByEmail(driver, email);
  const attempt = { subject: user?.id ?? decoySubject, code, browserSecret };
  const used = await createMagicCodes(auth).consumeCode(driver, attempt, (connection, link) =>
    activate(auth, connection, { link, origin, hooks: flow.begin() }),
  );
  if (!used) {
    await noteWrongCode(auth, { userId: user?.id ?? null, email, origin });
    throw invalidToken('code');
  }
  await flow.committed();
  return signIn(auth, used, request);
}

function noteWrongCode(
  { audit, driver }: AuthServices,
  event: Pick<AuditEvent, 'userId' | 'email' | 'origin'>,
): Promise<void> {
  return audit.record(driver, {
    ...event,
    ...{ type: 'login.failure', outcome: 'failure', reason: 'magic code' },
  });
}

/** Whom an open link would sign in, for the page that asks before it does. Null when the link is not good. */
export async function peekMagicLink(auth: AuthServices, token: string): Promise<UserRecord | null> {
  const link = await auth.links.peek(auth.driver, 'magic-link', token);
  return link && auth.users.find(auth.driver, link.subject);
}

interface Used extends Omit<MagicSignIn, 'session'> {
  /** It was not verified: sessions from before are not the owner's. */
  readonly fresh: boolean;
}

/**
 * The holder of the link reads the mails of the address. A password that was set before the email was
 * verified may belong to a stranger who waits for the owner (pre-hijacking): it is deleted, and its sessions
 * end.
 */
async function activate(
  auth: AuthServices,
  connection: Connection,
  {
    link,
    origin,
    hooks,
  }: { readonly link: LinkToken; readonly origin: RequestOrigin; readonly hooks: AccountHooks | null },
): Promise<Used | null> {
  const { users, audit, options } = auth;
  const redirectTo = link.extra['redirectTo'] ?? null;
  const before = await users.find(connection, link.subject);
  if (!before) return null;
  if (before.emailVerified) return { user: before, redirectTo, fresh: false };
  const change = { emailVerified: true };
  const user = options.emailVerification
    ? await resetAccount(auth, connection, { before, change, passwordHash: null, origin, hooks })
    : await withoutPassword(auth, connection, { user: before, hooks });
  await mailWelcome(auth, connection, user);
  await audit.record(connection, { type: 'email.verified', outcome: 'success', userId: user.id, origin });
  return { user, redirectTo, fresh: true };
}

/** Without verification the account was in use, perhaps by its owner: what is in it stays. */
async function withoutPassword(
  { users, links }: AuthServices,
  connection: Connection,
  { user, hooks }: { readonly user: UserRecord; readonly hooks: AccountHooks | null },
): Promise<UserRecord> {
  await users.setPasswordHash(connection, user.id, null);
  await links.voidAll(connection, user.id);
  return (await users.update(connection, user.id, { emailVerified: true }, hooks)) ?? user;
}

async function signIn(
  auth: AuthServices,
  { user, redirectTo, fresh }: Used,
  request: SessionRequest,
): Promise<MagicSignIn> {
  const { id: userId } = user;
  const { origin } = request;
  if (fresh) await endSessions(auth, { userId, reason: 'the email was verified', origin });
  const session = await startSession(auth, { ...request, userId, amr: 'magic-link' });
  await auth.audit.record(auth.driver, {
    ...{ type: 'login.success', outcome: 'success', userId, actorId: userId, sessionId: session.id },
    ...{ reason: 'magic-link', origin },
  });
  return { user, redirectTo, session };
}
