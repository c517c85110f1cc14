import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf, authorizeAnybody } from '../../security/authorize.js';
import { jsonReply } from '../replies.js';

/** `GET /api/auth/config`: what a login page needs; the credential is not read, since it may have expired. */
export async function authConfig(request: ApiRequest, service: Service): Promise<Reply> {
  authorizeAnybody(request);
  refuseParameters(request.search);
  const { options } = authOf(service);
  const settings = await service.settings?.read();
  return jsonReply(200, {
    registrationEnabled: settings?.enableRegistration ?? options.registration.enabled,
    emailVerificationRequired: options.emailVerification,
    passwordPolicy: options.passwordPolicy,
    magicLink: options.magicLink,
  });
}
