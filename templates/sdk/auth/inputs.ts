/** The input of the endpoints of authentication. */
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

interface RememberData {
  /**
   * Whether the session continues after the browser is closed: for 30 days instead of 12 hours. Default true.
   */
  readonly remember?: boolean | undefined;
}

export interface AuthLoginData extends AuthEmailData, RememberData {
  readonly password: string;
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

export interface AuthEmailChangeData {
  readonly currentPassword: string;
  readonly newEmail: string;
}

export interface AuthRefreshData {
  readonly refreshToken: string;
}

/** The token of the link, or the code of the mail together with the address that the mail was sent to. */
export type AuthMagicLinkData = RememberData &
  (
    | (AuthTokenData & { readonly email?: undefined; readonly code?: undefined })
    | (AuthEmailData & { readonly code: string; readonly token?: undefined })
  );

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
  /** ISO 8601, or null for a key that never expires. Default: in one year. */
  readonly expiresAt?: string | null | undefined;
}

export interface AuthApiKeyChanges<S extends AuthShape> {
  readonly name?: string | undefined;
  readonly scopes?: readonly S['scope'][] | undefined;
  readonly expiresAt?: string | null | undefined;
  readonly disabled?: boolean | undefined;
}

export interface AuthRotationData {
  /** Seconds for which the old key stays valid, 0 to 86,400. Default 0. */
  readonly overlapSeconds?: number | undefined;
}

/** Which page of a list. */
export interface AuthPageQuery {
  /** Number of the page, from 1. */
  readonly page?: number | undefined;
  /** Number of entries per page. Default 10. */
  readonly limit?: number | undefined;
}

/** Which events of the audit log. */
export interface AuthAuditQuery extends AuthPageQuery {
  readonly type?: AuthAuditType | undefined;
  /** The user whom they are about, or who caused them. */
  readonly userId?: string | undefined;
  /** The collection whose documents they are about, or `globals.` and the slug of a global. */
  readonly collection?: string | undefined;
  /** The document whose changes they are; needs `collection`. */
  readonly document?: string | undefined;
  /** ISO 8601, inclusive. */
  readonly from?: string | undefined;
  /** ISO 8601, inclusive. */
  readonly to?: string | undefined;
}

/** Changes to the system settings. */
export interface AuthSystemSettingsChanges {
  readonly enableRegistration?: boolean | undefined;
  readonly defaultRegistrationRole?: 'customer' | 'author' | 'editor' | 'admin' | undefined;
}
