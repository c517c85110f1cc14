export type {
  AuthActiveSession,
  AuthApiKey,
  AuthAuditEntry,
  AuthAuditPage,
  AuthAuditType,
  AuthConfiguration,
  AuthIdentity,
  AuthInvite,
  AuthMessage,
  AuthNewApiKey,
  AuthPasswordPolicy,
  AuthRegistered,
  AuthReplacedSession,
  AuthSession,
  AuthSessionSummary,
  AuthSignedIn,
  AuthSystemSettings,
  AuthTokens,
} from './answers.js';
export type {
  AuthApiKeyMethods,
  AuthInviteMethods,
  AuthMagicLinkMethods,
  AuthMethods,
  AuthRevokedSessions,
  AuthSessionMethods,
} from './auth.js';
export { connectWithAuth } from './connect.js';
export type {
  AuthAccountChangeError,
  AuthAccountError,
  AuthChangePasswordError,
  AuthLoginError,
  AuthMailError,
  AuthRegisterError,
  AuthTokenError,
} from './errors.js';
export type {
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
  AuthSystemSettingsChanges,
  AuthTokenData,
} from './inputs.js';
export type { AuthScope, AuthShape, AuthUser } from './shape.js';
export type { AuthSystemMethods, AuthUserMethods } from './users.js';
