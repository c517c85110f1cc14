import { confirmEmailChange } from '../../../auth/email-change/confirm-email-change.js';
import { cancelEmailChange, pendingEmailChange } from '../../../auth/email-change/pending-email-change.js';
import { requestEmailChange } from '../../../auth/email-change/request-email-change.js';
import type { RouteHandler } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeAnybody, authorizeUser } from '../../security/authorize.js';
import { email, password, readBody } from '../body.js';
import { limitMail, limitTokens } from '../links/limits.js';
import { tokenField } from '../links/link-input.js';
import { jsonReply, messageReply } from '../replies.js';
import { accountHooks } from '../users/account-hooks.js';
import { userObject } from '../users/user-object.js';

/** `GET /api/auth/email-change`: the change that waits for its link, for the user who asked for it. */
export const readEmailChange: RouteHandler = async function read(request, service) {
  const { user } = await authorizeUser(request, service, { kind: 'session' });
  refuseParameters(request.search);
  const pending = await pendingEmailChange(authOf(service), user.id);
  return jsonReply(200, {
    emailChange: pending && {
      newEmail: pending.newEmail,
      expiresAt: new Date(pending.expiresAt).toISOString(),
    },
  });
};

/** `POST /api/auth/email-change`: the same response for an address in use as for another one. */
export const askForEmailChange: RouteHandler = async function ask(request, service) {
  const { user, session } = await authorizeUser(request, service, { kind: 'session' });
  request.refuseForged();
  refuseParameters(request.search);
  const body = await readBody(request, { currentPassword: password, newEmail: email });
  await limitMail(request, service);
  const { origin } = request;
  await requestEmailChange(authOf(service), { user, ...body, sessionId: session.id, origin });
  return messageReply('We have sent a mail to the new address; the change is done by its link.');
};

/** `DELETE /api/auth/email-change` */
export const endEmailChange: RouteHandler = async function cancel(request, service) {
  const { user, session } = await authorizeUser(request, service, { kind: 'session' });
  request.refuseForged();
  refuseParameters(request.search);
  const { origin } = request;
  await cancelEmailChange(authOf(service), { userId: user.id, sessionId: session.id, origin });
  return messageReply('The email stays as it is.');
};

/** `POST /api/auth/email-change/confirm` */
export const confirmEmailByToken: RouteHandler = async function confirm(request, service) {
  authorizeAnybody(request);
  refuseParameters(request.search);
  const { token } = await readBody(request, { token: tokenField });
  await limitTokens(request, service);
  const user = await confirmEmailChange(authOf(service), {
    token,
    origin: request.origin,
    hooks: accountHooks(request, service),
  });
  return messageReply('The email is changed; log in with the new one from now on.', {
    user: await userObject(request, service, user),
  });
};
