import { reason } from '../../../errors/reasons/reason.js';
import { badInputAt } from '../../../errors/service-error.js';
import type { ApiRequest, Reply, Service } from '../../api.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf } from '../../security/authorize.js';
import { nullable, optional, readBody, text } from '../body.js';
import { authorizeKeys } from './find-key.js';
import { checkGrant, type KeyGrant } from './grant-rule.js';
import { keyName, keyScopes, moment, refusePast } from './key-body.js';
import { keyEvent } from './key-event.js';
import { madeReply } from './key-object.js';

/** docs/spec/auth.md#further-endpoints: the default lifetime of a key. */
const year = 365 * 86_400_000;

/** `POST /api/auth/api-keys`: creates a key with a role or with scopes. Its text is only in this response. */
export async function createApiKey(request: ApiRequest, service: Service): Promise<Reply> {
  const requester = await authorizeKeys(request, service);
  const auth = authOf(service);
  refuseParameters(request.search);
  const body = await readBody(request, {
    name: keyName,
    role: optional(nullable(text({ maxLength: 200 }))),
    scopes: optional(nullable(keyScopes)),
    expiresAt: optional(nullable(moment)),
  });
  const grant = { role: body.role ?? null, scopes: body.scopes ?? null };
  requireOne(grant);
  checkGrant(auth, requester, grant);
  const now = auth.clock();
  refusePast(body.expiresAt, now);

  const made = await auth.driver.briefTransaction(async (connection) => {
    const key = await auth.apiKeys.create(connection, {
      ...grant,
      name: body.name,
      expiresAt: body.expiresAt === undefined ? now + year : body.expiresAt,
      createdBy: requester.user.id,
    });
    await auth.audit.record(connection, keyEvent('apikey.created', requester, request, key.record.id));
    return key;
  });
  return madeReply(made, request);
}

function requireOne({ role, scopes }: KeyGrant): void {
  if ((role === null) !== (scopes === null)) return;
  throw badInputAt('role', reason(role === null ? 'key.roleOrScopesRequired' : 'key.roleWithScopes'));
}
