import { peekMagicLink } from '../../auth/magic-link/use-magic-link.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { checkBody, email, text } from '../auth-routes/body.js';
import { limitTokens } from '../auth-routes/links/limits.js';
import { tokenField } from '../auth-routes/links/link-input.js';
import { rememberedEmail } from '../auth-routes/magic-link/browser-secret.js';
import {
  maskedEmail,
  sendMagicLink,
  signInByCode,
  signInByToken,
} from '../auth-routes/magic-link/magic-link.js';
import { authOf } from '../security/authorize.js';
import { alertOf, errorStatus, formBody, type RefusedForm, takeForm } from './form-page.js';
import { invalidLinkPage } from './invalid-link-page.js';
import { phrase } from './language/page-text.js';
import { emailField, isRemembered, rememberField } from './page-fields.js';
import { pageReply, pagesBase, seeOther } from './page-reply.js';
import { type FieldDefinition, fieldViews } from './page-view.js';
import { showPage } from './show-page.js';

const codeField: FieldDefinition = {
  name: 'code',
  label: 'Code from the mail',
  autocomplete: 'one-time-code',
};

/**
 * `GET /admin/magic-link`: asks for the email address, then for the code; with a token it asks before it
 * signs the user in.
 */
export const showMagicLink: RouteHandler = function showMagicLinkPage(request, service) {
  return showPage(request, service, async (parameters) => {
    const token = parameters.get('token');
    if (token !== undefined) return askPage(request, service, { token, refused: null });
    if (parameters.has('sent')) return codePage(request, service, null);
    return requestPage(request, service, null);
  });
};

/** `POST /admin/magic-link` with a token, with email and code, or with an email for a mail. */
export const submitMagicLink: RouteHandler = function submitMagicLinkForm(request, service) {
  return takeForm(request, {
    async act(form) {
      const base = pagesBase(request, service);
      if (!form.has('token') && !form.has('code')) return requestMail(request, service, form);
      const { cookies, redirectTo } = await signIn(request, service, form);
      return seeOther(redirectTo ?? base, cookies);
    },
    refuse(refused) {
      const token = refused.values.get('token');
      if (token !== undefined) return askPage(request, service, { token, refused });
      if (refused.values.has('code')) return codePage(request, service, refused);
      return requestPage(request, service, refused);
    },
  });
};

async function requestMail(
  request: ApiRequest,
  service: Service,
  form: ReadonlyMap<string, string>,
): Promise<Reply> {
  const body = checkBody(formBody(form, ['email']), { email });
  const cookie = await sendMagicLink(request, service, { email: body.email, redirectTo: null });
  return seeOther(`${pagesBase(request, service)}/magic-link?sent=1`, [cookie]);
}

function signIn(
  request: ApiRequest,
  service: Service,
  form: ReadonlyMap<string, string>,
): ReturnType<typeof signInByToken> {
  const remember = isRemembered(form);
  if (form.has('token')) {
    const { token } = checkBody(formBody(form, ['token']), { token: tokenField });
    return signInByToken(request, service, { token, remember });
  }
  const shape = { email, code: text({ maxLength: 50 }) };
  const attempt = checkBody(formBody(form, ['email', 'code']), shape);
  return signInByCode(request, service, { ...attempt, remember });
}

function requestPage(request: ApiRequest, service: Service, refused: RefusedForm | null): Promise<Reply> {
  const base = pagesBase(request, service);
  const alert = refused && alertOf(refused, ['email']);
  return pageReply(
    request,
    service,
    {
      title: 'Sign in by a mailed link',
      ...(alert && { alert }),
      paragraphs: ['We mail you a link and a code that sign you in without a password.'],
      forms: [
        { action: `${base}/magic-link`, fields: fieldViews([emailField], refused), submit: 'Mail me a link' },
      ],
      links: [{ href: `${base}/login`, text: 'Sign in with your password' }],
    },
    refused ? errorStatus(refused) : {},
  );
}

function codePage(request: ApiRequest, service: Service, refused: RefusedForm | null): Promise<Reply> {
  const base = pagesBase(request, service);
  const alert = refused && alertOf(refused, ['email', 'code']);
  const fields = [{ ...emailField, value: rememberedEmail(request, service) }, codeField, rememberField];
  return pageReply(
    request,
    service,
    {
      title: 'Check your email',
      ...(refused === null && {
        status: 'If there is an account with this address, we have sent a link and a code to it.',
      }),
      ...(alert && { alert }),
      paragraphs: ['Open the link, or type the code here. Both work for 10 minutes.'],
      forms: [{ action: `${base}/magic-link`, fields: fieldViews(fields, refused), submit: 'Sign in' }],
      links: [
        { href: `${base}/magic-link`, text: 'Ask for a new mail' },
        { href: `${base}/login`, text: 'Sign in with your password' },
      ],
    },
    refused ? errorStatus(refused) : {},
  );
}

interface AskState {
  readonly token: string;
  readonly refused: RefusedForm | null;
}

/**
 * The user must see which account the link signs in to: an attacker may have sent a link to an account of
 * their own.
 */
async function askPage(request: ApiRequest, service: Service, { token, refused }: AskState): Promise<Reply> {
  const base = pagesBase(request, service);
  if (refused === null) await limitTokens(request, service);
  const user = await peekMagicLink(authOf(service), token);
  if (!user) {
    return invalidLinkPage(request, service, [
      { href: `${base}/magic-link`, text: 'Ask for a new link' },
      { href: `${base}/login`, text: 'Sign in with your password' },
    ]);
  }
  return pageReply(
    request,
    service,
    {
      title: phrase('signInAs', { who: maskedEmail(user.email) }),
      ...(refused && { alert: [refused.error] }),
      forms: [
        {
          action: `${base}/magic-link`,
          hidden: [{ name: 'token', value: token }],
          fields: fieldViews([rememberField], refused),
          submit: 'Sign in',
        },
      ],
    },
    { hasToken: true, ...(refused && errorStatus(refused)) },
  );
}
