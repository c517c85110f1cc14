import { checkNewPassword } from '../../../auth/passwords/new-password.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { Validator } from '../../../documents/operation.js';
import type { Reply, RouteHandler } from '../../api.js';
import { authOf } from '../../authorize.js';
import { isDraftWrite } from '../../draft-header.js';
import { createdReply } from '../../handlers/reply.js';
import { refuseParameters } from '../../no-parameters.js';
import { checkBody, email, password, readObject } from '../body.js';
import { admit, admitWrite } from './admit.js';
import { requireGrant } from './manage-rule.js';
import { requireUnchangedRank } from './unchanged-rank.js';
import { accountPart, neverGiven, readFields, readRole, refuseFixed } from './user-body.js';
import { userOperations } from './user-target.js';

/** service.md, System settings: the lowest role that people get. */
const defaultRole = 'customer';

/** `POST /api/users`: a verified account, with a role below that of whoever makes it (a super_admin gives any). */
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
    await admitWrite(admission, descriptor, 'create', { data, user: null });
    refuseFixed(body, neverGiven);
    const account = checkBody(accountPart(body), { email, password });
    checkNewPassword(auth.passwords, { password: account.password, path: 'password', email: account.email });

    const passwordHash = await auth.passwords.hash(account.password);
    const document = await userOperations(service).create(
      {
        account: { email: account.email, role, emailVerified: true, passwordHash },
        data: readFields(body),
        validator,
        // Hashing took its time.
        created: (connection) => requireUnchangedRank(auth, connection, admission.requester),
      },
      admission.context,
    );
    return createdReply(document, descriptor.slug, request);
  };
}
