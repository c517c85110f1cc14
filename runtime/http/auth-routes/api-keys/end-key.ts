import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf } from '../../security/authorize.js';
import { integer, optional, readOptionalBody } from '../body.js';
import { messageReply } from '../replies.js';
import { authorizeKeys, findKey, unknownKey } from './find-key.js';
import { checkGrant } from './grant-rule.js';
import { keyEvent } from './key-event.js';
import { madeReply } from './key-object.js';

/** A day: long enough to deploy a new key to every machine. */
const maxOverlap = 86_400;

/**
 * `POST /api/auth/api-keys/:id/rotate`: creates a new key in place of an old one, which ends after the
 * overlap.
 */
export async function rotateApiKey(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorizeKeys(request, service);
  const auth = authOf(service);
  await findKey(auth.driver, auth, request, requester);
  refuseParameters(request.search);
  const { overlapSeconds = 0 } = await readOptionalBody(request, {
    overlapSeconds: optional(integer(0, maxOverlap)),
  });

  const made = await auth.driver.briefTransaction(async (connection) => {
    const old = await findKey(connection, auth, request, requester);
    // The requester gets the text of the new key, so it must grant no more than a key that they could create.
    checkGrant(auth, requester, old);
    const key = await auth.apiKeys.rotate(connection, old.id, overlapSeconds);
    if (key === null) throw unknownKey(old.id);
    await auth.audit.record(
      connection,
      keyEvent('apikey.rotated', requester, request, `${old.id} to ${key.record.id}`),
    );
    return key;
  });
  return madeReply(made, request);
}

/** `DELETE /api/auth/api-keys/:id`: ends the key at once. */
export async function revokeApiKey(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorizeKeys(request, service);
  const auth = authOf(service);
  const { id } = await findKey(auth.driver, auth, request, requester);
  refuseParameters(request.search);

  await auth.driver.briefTransaction(async (connection) => {
    if (!(await auth.apiKeys.revoke(connection, id))) throw unknownKey(id);
    await auth.audit.record(connection, keyEvent('apikey.revoked', requester, request, id));
  });
  return messageReply(`The API key ${id} is revoked.`);
}
