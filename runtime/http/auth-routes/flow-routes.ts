import {
  inviteRoutes,
  magicLinkRoutes,
  passwordRoutes,
  registrationRoutes,
  verificationRoutes,
} from '../../codegen/routes/service-routes.js';
import type { Validator } from '../../documents/operation.js';
import type { Routes } from '../api.js';
import { showAcceptInvite } from '../pages/accept-invite-page.js';
import { showMagicLink, submitMagicLink } from '../pages/magic-link-page.js';
import { formOr, pageOr } from '../pages/page-or-data.js';
import { showVerifyEmail, submitVerifyEmail } from '../pages/verify-email-page.js';
import { withHandlers } from '../routing/with-handlers.js';
import { authConfig } from './auth-config.js';
import { changeOwnPassword } from './change-password.js';
import { acceptInviteByToken, lookAtInvite } from './flows/accept-invite.js';
import { inviteUser, listAllInvites, resendInviteMail, revokeOneInvite } from './flows/invites.js';
import { lookAtMagicLink, requestMagicLinkMail, signInByMagicLink } from './flows/magic-link.js';
import { forgotPassword, resetPasswordByToken } from './flows/password-reset.js';
import { registerRoute } from './flows/register.js';
import { switched } from './flows/switched.js';
import { resendVerificationMail, verifyEmailByLink, verifyEmailByToken } from './flows/verify-email.js';

export interface FlowOptions {
  /** The emitted validator of new users, for the fields that a config adds to them. */
  readonly newUser?: Validator | null;
}

/** Registration, and all flows with a mailed link. */
export function flowRoutes({ newUser = null }: FlowOptions = {}): Routes {
  return {
    ...withHandlers(registrationRoutes, { register: registerRoute(newUser), getAuthConfig: authConfig }),
    ...withHandlers(verificationRoutes, {
      openVerification: pageOr(showVerifyEmail, verifyEmailByLink),
      verifyEmail: formOr(submitVerifyEmail, verifyEmailByToken),
      resendVerification: resendVerificationMail,
    }),
    ...withHandlers(passwordRoutes, {
      forgotPassword,
      resetPassword: resetPasswordByToken,
      changePassword: changeOwnPassword,
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
}
