/** What the endpoints of authentication answer. All times are ISO 8601, UTC. */
import type { ListPage } from '../list.js';
import type { AuthShape, AuthUser } from './shape.js';

/** An answer that says only that it is done, in words for people. */
export interface AuthMessage {
  message: string;
}

/** The session that a login has begun. */
export interface AuthSessionSummary {
  id: string;
  expiresAt: string;
}

/** The user who is logged in, and the session. */
export interface AuthSignedIn<User> {
  user: User;
  session: AuthSessionSummary;
}

/** Tokens for clients without cookies, where the service hands them out. */
export interface AuthTokens {
  /** For the header `Authorization: Bearer`. Good for 15 minutes. */
  token: string;
  /** For `refresh`. Good once. */
  refreshToken: string;
}

/** What `login` and `refresh` answer. */
export type AuthSession<S extends AuthShape> = S['tokenInBody'] extends true
  ? AuthSignedIn<S['user']> & AuthTokens
  : AuthSignedIn<S['user']>;

/** What `changePassword` answers: other sessions have ended, and this one has a new id. */
export type AuthReplacedSession<S extends AuthShape> = AuthMessage & Omit<AuthSession<S>, 'user'>;

/** A new account. Own fields are there as far as they were given. */
export type AuthRegistered<User extends AuthUser> = AuthUser & Partial<User>;

/** Who a request is from: a user with a session, or an API key. */
export type AuthIdentity<S extends AuthShape> =
  | (AuthSignedIn<S['user']> & { apiKey?: never })
  | { user: null; session?: never; apiKey: Pick<AuthApiKey<S>, 'id' | 'name' | 'role' | 'scopes'> };

/** One of the places where a user is logged in. */
export interface AuthActiveSession {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  ip: string | null;
  userAgent: string | null;
  /** Whether it is the one that asks. */
  current: boolean;
}

/** A user who cannot log in for now, after failed logins. */
export interface AuthLock {
  userId: string;
  /** When the lock ends by itself. */
  lockedUntil: string;
}

/** An invitation by mail. */
export interface AuthInvite<S extends AuthShape> {
  id: string;
  email: string;
  role: S['role'];
  status: 'pending' | 'accepted' | 'expired';
  expiresAt: string;
  /** Id of the user who invites. */
  invitedBy: string;
}

/** An API key, without its value. */
export interface AuthApiKey<S extends AuthShape> {
  id: string;
  name: string;
  /** The first characters of the key, by which people tell keys apart. */
  prefix: string;
  /** Null where scopes stand instead. */
  role: S['role'] | null;
  /** Null where a role stands instead. */
  scopes: S['scope'][] | null;
  /** Null: never. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
  /** Id of the user who made it; null for one that was made on the command line. */
  createdBy: string | null;
  disabled: boolean;
}

/** A new API key. */
export interface AuthNewApiKey<S extends AuthShape> {
  apiKey: AuthApiKey<S>;
  /** The key itself. It is shown this once. */
  key: string;
}

/** What a login page needs to know. */
export interface AuthConfiguration {
  registrationEnabled: boolean;
  emailVerificationRequired: boolean;
  passwordPolicy: AuthPasswordPolicy;
  /** Whether a link by mail logs in. */
  magicLink: boolean;
}

/** What a new password needs. */
export interface AuthPasswordPolicy {
  /** Characters it has at least. */
  minLength: number;
  uppercase: boolean;
  lowercase: boolean;
  digit: boolean;
  symbol: boolean;
}

/** An event of the audit log. */
export interface AuthAuditEntry {
  id: string;
  at: string;
  type: AuthAuditType;
  outcome: 'success' | 'failure';
  /** Whom it concerns. */
  userId: string | null;
  /** Who did it: a user's id, or `key:` and the id of an API key. */
  actorId: string | null;
  /** Stands for the email that was typed. */
  emailHash: string | null;
  ip: string | null;
  userAgent: string | null;
  sessionId: string | null;
  requestId: string | null;
  reason: string | null;
}

/** What the audit log keeps. */
export type AuthAuditType =
  | 'login.success'
  | 'login.failure'
  | 'login.locked'
  | 'logout'
  | 'session.revoked'
  | 'refresh.reuse'
  | 'password.changed'
  | 'password.reset.requested'
  | 'password.reset'
  | 'email.verified'
  | 'role.changed'
  | 'apikey.created'
  | 'apikey.rotated'
  | 'apikey.revoked'
  | 'invite.created'
  | 'invite.accepted'
  | 'schedule.set'
  | 'schedule.cancelled'
  | 'schedule.done'
  | 'access.denied';

/** One page of the audit log, the newest event first. */
export type AuthAuditPage = ListPage<AuthAuditEntry>;

/** What administrators change while the service runs. */
export interface AuthSystemSettings {
  enableRegistration: boolean;
  defaultRegistrationRole: 'customer' | 'author' | 'editor' | 'admin';
}
