/** What the endpoints of authentication take. */
import type { AuthAuditType } from './answers.js';
import type { AuthShape } from './shape.js';

/** An email address. */
export interface AuthEmailData {
  readonly email: string;
}

/** Who gets a link by mail, and where it leads afterwards. */
export interface AuthLinkData extends AuthEmailData {
  /** An address of the service or of one of its trusted origins. */
  readonly redirectTo?: string | undefined;
}

export interface AuthLoginData extends AuthEmailData {
  readonly password: string;
  /** Whether the session outlives the browser, for 30 days instead of 12 hours. Default true. */
  readonly remember?: boolean | undefined;
}

export interface AuthRegisterData extends AuthEmailData {
  readonly password: string;
  readonly name?: string | null | undefined;
}

/** The token of a link. */
export interface AuthTokenData {
  readonly token: string;
}

export interface AuthResetPasswordData extends AuthTokenData {
  readonly password: string;
}

export interface AuthChangePasswordData {
  readonly currentPassword: string;
  readonly newPassword: string;
}

export interface AuthRefreshData {
  readonly refreshToken: string;
}

/** The token of the link, or the code of the mail together with the address it went to. */
export type AuthMagicLinkData =
  | (AuthTokenData & { readonly email?: undefined; readonly code?: undefined })
  | (AuthEmailData & { readonly code: string; readonly token?: undefined });

export interface AuthInviteData<S extends AuthShape> extends AuthEmailData {
  readonly role: S['role'];
  readonly name?: string | null | undefined;
}

export interface AuthAcceptInviteData extends AuthTokenData {
  readonly password: string;
  readonly name?: string | null | undefined;
}

/** A new API key: with the rights of a role, or with scopes. */
export type AuthApiKeyData<S extends AuthShape> = NamedKeyData &
  (
    | { readonly role: S['role']; readonly scopes?: undefined }
    | { readonly scopes: readonly S['scope'][]; readonly role?: undefined }
  );

interface NamedKeyData {
  readonly name: string;
  /** ISO 8601, or null for a key that never expires. Default: in a year. */
  readonly expiresAt?: string | null | undefined;
}

export interface AuthApiKeyChanges<S extends AuthShape> {
  readonly name?: string | undefined;
  readonly scopes?: readonly S['scope'][] | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly disabled?: boolean | undefined;
}

export interface AuthRotationData {
  /** Seconds for which the old key goes on working, 0 to 86,400. Default 0. */
  readonly overlapSeconds?: number | undefined;
}

/** Which page of a list. */
export interface AuthPageQuery {
  /** Number of the page, from 1. */
  readonly page?: number | undefined;
  /** Entries on a page. Default 10. */
  readonly limit?: number | undefined;
}

/** Which events of the audit log. */
export interface AuthAuditQuery extends AuthPageQuery {
  readonly type?: AuthAuditType | undefined;
  /** Whom they concern. */
  readonly userId?: string | undefined;
  /** ISO 8601, included. */
  readonly from?: string | undefined;
  /** ISO 8601, included. */
  readonly to?: string | undefined;
}

/** Changes of the system settings. */
export interface AuthSystemSettingsChanges {
  readonly enableRegistration?: boolean | undefined;
  readonly defaultRegistrationRole?: 'customer' | 'author' | 'editor' | 'admin' | undefined;
}
