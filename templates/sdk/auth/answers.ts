/** What the endpoints of authentication return. All times are ISO 8601, UTC. */
import type { ListPage } from '../list.js';
import type { AuthShape, AuthUser } from './shape.js';

/** A response that only confirms the call, with a message for people. */
export interface AuthMessage {
  message: string;
}

/** The session that a login has started. */
export interface AuthSessionSummary {
  id: string;
  expiresAt: string;
}

/** The logged-in user and the session. */
export interface AuthSignedIn<User> {
  user: User;
  session: AuthSessionSummary;
}

/** Tokens for clients without cookies, where the service returns them. */
export interface AuthTokens {
  /** For the header `Authorization: Bearer`. Valid for 15 minutes. */
  token: string;
  /** For `refresh`. Can be used once. */
  refreshToken: string;
}

/** What `login` and `refresh` return. */
export type AuthSession<S extends AuthShape> = S['tokenInBody'] extends true
  ? AuthSignedIn<S['user']> & AuthTokens
  : AuthSignedIn<S['user']>;

/** What `changePassword` returns: other sessions have ended, and this one has a new id. */
export type AuthReplacedSession<S extends AuthShape> = AuthMessage & Omit<AuthSession<S>, 'user'>;

/** A change of the user's address that waits for the link in the mail to be used. */
export interface AuthEmailChange {
  newEmail: string;
  /** When the link expires. */
  expiresAt: string;
}

/** A new account. Has those of your own fields that were given. */
export type AuthRegistered<User extends AuthUser> = AuthUser & Partial<User>;

/** Who sends a request: a user with a session, an API key, or neither. */
export type AuthIdentity<S extends AuthShape> =
  | (AuthSignedIn<S['user']> & { apiKey?: never })
  | { user: null; session?: never; apiKey: Pick<AuthApiKey<S>, 'id' | 'name' | 'role' | 'scopes'> }
  | { user: null; session?: never; apiKey?: never };

/** A session of a user. */
export interface AuthActiveSession {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  ip: string | null;
  userAgent: string | null;
  /** Whether this is the session of the request. */
  current: boolean;
}

/** A user who temporarily cannot log in, after failed logins. */
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
  /** Id of the user who sent the invitation. */
  invitedBy: string;
}

/** An API key, without its value. */
export interface AuthApiKey<S extends AuthShape> {
  id: string;
  name: string;
  /** The first characters of the key, to tell keys apart. */
  prefix: string;
  /** Null if the key has scopes instead. */
  role: S['role'] | null;
  /** Null if the key has a role instead. */
  scopes: S['scope'][] | null;
  /** Null: never expires. */
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
  /** Id of the user who created it; null for a key created on the command line. */
  createdBy: string | null;
  disabled: boolean;
}

/** A new API key. */
export interface AuthNewApiKey<S extends AuthShape> {
  apiKey: AuthApiKey<S>;
  /** The key itself. It is returned only this once. */
  key: string;
}

/** What a login page needs to know. */
export interface AuthConfiguration {
  registrationEnabled: boolean;
  emailVerificationRequired: boolean;
  passwordPolicy: AuthPasswordPolicy;
  /** Whether users can log in by a link sent by mail. */
  magicLink: boolean;
}

/** The rules for a new password. */
export interface AuthPasswordPolicy {
  /** Minimum number of characters. */
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
  /** The user whom the event is about. */
  userId: string | null;
  /** Who caused it: a user's id, or `key:` and the id of an API key. */
  actorId: string | null;
  /** Hash of the email that was entered. */
  emailHash: string | null;
  ip: string | null;
  userAgent: string | null;
  sessionId: string | null;
  requestId: string | null;
  reason: string | null;
}

/** The types of events in the audit log. */
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
  | 'email.change.requested'
  | 'email.change.cancelled'
  | 'email.changed'
  | 'role.changed'
  | 'document.created'
  | 'document.changed'
  | 'document.published'
  | 'document.unpublished'
  | 'document.discarded'
  | 'document.restored'
  | 'document.deleted'
  | 'apikey.created'
  | 'apikey.rotated'
  | 'apikey.revoked'
  | 'invite.created'
  | 'invite.accepted'
  | 'document.purged'
  | 'schedule.set'
  | 'schedule.cancelled'
  | 'schedule.done'
  | 'documents.bulk'
  | 'preview.token'
  | 'user.created'
  | 'user.deleted'
  | 'user.unlocked'
  | 'settings.changed'
  | 'access.denied'
  | 'limit.exceeded'
  | 'system.write';

/** One page of the audit log, the newest event first. */
export type AuthAuditPage = ListPage<AuthAuditEntry>;

/** Settings that administrators can change while the service runs. */
export interface AuthSystemSettings {
  enableRegistration: boolean;
  defaultRegistrationRole: 'customer' | 'author' | 'editor' | 'admin';
}
