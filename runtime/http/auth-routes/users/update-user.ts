import type { AuthServices } from '../../../auth/auth-services.js';
import type { UserRecord } from '../../../auth/users/user-store.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import type { Validator } from '../../../documents/operation.js';
import { reason } from '../../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../../errors/service-error.js';
import type { Connection } from '../../../storage/driver.js';
import type { ApiRequest, Reply, RouteHandler } from '../../api.js';
import { documentReply } from '../../handlers/reply.js';
import { expectedByBody, expectedByHeader, isDraftWrite } from '../../handlers/write-headers.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf } from '../../security/authorize.js';
import { readObject } from '../body.js';
import { type AdmittedRequester, admit, admitUserWrite } from './admit.js';
import { keepSuperAdmin } from './keep-super-admin.js';
import { isSuperAdmin, type KnownRequester, requireOver } from './manage-rule.js';
import { requireUnchangedRank } from './unchanged-rank.js';
import { neverChanged, readFields, readRole, refuseFixed } from './user-body.js';
import { findTarget, targetId, userOperations } from './user-target.js';

/**
 * `PATCH /api/users/:id`: changes name and own fields, of the requester or a user of lower rank; and the
 * role, which only a super_admin with a session may change (docs/spec/service.md#users-endpoint).
 */
export function updateUser(descriptor: CollectionDescriptor, validator: Validator): RouteHandler {
  return async function update(request, service): Promise<Reply> {
    const admission = await admit(request, service, descriptor, 'update');
    const auth = authOf(service);
    const target = await findTarget(auth, targetId(request));
    requireManaged(auth, admission, target);
    refuseParameters(request.search);
    isDraftWrite(request.header('x-draft'), descriptor);
    const byHeader = expectedByHeader(request.header('if-match'));
    const sent = await readObject(request);
    if (Object.hasOwn(sent, 'role') && !isSuperAdmin(admission.requester)) throw roleDenied();
    const { data: body, expected } = expectedByBody(sent, byHeader);
    refuseFixed(body, neverChanged);
    const role = readRole(body, auth);

    const document = await userOperations(service).update(
      target.id,
      {
        data: readFields(body),
        role,
        validator,
        expected,
        // The stored user may have changed since: ranks are checked again on it.
        decide: async (connection, before) => {
          if (role !== null && role !== 'super_admin') await keepSuperAdmin(auth, connection, before);
          await requireUnchangedRank(auth, connection, admission.requester);
          requireManaged(auth, admission, before);
          await admitUserWrite(admission, descriptor, 'update', { data: body, user: before });
        },
        changed: async (connection, after, before) => {
          if (after.role === before.role) return;
          // An administrator may have a link that was made while they were above the user.
          await auth.links.voidAll(connection, after.id, 'reset-password');
          await recordRole(auth, connection, { request, requester: admission.requester, before, after });
        },
      },
      admission.context,
    );
    return documentReply(document);
  };
}

function requireManaged(
  { roles }: AuthServices,
  { self, requester }: AdmittedRequester,
  target: UserRecord,
): void {
  if (!self) requireOver(requester, target.role, roles);
}

function roleDenied(): ServiceError {
  return new ServiceError('FORBIDDEN', reason('user.roleChangeDenied'), {
    details: [issueAt('role', reason('field.fixed'))],
  });
}

interface RoleChange {
  readonly request: ApiRequest;
  readonly requester: KnownRequester;
  readonly before: UserRecord;
  readonly after: UserRecord;
}

async function recordRole(
  { audit }: AuthServices,
  connection: Connection,
  { request, requester, before, after }: RoleChange,
): Promise<void> {
  if (requester.kind !== 'user') return;
  await audit.record(connection, {
    type: 'role.changed',
    outcome: 'success',
    userId: after.id,
    actorId: requester.user.id,
    sessionId: requester.session.id,
    reason: `${before.role} to ${after.role}`,
    origin: request.origin,
  });
}
