import {
  accountControlRoutes,
  apiKeyRoutes,
  auditRoutes,
  emailChangeRoutes,
  inviteRoutes,
  loginRoutes,
  magicLinkRoutes,
  passwordRoutes,
  registrationRoutes,
  sessionRoutes,
  settingsRoutes,
  verificationRoutes,
} from '../../codegen/routes/service-routes.js';
import type { Validator } from '../../documents/operation.js';
import { appRoutes } from '../admin-app/app-routes.js';
import { openAppSignedIn } from '../admin-app/signed-in-app.js';
import type { Routes } from '../api.js';
import { showAcceptInvite } from '../pages/accept-invite-page.js';
import { showMagicLink, submitMagicLink } from '../pages/magic-link-page.js';
import { formOr, pageOr } from '../pages/page-or-data.js';
import { pageRoutes } from '../pages/page-routes.js';
import { showVerifyEmail, submitVerifyEmail } from '../pages/verify-email-page.js';
import { joined } from '../routing/loaded-routing.js';
import { withHandlers } from '../routing/with-handlers.js';
import { createApiKey } from './api-keys/create-key.js';
import { revokeApiKey, rotateApiKey } from './api-keys/end-key.js';
import { listApiKeys, readApiKey } from './api-keys/read-keys.js';
import { updateApiKey } from './api-keys/update-key.js';
import { listAuditLog } from './audit-log.js';
import {
  askForEmailChange,
  confirmEmailByToken,
  endEmailChange,
  readEmailChange,
} from './email-change/email-change.js';
import { acceptInviteByToken, lookAtInvite } from './invites/accept-invite.js';
import { inviteUser, listAllInvites, resendInviteMail, revokeOneInvite } from './invites/invites.js';
import { login } from './login/login.js';
import { logout } from './login/logout.js';
import { me } from './login/me.js';
import { refresh } from './login/refresh.js';
import { lookAtMagicLink, requestMagicLinkMail, signInByMagicLink } from './magic-link/magic-link.js';
import { changeOwnPassword } from './password/change-password.js';
import { forgotPassword, resetPasswordByToken } from './password/password-reset.js';
import { authConfig } from './registration/auth-config.js';
import { registerRoute } from './registration/register.js';
import {
  resendVerificationMail,
  verifyEmailByLink,
  verifyEmailByToken,
} from './registration/verify-email.js';
import { listSessions, revokeOtherSessions, revokeSession } from './sessions/own-sessions.js';
import { listUserSessions, revokeUserSessions } from './sessions/user-sessions.js';
import { readSettings, updateSettings } from './settings/system-settings.js';
import { switched } from './switched.js';
import { listUserLocks, unlockUser } from './users/user-locks.js';

export interface AllAuthRoutesOptions {
  /** The emitted validator of new users, for the fields that a config adds to them. */
  readonly newUser: Validator | null;
  /** The emitted `admin.json`; null without a dashboard. */
  readonly admin?: URL | null;
}

/** All routes of a service with authentication besides those of documents. */
export function allAuthRoutes({ newUser, admin = null }: AllAuthRoutesOptions): Routes {
  const tables = [
    ownRoutes,
    linkRoutes,
    withHandlers(registrationRoutes, { register: registerRoute(newUser), getAuthConfig: authConfig }),
    pageRoutes({ newUser, hasDashboard: admin !== null }),
    admin === null ? {} : appRoutes(admin, { baseUrl: null, open: openAppSignedIn }),
  ];
  return tables.reduce(joined);
}

/**
 * Logging in and out, passwords, sessions, API keys, settings and the audit log: docs/spec/auth.md#endpoints,
 * docs/spec/auth.md#further-endpoints and docs/spec/auth.md#users.
 */
const ownRoutes: Routes = {
  ...withHandlers(loginRoutes, { login, logout, refreshSession: refresh, getMe: me }),
  ...withHandlers(passwordRoutes, {
    forgotPassword,
    resetPassword: resetPasswordByToken,
    changePassword: changeOwnPassword,
  }),
  ...withHandlers(emailChangeRoutes, {
    getEmailChange: readEmailChange,
    requestEmailChange: askForEmailChange,
    cancelEmailChange: endEmailChange,
    confirmEmailChange: confirmEmailByToken,
  }),
  ...withHandlers(sessionRoutes, { listSessions, revokeOtherSessions, revokeSession }),
  ...withHandlers(accountControlRoutes, {
    listUserSessions,
    revokeUserSessions,
    listUserLocks,
    unlockUser,
  }),
  ...withHandlers(apiKeyRoutes, {
    listApiKeys,
    createApiKey,
    getApiKey: readApiKey,
    updateApiKey,
    revokeApiKey,
    rotateApiKey,
  }),
  ...withHandlers(auditRoutes, { listAuditLog }),
  ...withHandlers(settingsRoutes, { getSystemSettings: readSettings, updateSystemSettings: updateSettings }),
};

/** What links in emails lead to: an API client gets data, a browser a page. */
const linkRoutes: Routes = {
  ...withHandlers(verificationRoutes, {
    openVerification: pageOr(showVerifyEmail, verifyEmailByLink),
    verifyEmail: formOr(submitVerifyEmail, verifyEmailByToken),
    resendVerification: resendVerificationMail,
  }),
  ...withHandlers(magicLinkRoutes, {
    requestMagicLink: switched('magicLink', requestMagicLinkMail),
    openMagicLink: switched('magicLink', pageOr(showMagicLink, lookAtMagicLink)),
    verifyMagicLink: switched('magicLink', formOr(submitMagicLink, signInByMagicLink)),
  }),
  ...withHandlers(inviteRoutes, {
    listInvites: switched('invites', listAllInvites),
    createInvite: switched('invites', inviteUser),
    resendInvite: switched('invites', resendInviteMail),
    revokeInvite: switched('invites', revokeOneInvite),
    openInvite: switched('invites', pageOr(showAcceptInvite, lookAtInvite)),
    acceptInvite: switched('invites', acceptInviteByToken),
  }),
};
