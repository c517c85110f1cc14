import type { Validator } from '../../documents/operation.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { checkBody, email, optional, password, text } from '../auth-routes/body.js';
import { registerAccount, requireOpen } from '../auth-routes/registration/register.js';
import { authOf } from '../security/authorize.js';
import { alertOf, errorStatus, formBody, type RefusedForm, takeForm } from './form-page.js';
import { emailField, nameField, newPasswordField } from './page-fields.js';
import { loginAddress, pageReply, pagesBase, seeOther } from './page-reply.js';
import { fieldViews, type PageView } from './page-view.js';
import { requiredDefinitions, requiredValues } from './required-fields.js';
import { showPage } from './show-page.js';

const shape = { email, password, name: optional(text({ maxLength: 200 })) };

/** `GET /admin/register` */
export const showRegister: RouteHandler = function showRegisterPage(request, service) {
  return showPage(request, service, () => registerPage(request, service, null));
};

/** `POST /admin/register` */
export function submitRegister(validator: Validator | null): RouteHandler {
  return function submitRegisterForm(request, service) {
    return takeForm(request, {
      async act(form) {
        await requireOpen(service);
        const { name = null, ...account } = checkBody(formBody(form, ['email', 'password'], ['name']), shape);
        const fields = requiredValues(service, form);
        await registerAccount(request, service, { input: { ...account, name, fields }, validator });
        return seeOther(nextPage(request, service));
      },
      refuse: (refused) => registerPage(request, service, refused),
    });
  };
}

/** The same for a new address and for one already in use. */
function nextPage(request: ApiRequest, service: Service): string {
  if (!authOf(service).options.emailVerification) return loginAddress(request, service, 'registered');
  return `${pagesBase(request, service)}/verify-email?sent=1`;
}

async function registerPage(
  request: ApiRequest,
  service: Service,
  refused: RefusedForm | null,
): Promise<Reply> {
  const base = pagesBase(request, service);
  const settings = await service.settings?.read();
  if (!settings?.enableRegistration) return closedPage(request, service, refused ? 403 : 200);
  const { passwordPolicy } = authOf(service).options;
  const own = requiredDefinitions(service);
  const definitions = [emailField, nameField, ...own, newPasswordField(passwordPolicy)];
  const named = definitions.map(({ name }) => name);
  const alert = refused && alertOf(refused, named);
  return pageReply(
    request,
    service,
    {
      title: 'Register',
      ...(alert && { alert }),
      forms: [{ action: `${base}/register`, fields: fieldViews(definitions, refused), submit: 'Register' }],
      links: [{ href: `${base}/login`, text: 'You have an account? Sign in' }],
    },
    refused ? errorStatus(refused) : {},
  );
}

/** The text of docs/spec/service.md#registration. */
function closedPage(request: ApiRequest, service: Service, status: number): Promise<Reply> {
  const view: PageView = {
    title: 'Registration Disabled',
    paragraphs: [
      'User registration is disabled by the administrator.',
      'If you have an account, sign in. If you need one, ask an administrator for an invitation.',
    ],
    links: [{ href: `${pagesBase(request, service)}/login`, text: 'Sign in' }],
  };
  return pageReply(request, service, view, { status });
}
