import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { pageEnvelope, readPageQuery } from '../../routing/page-query.js';
import { authOf } from '../../security/authorize.js';
import { jsonReply } from '../replies.js';
import { authorizeKeys, findKey, ownerFilter } from './find-key.js';
import { keyObject } from './key-object.js';

/** `GET /api/auth/api-keys`: the requester's own keys, newest first; a super_admin sees all. */
export async function listApiKeys(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorizeKeys(request, service);
  const auth = authOf(service);
  const query = readPageQuery(request.search, service.scope.limits.maxLimit);
  const { records, total } = await auth.apiKeys.list(auth.driver, {
    ...query,
    createdBy: ownerFilter(requester),
  });
  return jsonReply(200, pageEnvelope(records.map(keyObject), total, query));
}

/** `GET /api/auth/api-keys/:id` */
export async function readApiKey(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorizeKeys(request, service);
  const auth = authOf(service);
  const record = await findKey(auth.driver, auth, request, requester);
  refuseParameters(request.search);
  return jsonReply(200, { apiKey: keyObject(record) });
}
