import type { Validator } from '../../documents/operation.js';
import type { Routes } from '../api.js';
import { showAcceptInvite } from '../pages/accept-invite-page.js';
import { showMagicLink, submitMagicLink } from '../pages/magic-link-page.js';
import { formOr, pageOr } from '../pages/page-or-data.js';
import { showVerifyEmail, submitVerifyEmail } from '../pages/verify-email-page.js';
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
    '/api/auth/register': { POST: registerRoute(newUser) },
    '/api/auth/verify-email': {
      GET: pageOr(showVerifyEmail, verifyEmailByLink),
      POST: formOr(submitVerifyEmail, verifyEmailByToken),
    },
    '/api/auth/verify-email/resend': { POST: resendVerificationMail },
    '/api/auth/forgot-password': { POST: forgotPassword },
    '/api/auth/reset-password': { POST: resetPasswordByToken },
    '/api/auth/magic-link': { POST: switched('magicLink', requestMagicLinkMail) },
    '/api/auth/magic-link/verify': {
      GET: switched('magicLink', pageOr(showMagicLink, lookAtMagicLink)),
      POST: switched('magicLink', formOr(submitMagicLink, signInByMagicLink)),
    },
    '/api/auth/invites': {
      GET: switched('invites', listAllInvites),
      POST: switched('invites', inviteUser),
    },
    '/api/auth/invites/:id': { DELETE: switched('invites', revokeOneInvite) },
    '/api/auth/invites/:id/resend': { POST: switched('invites', resendInviteMail) },
    '/api/auth/accept-invite': {
      GET: switched('invites', pageOr(showAcceptInvite, lookAtInvite)),
      POST: switched('invites', acceptInviteByToken),
    },
  };
}
