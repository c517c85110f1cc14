import type { Outcome } from '../collection.js';
import type { ListPage } from '../list.js';
import type { CallOptions } from '../options.js';
import type {
  AuthActiveSession,
  AuthApiKey,
  AuthAuditPage,
  AuthConfiguration,
  AuthEmailChange,
  AuthIdentity,
  AuthInvite,
  AuthMessage,
  AuthNewApiKey,
  AuthRegistered,
  AuthReplacedSession,
  AuthSession,
} from './answers.js';
import type {
  AuthAccountChangeError,
  AuthAccountError,
  AuthChangePasswordError,
  AuthEmailChangeError,
  AuthEmailConfirmError,
  AuthLoginError,
  AuthMailError,
  AuthRegisterError,
  AuthTokenError,
} from './errors.js';
import type {
  AuthAcceptInviteData,
  AuthApiKeyChanges,
  AuthApiKeyData,
  AuthAuditQuery,
  AuthChangePasswordData,
  AuthEmailChangeData,
  AuthEmailData,
  AuthInviteData,
  AuthLinkData,
  AuthLoginData,
  AuthMagicLinkData,
  AuthPageQuery,
  AuthRefreshData,
  AuthRegisterData,
  AuthResetPasswordData,
  AuthRotationData,
  AuthTokenData,
} from './inputs.js';
import type { AuthShape } from './shape.js';

/** The methods of `client.auth`. */
export interface AuthMethods<S extends AuthShape, Safe extends boolean = false> {
  /**
   * Creates an account. Where addresses are verified, a link is sent by mail; the response does not reveal
   * whether the address is already in use.
   */
  register(
    data: AuthRegisterData & S['register'],
    options?: CallOptions,
  ): Promise<Outcome<Safe, { user: AuthRegistered<S['user']>; message: string }, AuthRegisterError>>;

  /**
   * Starts a session. Browsers keep its cookies; elsewhere this client does.
   *
   * @example
   * const { user } = await client.auth.login({ email, password });
   */
  login(data: AuthLoginData, options?: CallOptions): Promise<Outcome<Safe, AuthSession<S>, AuthLoginError>>;

  /** Ends the session. Does nothing if there is none. */
  logout(options?: CallOptions): Promise<Outcome<Safe, AuthMessage, AuthAccountError>>;

  /** Renews the session. Calls that are refused because the session has expired do this by themselves. */
  refresh(
    data?: S['tokenInBody'] extends true ? AuthRefreshData : undefined,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthSession<S>, AuthAccountError>>;

  /**
   * Returns the logged-in user or the API key; `{ user: null }` if there is neither. Sends no request if the
   * client itself keeps the cookies and has none. Fails with `UNAUTHENTICATED` if a key or token was given
   * that is not valid.
   */
  me(options?: CallOptions): Promise<Outcome<Safe, AuthIdentity<S>, AuthAccountError>>;

  /**
   * Requests a mail with a link to set a new password. The response does not reveal whether the account
   * exists.
   */
  forgotPassword(
    data: AuthLinkData,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthMessage, AuthMailError>>;

  /** Sets a new password with the token of a link, and ends all sessions. */
  resetPassword(
    data: AuthResetPasswordData,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthMessage, AuthTokenError>>;

  /** Changes the password, and ends all other sessions. */
  changePassword(
    data: AuthChangePasswordData,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthReplacedSession<S>, AuthChangePasswordError>>;

  /** Verifies the address with the token of a link. */
  verifyEmail(
    data: AuthTokenData,
    options?: CallOptions,
  ): Promise<Outcome<Safe, { message: string; user: S['user'] }, AuthTokenError>>;

  /** Requests another mail to verify the address. The response does not reveal whether the account exists. */
  verifyEmailResend(
    data: AuthEmailData,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthMessage, AuthMailError>>;

  /** What a login page needs to know. */
  config(options?: CallOptions): Promise<Outcome<Safe, AuthConfiguration, AuthAccountError>>;

  /** The events of the audit log, the newest first. For administrators. */
  auditLog(
    query?: AuthAuditQuery,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthAuditPage, AuthAccountError>>;

  /** Changes the user's address, with the confirmation of the new one. */
  readonly emailChange: AuthEmailChangeMethods<S, Safe>;

  /** The user's sessions. */
  readonly sessions: AuthSessionMethods<Safe>;

  /** API keys for programs. For administrators. */
  readonly apiKeys: AuthApiKeyMethods<S, Safe>;
}

/** The methods of `client.auth.emailChange`. */
export interface AuthEmailChangeMethods<S extends AuthShape, Safe extends boolean = false> {
  /** The change that waits for its confirmation, or null. */
  get(
    options?: CallOptions,
  ): Promise<Outcome<Safe, { emailChange: AuthEmailChange | null }, AuthAccountError>>;
  /**
   * Mails a link to the new address, and a notice to the old one. The address stays as it is until the link
   * is used. The response does not reveal whether the new address is already in use.
   */
  request(
    data: AuthEmailChangeData,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthMessage, AuthEmailChangeError>>;
  /** Cancels the change: its link becomes invalid. */
  cancel(options?: CallOptions): Promise<Outcome<Safe, AuthMessage, AuthAccountError>>;
  /** Changes the address with the token of the link. Ends all sessions but the one that asked for it. */
  confirm(
    data: AuthTokenData,
    options?: CallOptions,
  ): Promise<Outcome<Safe, { message: string; user: S['user'] }, AuthEmailConfirmError>>;
}

/** The methods of `client.auth.sessions`. */
export interface AuthSessionMethods<Safe extends boolean = false> {
  /** The user's active sessions, including this one. */
  list(options?: CallOptions): Promise<Outcome<Safe, { sessions: AuthActiveSession[] }, AuthAccountError>>;
  /** Ends one session. */
  revoke(id: string, options?: CallOptions): Promise<Outcome<Safe, AuthMessage, AuthAccountChangeError>>;
  /** Ends all sessions but this one. */
  revokeOthers(options?: CallOptions): Promise<Outcome<Safe, AuthRevokedSessions, AuthAccountError>>;
}

/** The number of sessions that were ended. */
export interface AuthRevokedSessions extends AuthMessage {
  revoked: number;
}

/** The methods of `client.auth.apiKeys`. */
export interface AuthApiKeyMethods<S extends AuthShape, Safe extends boolean = false> {
  /** The user's own keys; all keys for a super_admin. */
  list(
    query?: AuthPageQuery,
    options?: CallOptions,
  ): Promise<Outcome<Safe, ListPage<AuthApiKey<S>>, AuthAccountError>>;
  /** Reads one key, without its value. Fails with `NOT_FOUND` for a key of another user. */
  get(
    id: string,
    options?: CallOptions,
  ): Promise<Outcome<Safe, { apiKey: AuthApiKey<S> }, AuthAccountChangeError>>;
  /**
   * Creates a key. Its value is returned only this once.
   *
   * @example
   * const { key } = await client.auth.apiKeys.create({ name: 'Build', role: 'editor' });
   */
  create(
    data: AuthApiKeyData<S>,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthNewApiKey<S>, AuthAccountChangeError>>;
  /** Changes a key's name, scopes or expiry, or disables it. Its value stays the same. */
  update(
    id: string,
    data: AuthApiKeyChanges<S>,
    options?: CallOptions,
  ): Promise<Outcome<Safe, { apiKey: AuthApiKey<S> }, AuthAccountChangeError>>;
  /** Replaces a key by a new one. The old key stays valid for `overlapSeconds`. */
  rotate(
    id: string,
    data?: AuthRotationData,
    options?: CallOptions,
  ): Promise<Outcome<Safe, AuthNewApiKey<S>, AuthAccountChangeError>>;
  /** Revokes a key at once. */
  revoke(id: string, options?: CallOptions): Promise<Outcome<Safe, AuthMessage, AuthAccountChangeError>>;
}

/** What `client.auth` also has if logins by mail are enabled. */
export interface AuthMagicLinkMethods<S extends AuthShape, Safe extends boolean = false> {
  /** Logins by mail, without a password. */
  readonly magicLink: {
    /**
     * Requests a mail with a link and a code to log in. The response does not reveal whether the account
     * exists.
     */
    request(data: AuthLinkData, options?: CallOptions): Promise<Outcome<Safe, AuthMessage, AuthMailError>>;
    /**
     * Logs in with the token of the link, or with the code. The code works only in the client that requested
     * it.
     */
    verify(
      data: AuthMagicLinkData,
      options?: CallOptions,
    ): Promise<Outcome<Safe, AuthSession<S>, AuthTokenError>>;
  };
}

/** What `client.auth` also has if invitations are enabled. */
export interface AuthInviteMethods<S extends AuthShape, Safe extends boolean = false> {
  /** Creates an account with the token of an invitation. */
  acceptInvite(
    data: AuthAcceptInviteData,
    options?: CallOptions,
  ): Promise<Outcome<Safe, { user: S['user'] }, AuthTokenError>>;

  /** Invitations by mail. For administrators. */
  readonly invites: {
    /** Invitations, the newest first, one page at a time. */
    list(
      query?: AuthPageQuery,
      options?: CallOptions,
    ): Promise<Outcome<Safe, ListPage<AuthInvite<S>>, AuthAccountError>>;
    /** Sends an invitation by mail, with a role below the user's own; a super_admin can give any role. */
    create(
      data: AuthInviteData<S>,
      options?: CallOptions,
    ): Promise<Outcome<Safe, { invite: AuthInvite<S> }, AuthAccountChangeError>>;
    /** Sends the mail again, with a new link. The previous link becomes invalid. */
    resend(
      id: string,
      options?: CallOptions,
    ): Promise<Outcome<Safe, { invite: AuthInvite<S> }, AuthAccountChangeError>>;
    /** Revokes an invitation: its link becomes invalid. */
    revoke(id: string, options?: CallOptions): Promise<Outcome<Safe, AuthMessage, AuthAccountChangeError>>;
  };
}
