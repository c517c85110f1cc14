import { createHmac, hkdfSync } from 'node:crypto';
import { lineOfKnown } from '../../../auth/passwords/hash-line.js';
import { checkNewPassword } from '../../../auth/passwords/new-password.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { Once } from '../../../documents/idempotency/once.js';
import type { DocumentResult, Validator } from '../../../documents/operation.js';
import type { JsonObject } from '../../../util/json.js';
import type { Reply, RouteHandler } from '../../api.js';
import { createdReply } from '../../handlers/reply.js';
import { isDraftWrite } from '../../handlers/write-headers.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf } from '../../security/authorize.js';
import { checkBody, email, password, readObject } from '../body.js';
import { admit, admitUserWrite } from './admit.js';
import { requireGrant } from './manage-rule.js';
import { recordAccount } from './record-account.js';
import { requireUnchangedRank } from './unchanged-rank.js';
import { accountPart, neverGiven, readFields, readRole, refuseFixed } from './user-body.js';
import { userOperations } from './user-target.js';

/** docs/spec/service.md#system-settings: the lowest role of a person. */
const defaultRole = 'customer';

/**
 * `POST /api/users`: creates a verified account, with a role below that of the requester (a super_admin may
 * give any).
 */
export function createUser(descriptor: CollectionDescriptor, validator: Validator): RouteHandler {
  return async function create(request, service): Promise<Reply> {
    const admission = await admit(request, service, descriptor, 'create');
    const auth = authOf(service);
    refuseParameters(request.search);
    isDraftWrite(request.header('x-draft'), descriptor);
    const body = await readObject(request);
    const role = readRole(body, auth) ?? defaultRole;
    requireGrant(admission.requester, role, auth.roles);
    const { password: _secret, ...data } = body;
    await admitUserWrite(admission, descriptor, 'create', { data, user: null });
    refuseFixed(body, neverGiven);
    const account = checkBody(accountPart(body), { email, password });
    checkNewPassword(auth.passwords, { password: account.password, path: 'password', email: account.email });

    const { requester: maker } = admission;
    const who = maker.kind === 'user' ? `user:${maker.user.id}` : `key:${maker.key.id}`;
    const passwordHash = await auth.passwords.hash(account.password, lineOfKnown(who));
    const write = (once?: Once): Promise<DocumentResult> =>
      userOperations(service).create(
        {
          account: { email: account.email, role, emailVerified: true, passwordHash },
          data: readFields(body),
          validator,
          created: async (connection, user) => {
            const { requester } = admission;
            // Hashing took time, so the role may have changed.
            await requireUnchangedRank(auth, connection, requester);
            await recordAccount(auth, connection, { type: 'user.created', request, requester, user });
          },
          ...(once && { once }),
        },
        admission.context,
      );
    const key = request.header('idempotency-key');
    if (key === undefined) return createdReply(await write(), descriptor.slug, request);
    const { createOnceOnly } = await import('../../handlers/idempotent-creation.js');
    const fingerprint = keyedHashOf(auth.options.secret, body);
    return createOnceOnly(request, service, { descriptor, key, fingerprint, write });
  };
}

/** The body has a password: a plain hash of it in the database could be guessed. */
function keyedHashOf(secret: string, body: JsonObject): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'svc idempotent creations', 32));
  return createHmac('sha256', key).update(JSON.stringify(body)).digest('base64url');
}
