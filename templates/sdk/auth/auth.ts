import type { Answer } from '../collection.js';
import type { ListPage } from '../list.js';
import type { CallOptions } from '../options.js';
import type {
  AuthActiveSession,
  AuthApiKey,
  AuthAuditPage,
  AuthConfiguration,
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
  /** Makes an account. Where addresses are verified, a mail brings the link; the answer does not tell whether the address was taken. */
  register(
    data: AuthRegisterData & S['register'],
    options?: CallOptions,
  ): Answer<Safe, { user: AuthRegistered<S['user']>; message: string }, AuthRegisterError>;

  /**
   * Begins a session. Browsers keep its cookies; elsewhere this client does.
   *
   * @example
   * const { user } = await client.auth.login({ email, password });
   */
  login(data: AuthLoginData, options?: CallOptions): Answer<Safe, AuthSession<S>, AuthLoginError>;

  /** Ends the session. Does no harm without one. */
  logout(options?: CallOptions): Answer<Safe, AuthMessage, AuthAccountError>;

  /** Renews the session. Calls do it by themselves when they are refused for want of it. */
  refresh(
    data?: S['tokenInBody'] extends true ? AuthRefreshData : undefined,
    options?: CallOptions,
  ): Answer<Safe, AuthSession<S>, AuthAccountError>;

  /** Tells who is logged in, or whose API key it is. Fails with `UNAUTHENTICATED` where there is neither. */
  me(options?: CallOptions): Answer<Safe, AuthIdentity<S>, AuthAccountError>;

  /** Asks for a mail with a link that sets a new password. The answer does not tell whether there is such an account. */
  forgotPassword(data: AuthLinkData, options?: CallOptions): Answer<Safe, AuthMessage, AuthMailError>;

  /** Sets a new password by the token of a link, and ends all sessions. */
  resetPassword(
    data: AuthResetPasswordData,
    options?: CallOptions,
  ): Answer<Safe, AuthMessage, AuthTokenError>;

  /** Changes the password, and ends all other sessions. */
  changePassword(
    data: AuthChangePasswordData,
    options?: CallOptions,
  ): Answer<Safe, AuthReplacedSession<S>, AuthChangePasswordError>;

  /** Verifies the address by the token of a link. */
  verifyEmail(
    data: AuthTokenData,
    options?: CallOptions,
  ): Answer<Safe, { message: string; user: S['user'] }, AuthTokenError>;

  /** Asks for another mail to verify the address. The answer does not tell whether there is such an account. */
  verifyEmailResend(data: AuthEmailData, options?: CallOptions): Answer<Safe, AuthMessage, AuthMailError>;

  /** What a login page needs to know. */
  config(options?: CallOptions): Answer<Safe, AuthConfiguration, AuthAccountError>;

  /** What has happened to accounts, the newest first. For administrators. */
  auditLog(query?: AuthAuditQuery, options?: CallOptions): Answer<Safe, AuthAuditPage, AuthAccountError>;

  /** Where the user is logged in. */
  readonly sessions: AuthSessionMethods<Safe>;

  /** Keys for machines. For administrators. */
  readonly apiKeys: AuthApiKeyMethods<S, Safe>;
}

/** The methods of `client.auth.sessions`. */
export interface AuthSessionMethods<Safe extends boolean = false> {
  list(options?: CallOptions): Answer<Safe, { sessions: AuthActiveSession[] }, AuthAccountError>;
  /** Ends one session. */
  revoke(id: string, options?: CallOptions): Answer<Safe, AuthMessage, AuthAccountChangeError>;
  /** Ends all sessions but this one. */
  revokeOthers(options?: CallOptions): Answer<Safe, AuthRevokedSessions, AuthAccountError>;
}

/** How many sessions were ended. */
export interface AuthRevokedSessions extends AuthMessage {
  revoked: number;
}

/** The methods of `client.auth.apiKeys`. */
export interface AuthApiKeyMethods<S extends AuthShape, Safe extends boolean = false> {
  /** One's own keys; a super_admin sees all. */
  list(query?: AuthPageQuery, options?: CallOptions): Answer<Safe, ListPage<AuthApiKey<S>>, AuthAccountError>;
  get(id: string, options?: CallOptions): Answer<Safe, { apiKey: AuthApiKey<S> }, AuthAccountChangeError>;
  /**
   * Makes a key. It is shown this once.
   *
   * @example
   * const { key } = await client.auth.apiKeys.create({ name: 'Build', role: 'editor' });
   */
  create(
    data: AuthApiKeyData<S>,
    options?: CallOptions,
  ): Answer<Safe, AuthNewApiKey<S>, AuthAccountChangeError>;
  update(
    id: string,
    data: AuthApiKeyChanges<S>,
    options?: CallOptions,
  ): Answer<Safe, { apiKey: AuthApiKey<S> }, AuthAccountChangeError>;
  /** Makes a new key in place of one, which goes on working for the overlap. */
  rotate(
    id: string,
    data?: AuthRotationData,
    options?: CallOptions,
  ): Answer<Safe, AuthNewApiKey<S>, AuthAccountChangeError>;
  /** Ends a key at once. */
  revoke(id: string, options?: CallOptions): Answer<Safe, AuthMessage, AuthAccountChangeError>;
}

/** What `client.auth` has where logins by mail are on. */
export interface AuthMagicLinkMethods<S extends AuthShape, Safe extends boolean = false> {
  readonly magicLink: {
    /** Asks for a mail with a link and a code that log in. The answer does not tell whether there is such an account. */
    request(data: AuthLinkData, options?: CallOptions): Answer<Safe, AuthMessage, AuthMailError>;
    /** Logs in by the token of the link, or by the code: that only where it was asked for. */
    verify(data: AuthMagicLinkData, options?: CallOptions): Answer<Safe, AuthSession<S>, AuthTokenError>;
  };
}

/** What `client.auth` has where invitations are on. */
export interface AuthInviteMethods<S extends AuthShape, Safe extends boolean = false> {
  /** Makes an account by the token of an invitation. */
  acceptInvite(
    data: AuthAcceptInviteData,
    options?: CallOptions,
  ): Answer<Safe, { user: S['user'] }, AuthTokenError>;

  /** Invitations by mail. For administrators. */
  readonly invites: {
    list(
      query?: AuthPageQuery,
      options?: CallOptions,
    ): Answer<Safe, ListPage<AuthInvite<S>>, AuthAccountError>;
    create(
      data: AuthInviteData<S>,
      options?: CallOptions,
    ): Answer<Safe, { invite: AuthInvite<S> }, AuthAccountChangeError>;
    /** Sends the mail again, with a new link: the one of before is void. */
    resend(
      id: string,
      options?: CallOptions,
    ): Answer<Safe, { invite: AuthInvite<S> }, AuthAccountChangeError>;
    revoke(id: string, options?: CallOptions): Answer<Safe, AuthMessage, AuthAccountChangeError>;
  };
}
