import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { checkBody, email, password } from '../auth-routes/body.js';
import { openSession } from '../auth-routes/login/login.js';
import { authOf } from '../security/authorize.js';
import { alertOf, errorStatus, formBody, type RefusedForm, takeForm } from './form-page.js';
import type { FixedText } from './language/page-text.js';
import { currentPasswordField, emailField, isRemembered, rememberField } from './page-fields.js';
import { localPath } from './page-parameters.js';
import { pageReply, pagesBase, seeOther } from './page-reply.js';
import { type FormView, fieldViews, type LinkView } from './page-view.js';
import { showPage } from './show-page.js';

/** Messages of other pages that redirect here. */
const done: Readonly<Record<string, FixedText>> = {
  registered: 'The account is ready. Sign in.',
  verified: 'Your email is verified. Sign in.',
  reset: 'Your password is changed, and every session has ended. Sign in with the new one.',
  'email-changed': 'Your email is changed. Sign in with the new one.',
  invited: 'Welcome! Your account is ready. Sign in.',
  'logged-out': 'You are signed out.',
};

const fields = [emailField, currentPasswordField, rememberField];

/** `GET /admin/login`; `?next=` gives the path to open afterwards. */
export const showLogin: RouteHandler = function showLoginPage(request, service) {
  return showPage(request, service, (parameters) => {
    const status = own(done, parameters.get('done') ?? '');
    return loginPage(request, service, { next: localPath(parameters.get('next')), refused: null, status });
  });
};

/** `POST /admin/login` */
export const submitLogin: RouteHandler = function submitLoginForm(request, service) {
  return takeForm(request, {
    async act(form) {
      const attempt = checkBody(formBody(form, ['email', 'password']), { email, password });
      const wish = { ...attempt, remember: isRemembered(form) };
      const { cookies } = await openSession(request, service, wish);
      return seeOther(localPath(form.get('next')) ?? pagesBase(request, service), cookies);
    },
    refuse: (refused) =>
      loginPage(request, service, { next: localPath(refused.values.get('next')), refused, status: null }),
  });
};

interface LoginState {
  readonly next: string | null;
  readonly refused: RefusedForm | null;
  readonly status: FixedText | null;
}

async function loginPage(
  request: ApiRequest,
  service: Service,
  { next, refused, status }: LoginState,
): Promise<Reply> {
  const base = pagesBase(request, service);
  const alert = refused && alertOf(refused, ['email', 'password']);
  return pageReply(
    request,
    service,
    {
      title: 'Sign in',
      ...(status !== null && { status }),
      ...(alert && { alert }),
      forms: [
        {
          action: `${base}/login`,
          hidden: next === null ? [] : [{ name: 'next', value: next }],
          fields: fieldViews(fields, refused),
          submit: 'Sign in',
        },
        ...resendForm(refused, base),
      ],
      links: await loginLinks(service, base),
    },
    refused ? errorStatus(refused) : {},
  );
}

/** The password was right; the missing verification is in a mail that may have been lost. */
function resendForm(refused: RefusedForm | null, base: string): readonly FormView[] {
  const address = refused?.values.get('email');
  if (refused?.error.code !== 'EMAIL_NOT_VERIFIED' || address === undefined) return [];
  const hidden = [{ name: 'email', value: address }];
  return [
    { action: `${base}/verify-email`, hidden, fields: [], submit: 'Mail me a new link', secondary: true },
  ];
}

async function loginLinks(service: Service, base: string): Promise<readonly LinkView[]> {
  const { magicLink } = authOf(service).options;
  const settings = await service.settings?.read();
  const links: LinkView[] = [{ href: `${base}/forgot-password`, text: 'Forgot your password?' }];
  if (magicLink) links.push({ href: `${base}/magic-link`, text: 'Sign in by a mailed link' });
  if (settings?.enableRegistration) links.push({ href: `${base}/register`, text: 'Register' });
  return links;
}

function own(texts: Readonly<Record<string, FixedText>>, key: string): FixedText | null {
  return Object.hasOwn(texts, key) ? (texts[key] ?? null) : null;
}
