import { openReset, resetPassword } from '../../auth/password-reset/reset-password.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { checkBody, password } from '../auth-routes/body.js';
import { limitTokens } from '../auth-routes/links/limits.js';
import { tokenField } from '../auth-routes/links/link-input.js';
import { accountHooks } from '../auth-routes/users/account-hooks.js';
import { authOf } from '../security/authorize.js';
import { clearedCookies } from '../security/cookies.js';
import { alertOf, errorStatus, formBody, type RefusedForm, takeForm } from './form-page.js';
import { invalidLinkPage } from './invalid-link-page.js';
import { newPasswordField, ownEmailField } from './page-fields.js';
import { loginAddress, pageReply, pagesBase, seeOther } from './page-reply.js';
import { fieldViews } from './page-view.js';
import { showPage } from './show-page.js';

/** `GET /admin/reset-password?token=`: asks for the new password, and does not use the link up. */
export const showResetPassword: RouteHandler = function showResetPasswordPage(request, service) {
  return showPage(request, service, async (parameters) => {
    const token = parameters.get('token') ?? '';
    await limitTokens(request, service);
    return resetPage(request, service, { token, refused: null });
  });
};

/** `POST /admin/reset-password` */
export const submitResetPassword: RouteHandler = function submitResetPasswordForm(request, service) {
  return takeForm(request, {
    async act(form) {
      const body = checkBody(formBody(form, ['token', 'password']), { token: tokenField, password });
      await limitTokens(request, service);
      const auth = authOf(service);
      const { redirectTo } = await resetPassword(auth, {
        ...body,
        origin: request.origin,
        hooks: accountHooks(request, service),
      });
      return seeOther(redirectTo ?? loginAddress(request, service, 'reset'), clearedCookies(auth.options));
    },
    refuse: (refused) => resetPage(request, service, { token: refused.values.get('token') ?? '', refused }),
  });
};

interface ResetState {
  readonly token: string;
  readonly refused: RefusedForm | null;
}

async function resetPage(
  request: ApiRequest,
  service: Service,
  { token, refused }: ResetState,
): Promise<Reply> {
  const auth = authOf(service);
  const open = await openReset(auth, token);
  if (!open) return resetOver(request, service);
  const base = pagesBase(request, service);
  const fields = [ownEmailField(open.owner.email), newPasswordField(auth.options.passwordPolicy)];
  const alert = refused && alertOf(refused, ['password']);
  return pageReply(
    request,
    service,
    {
      title: 'Choose a new password',
      ...(alert && { alert }),
      paragraphs: ['Afterwards every session of yours ends, on every device.'],
      forms: [
        {
          action: `${base}/reset-password`,
          hidden: [{ name: 'token', value: token }],
          fields: fieldViews(fields, refused),
          submit: 'Change the password',
        },
      ],
    },
    { hasToken: true, ...(refused && errorStatus(refused)) },
  );
}

function resetOver(request: ApiRequest, service: Service): Promise<Reply> {
  const base = pagesBase(request, service);
  return invalidLinkPage(request, service, [
    { href: `${base}/forgot-password`, text: 'Ask for a new link' },
    { href: `${base}/login`, text: 'Sign in' },
  ]);
}
