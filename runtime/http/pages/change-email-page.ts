import { confirmEmailChange, openEmailChange } from '../../auth/email-change/confirm-email-change.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { checkBody } from '../auth-routes/body.js';
import { limitTokens } from '../auth-routes/links/limits.js';
import { tokenField } from '../auth-routes/links/link-input.js';
import { accountHooks } from '../auth-routes/users/account-hooks.js';
import { authOf } from '../security/authorize.js';
import { errorStatus, formBody, type RefusedForm, takeForm } from './form-page.js';
import { invalidLinkPage } from './invalid-link-page.js';
import { phrase } from './language/page-text.js';
import { loginAddress, pageReply, pagesBase, seeOther } from './page-reply.js';
import { showPage } from './show-page.js';

/** `GET /admin/change-email?token=`: a button that confirms the new address; the link is not used up. */
export const showChangeEmail: RouteHandler = function showChangeEmailPage(request, service) {
  return showPage(request, service, async (parameters) => {
    await limitTokens(request, service);
    return confirmPage(request, service, { token: parameters.get('token') ?? '', refused: null });
  });
};

/** `POST /admin/change-email` */
export const submitChangeEmail: RouteHandler = function submitChangeEmailForm(request, service) {
  return takeForm(request, {
    async act(form) {
      const { token } = checkBody(formBody(form, ['token']), { token: tokenField });
      await limitTokens(request, service);
      await confirmEmailChange(authOf(service), {
        token,
        origin: request.origin,
        hooks: accountHooks(request, service),
      });
      return seeOther(loginAddress(request, service, 'email-changed'));
    },
    refuse: (refused) => confirmPage(request, service, { token: refused.values.get('token') ?? '', refused }),
  });
};

interface ConfirmState {
  readonly token: string;
  readonly refused: RefusedForm | null;
}

async function confirmPage(
  request: ApiRequest,
  service: Service,
  { token, refused }: ConfirmState,
): Promise<Reply> {
  const open = await openEmailChange(authOf(service), token);
  if (open === null) {
    return invalidLinkPage(request, service, [{ href: loginAddress(request, service), text: 'Sign in' }]);
  }
  return pageReply(
    request,
    service,
    {
      title: 'Confirm your new email address',
      ...(refused && { alert: [refused.error] }),
      paragraphs: [phrase('signInWith', { email: open.newEmail }), 'Other devices are signed out then.'],
      forms: [
        {
          action: `${pagesBase(request, service)}/change-email`,
          hidden: [{ name: 'token', value: token }],
          fields: [],
          submit: 'Confirm email address',
        },
      ],
    },
    { hasToken: true, ...(refused && errorStatus(refused)) },
  );
}
