import type { Validator } from '../../documents/operation.js';
import type { Routes } from '../api.js';
import { switched } from '../auth-routes/switched.js';
import { showAcceptInvite, submitAcceptInvite } from './accept-invite-page.js';
import { showChangeEmail, submitChangeEmail } from './change-email-page.js';
import { showForgotPassword, submitForgotPassword } from './forgot-password-page.js';
import { showHome, submitLogout } from './home-page.js';
import { showLogin, submitLogin } from './login-page.js';
import { showMagicLink, submitMagicLink } from './magic-link-page.js';
import { pageAssets } from './page-assets.js';
import { showRegister, submitRegister } from './register-page.js';
import { showResetPassword, submitResetPassword } from './reset-password-page.js';
import { showVerifyEmail, submitVerifyEmail } from './verify-email-page.js';

export interface PageOptions {
  /** The emitted validator of new users. */
  readonly newUser?: Validator | null;
  /** Whether `/admin` is the dashboard, and not a page of its own. */
  readonly hasDashboard?: boolean;
}

/** HTML pages without JavaScript, under `/admin`. */
export function pageRoutes({ newUser = null, hasDashboard = false }: PageOptions = {}): Routes {
  return {
    ...(!hasDashboard && { '/admin': { GET: showHome } }),
    '/admin/login': { GET: showLogin, POST: submitLogin },
    '/admin/logout': { POST: submitLogout },
    '/admin/register': { GET: showRegister, POST: submitRegister(newUser) },
    '/admin/forgot-password': { GET: showForgotPassword, POST: submitForgotPassword },
    '/admin/reset-password': { GET: showResetPassword, POST: submitResetPassword },
    '/admin/change-email': { GET: showChangeEmail, POST: submitChangeEmail },
    '/admin/verify-email': { GET: showVerifyEmail, POST: submitVerifyEmail },
    '/admin/magic-link': {
      GET: switched('magicLink', showMagicLink),
      POST: switched('magicLink', submitMagicLink),
    },
    '/admin/accept-invite': {
      GET: switched('invites', showAcceptInvite),
      POST: switched('invites', submitAcceptInvite),
    },
    ...pageAssets(),
  };
}
