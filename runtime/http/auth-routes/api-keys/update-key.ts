import { reason } from '../../../errors/reasons/reason.js';
import { badInputAt } from '../../../errors/service-error.js';
import { lockRows } from '../../../storage/locks.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf } from '../../security/authorize.js';
import { flag, nullable, optional, readBody } from '../body.js';
import { jsonReply } from '../replies.js';
import { authorizeKeys, findKey, unknownKey } from './find-key.js';
import { checkGrant } from './grant-rule.js';
import { keyName, keyScopes, moment, refusePast } from './key-body.js';
import { keyObject } from './key-object.js';

/**
 * `PATCH /api/auth/api-keys/:id`. Changes that make a key stronger (other scopes, a later expiry, enabling it
 * again) follow the rules of creating one.
 */
export async function updateApiKey(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorizeKeys(request, service);
  const auth = authOf(service);
  const { id } = await findKey(auth.driver, auth, request, requester);
  refuseParameters(request.search);
  const body = await readBody(request, {
    name: optional(keyName),
    scopes: optional(keyScopes),
    expiresAt: optional(nullable(moment)),
    disabled: optional(flag),
  });
  refusePast(body.expiresAt, auth.clock());
  const { name, scopes, expiresAt, disabled } = body;

  const record = await auth.driver.briefTransaction(async (connection) => {
    await lockRows(connection, { table: '_svc_api_keys', ids: [id], lock: 'change' });
    const before = await findKey(connection, auth, request, requester);
    if (scopes !== undefined && before.scopes === null) throw hasRole();
    if (expiresAt !== undefined && before.replacedBy !== null) throw isReplaced(before.replacedBy);
    const widens = scopes !== undefined || expiresAt !== undefined || disabled === false;
    if (widens) checkGrant(auth, requester, { role: before.role, scopes: scopes ?? before.scopes });
    return auth.apiKeys.update(connection, before.id, {
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...(disabled !== undefined && { disabled }),
    });
  });
  if (record === null) throw unknownKey(request.params['id'] ?? '');
  return jsonReply(200, { apiKey: keyObject(record) });
}

function hasRole(): Error {
  return badInputAt('scopes', reason('key.hasRole'));
}

/** The key may have been rotated because it leaked. */
function isReplaced(id: string): Error {
  return badInputAt('expiresAt', reason('key.replaced', { id }));
}
