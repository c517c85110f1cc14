import { lookAtVerification } from '../../auth/verification/look-at-verification.js';
import { resendVerification } from '../../auth/verification/resend-verification.js';
import { verifyEmail } from '../../auth/verification/verify-email.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { checkBody, email } from '../auth-routes/body.js';
import { limitMail, limitTokens } from '../auth-routes/links/limits.js';
import { tokenField } from '../auth-routes/links/link-input.js';
import { accountHooks } from '../auth-routes/users/account-hooks.js';
import { authOf } from '../security/authorize.js';
import { alertOf, errorStatus, formBody, type RefusedForm, takeForm } from './form-page.js';
import { invalidLinkPage } from './invalid-link-page.js';
import { emailField } from './page-fields.js';
import { loginAddress, pageReply, pagesBase, seeOther } from './page-reply.js';
import { type FormView, fieldViews, type LinkView, type PageView, type Sent } from './page-view.js';
import { showPage } from './show-page.js';

/** `GET /admin/verify-email`: with a token a button that uses it, otherwise a form for a new mail. */
export const showVerifyEmail: RouteHandler = function showVerifyEmailPage(request, service) {
  return showPage(request, service, async (parameters) => {
    const token = parameters.get('token');
    if (token === undefined)
      return waitingPage(request, service, { sent: parameters.has('sent'), refused: null });
    await limitTokens(request, service);
    const state = await lookAtVerification(authOf(service), token);
    if (state === 'invalid') return verificationOver(request, service);
    const view = state === 'open' ? confirmView(request, service, token) : verifiedView(request, service);
    return pageReply(request, service, view, { hasToken: true });
  });
};

/** `POST /admin/verify-email` with a token, or with an email for a new mail. */
export const submitVerifyEmail: RouteHandler = function submitVerifyEmailForm(request, service) {
  return takeForm(request, {
    async act(form) {
      if (!form.has('token')) return resend(request, service, form);
      const { token } = checkBody(formBody(form, ['token']), { token: tokenField });
      await limitTokens(request, service);
      await verifyEmail(authOf(service), {
        token,
        origin: request.origin,
        hooks: accountHooks(request, service),
      });
      return seeOther(loginAddress(request, service, 'verified'));
    },
    refuse: (refused) => refusedPage(request, service, refused),
  });
};

async function resend(
  request: ApiRequest,
  service: Service,
  form: ReadonlyMap<string, string>,
): Promise<Reply> {
  const body = checkBody(formBody(form, ['email']), { email });
  await limitMail(request, service);
  await resendVerification(authOf(service), body.email);
  return seeOther(`${pagesBase(request, service)}/verify-email?sent=1`);
}

async function refusedPage(request: ApiRequest, service: Service, refused: RefusedForm): Promise<Reply> {
  const token = refused.values.get('token');
  if (token === undefined) return waitingPage(request, service, { sent: false, refused });
  if (refused.error.code !== 'INVALID_TOKEN') {
    const view = { ...confirmView(request, service, token), alert: [refused.error] };
    return pageReply(request, service, view, { hasToken: true, ...errorStatus(refused) });
  }
  // The button was pressed twice.
  if ((await lookAtVerification(authOf(service), token)) === 'verified') {
    return pageReply(request, service, verifiedView(request, service), { hasToken: true });
  }
  return verificationOver(request, service);
}

function confirmView(request: ApiRequest, service: Service, token: string): PageView {
  return {
    title: 'Confirm your email address',
    paragraphs: ['Press the button to confirm that this address is yours.'],
    forms: [
      {
        action: `${pagesBase(request, service)}/verify-email`,
        hidden: [{ name: 'token', value: token }],
        fields: [],
        submit: 'Confirm email address',
      },
    ],
  };
}

function verifiedView(request: ApiRequest, service: Service): PageView {
  return {
    title: 'Your email is already verified',
    paragraphs: ['There is nothing left to do: you can sign in.'],
    links: [{ href: loginAddress(request, service), text: 'Sign in' }],
  };
}

interface WaitingState {
  readonly sent: boolean;
  readonly refused: RefusedForm | null;
}

function waitingPage(request: ApiRequest, service: Service, { sent, refused }: WaitingState): Promise<Reply> {
  const alert = refused && alertOf(refused, ['email']);
  return pageReply(
    request,
    service,
    {
      title: sent ? 'Check your email' : 'Confirm your email address',
      ...(sent && { status: 'If this address waits to be verified, we have sent a link to it.' }),
      ...(alert && { alert }),
      paragraphs: ['Open the link in the mail; it works for 24 hours. If no mail comes, ask for a new one.'],
      forms: [resendForm(request, service, refused)],
      links: [{ href: loginAddress(request, service), text: 'Sign in' }],
    },
    refused ? errorStatus(refused) : {},
  );
}

function verificationOver(request: ApiRequest, service: Service): Promise<Reply> {
  const links: readonly LinkView[] = [{ href: loginAddress(request, service), text: 'Sign in' }];
  return invalidLinkPage(request, service, links, [resendForm(request, service, null)]);
}

function resendForm(request: ApiRequest, service: Service, sent: Sent | null): FormView {
  return {
    action: `${pagesBase(request, service)}/verify-email`,
    fields: fieldViews([emailField], sent),
    submit: 'Mail me a new link',
  };
}
