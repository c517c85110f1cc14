import { acceptInvite, openInvite } from '../../auth/invites/accept-invite.js';
import type { ApiRequest, Reply, RouteHandler, Service } from '../api.js';
import { checkBody, optional, password, text } from '../auth-routes/body.js';
import { limitTokens } from '../auth-routes/links/limits.js';
import { tokenField } from '../auth-routes/links/link-input.js';
import { accountHooks } from '../auth-routes/users/account-hooks.js';
import { authOf } from '../security/authorize.js';
import { alertOf, errorStatus, formBody, type RefusedForm, takeForm } from './form-page.js';
import { invalidLinkPage } from './invalid-link-page.js';
import { phrase } from './language/page-text.js';
import { nameField, newPasswordField, ownEmailField } from './page-fields.js';
import { loginAddress, pageReply, pagesBase, seeOther } from './page-reply.js';
import { fieldViews } from './page-view.js';
import { showPage } from './show-page.js';

const shape = { token: tokenField, password, name: optional(text({ maxLength: 200 })) };

/** `GET /admin/accept-invite?token=`: asks for a password, and does not use the invitation up. */
export const showAcceptInvite: RouteHandler = function showAcceptInvitePage(request, service) {
  return showPage(request, service, async (parameters) => {
    await limitTokens(request, service);
    return invitePage(request, service, { token: parameters.get('token') ?? '', refused: null });
  });
};

/** `POST /admin/accept-invite` */
export const submitAcceptInvite: RouteHandler = function submitAcceptInviteForm(request, service) {
  return takeForm(request, {
    async act(form) {
      const { name = null, ...body } = checkBody(formBody(form, ['token', 'password'], ['name']), shape);
      await limitTokens(request, service);
      await acceptInvite(authOf(service), {
        ...body,
        name,
        origin: request.origin,
        hooks: accountHooks(request, service),
      });
      return seeOther(loginAddress(request, service, 'invited'));
    },
    refuse: (refused) => invitePage(request, service, { token: refused.values.get('token') ?? '', refused }),
  });
};

interface InviteState {
  readonly token: string;
  readonly refused: RefusedForm | null;
}

async function invitePage(
  request: ApiRequest,
  service: Service,
  { token, refused }: InviteState,
): Promise<Reply> {
  const auth = authOf(service);
  const invite = await openInvite(auth, token);
  if (!invite) {
    return invalidLinkPage(request, service, [{ href: loginAddress(request, service), text: 'Sign in' }]);
  }
  const alert = refused && alertOf(refused, ['name', 'password']);
  const fields = [
    ownEmailField(invite.email),
    { ...nameField, value: invite.name ?? '' },
    newPasswordField(auth.options.passwordPolicy),
  ];
  return pageReply(
    request,
    service,
    {
      title: phrase('join', { site: service.contract.name }),
      ...(alert && { alert }),
      paragraphs: ['You are invited. Choose a password to accept.'],
      forms: [
        {
          action: `${pagesBase(request, service)}/accept-invite`,
          hidden: [{ name: 'token', value: token }],
          fields: fieldViews(fields, refused),
          submit: 'Accept the invitation',
        },
      ],
    },
    { hasToken: true, ...(refused && errorStatus(refused)) },
  );
}
