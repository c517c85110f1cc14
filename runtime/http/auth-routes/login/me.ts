import type { UserRecord } from '../../../auth/users/user-store.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authorize } from '../../security/authorize.js';
import { jsonReply } from '../replies.js';
import { userObject } from '../users/user-object.js';

/** `GET /api/auth/me`: the requester. */
export async function me(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorize(request, service, { kind: 'user' });
  refuseParameters(request.search);
  if (requester.kind === 'user') {
    const { id, expiresAt } = requester.session;
    // The guard sets the whole record; the type for callbacks of a config shows less.
    const user = await userObject(request, service, requester.user as UserRecord);
    return jsonReply(200, { user, session: { id, expiresAt } });
  }
  if (requester.kind === 'apiKey') {
    const { key, role, scopes } = requester;
    return jsonReply(200, { user: null, apiKey: { id: key.id, name: key.name, role, scopes } });
  }
  throw new Error('An anonymous request passed the rule for users.');
}
