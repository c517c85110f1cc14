import { requestPasswordReset } from '../../auth/password-reset/request-password-reset.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { checkBody, email } from '../auth-routes/body.js';
import { limitMail } from '../auth-routes/links/limits.js';
import { authOf } from '../security/authorize.js';
import { alertOf, errorStatus, formBody, type RefusedForm, takeForm } from './form-page.js';
import { emailField } from './page-fields.js';
import { pageReply, pagesBase, seeOther } from './page-reply.js';
import { fieldViews } from './page-view.js';
import { showPage } from './show-page.js';

/** `GET /admin/forgot-password` */
export const showForgotPassword: RouteHandler = function showForgotPasswordPage(request, service) {
  return showPage(request, service, (parameters) =>
    parameters.has('sent') ? sentPage(request, service) : forgotPage(request, service, null),
  );
};

/** `POST /admin/forgot-password`: the same page for known and unknown addresses. */
export const submitForgotPassword: RouteHandler = function submitForgotPasswordForm(request, service) {
  return takeForm(request, {
    async act(form) {
      const body = checkBody(formBody(form, ['email']), { email });
      await limitMail(request, service);
      const { origin } = request;
      await requestPasswordReset(authOf(service), { email: body.email, redirectTo: null, origin });
      return seeOther(`${pagesBase(request, service)}/forgot-password?sent=1`);
    },
    refuse: (refused) => forgotPage(request, service, refused),
  });
};

function forgotPage(request: ApiRequest, service: Service, refused: RefusedForm | null): Promise<Reply> {
  const base = pagesBase(request, service);
  const alert = refused && alertOf(refused, ['email']);
  return pageReply(
    request,
    service,
    {
      title: 'Forgot your password?',
      ...(alert && { alert }),
      paragraphs: ['We mail you a link to choose a new one.'],
      forms: [
        {
          action: `${base}/forgot-password`,
          fields: fieldViews([emailField], refused),
          submit: 'Mail me a link',
        },
      ],
      links: [{ href: `${base}/login`, text: 'Sign in' }],
    },
    refused ? errorStatus(refused) : {},
  );
}

function sentPage(request: ApiRequest, service: Service): Promise<Reply> {
  const base = pagesBase(request, service);
  return pageReply(request, service, {
    title: 'Check your email',
    status: 'If there is an account with this address, we have sent a link to it.',
    paragraphs: [
      'The link works for 30 minutes. If no mail comes, look into the spam folder, then ask again.',
    ],
    links: [
      { href: `${base}/forgot-password`, text: 'Ask again' },
      { href: `${base}/login`, text: 'Sign in' },
    ],
  });
}
