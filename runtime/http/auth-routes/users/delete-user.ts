import type { AuthServices } from '../../../auth/auth-services.js';
import { endSessions, type SessionsEnd } from '../../../auth/sessions/end-sessions.js';
import type { CollectionDescriptor } from '../../../codegen/descriptors.js';
import { authorOf } from '../../../documents/versions/record-version.js';
import { isServiceError } from '../../../errors/to-response.js';
import type { Reply, RouteHandler } from '../../api.js';
import { expectedByHeader, refuseDraft } from '../../handlers/write-headers.js';
import { refuseParameters } from '../../routing/no-parameters.js';
import { authOf } from '../../security/authorize.js';
import { admit, admitUserWrite, asDocument } from './admit.js';
import { keepSuperAdmin } from './keep-super-admin.js';
import { requireOver } from './manage-rule.js';
import { recordAccount } from './record-account.js';
import { requireUnchangedRank } from './unchanged-rank.js';
import { findTarget, targetId, userOperations } from './user-target.js';

/**
 * `DELETE /api/users/:id`: deletes a user of lower rank, with their credentials, links and sessions; their
 * API keys end too. A super_admin may delete any user, also themselves, but not the last super_admin. A body
 * is not read.
 */
export function deleteUser(descriptor: CollectionDescriptor): RouteHandler {
  return async function remove(request, service): Promise<Reply> {
    const admission = await admit(request, service, descriptor, 'delete');
    const { requester } = admission;
    const auth = authOf(service);
    const target = await findTarget(auth, targetId(request));
    requireOver(requester, target.role, auth.roles);
    refuseParameters(request.search);
    refuseDraft(request.header('x-draft'), descriptor);

    await userOperations(service).delete(
      target.id,
      {
        expected: expectedByHeader(request.header('if-match')),
        decide: async (connection, user) => {
          await keepSuperAdmin(auth, connection, user);
          await requireUnchangedRank(auth, connection, requester);
          requireOver(requester, user.role, auth.roles);
          await admitUserWrite(admission, descriptor, 'delete', { data: asDocument(user), user });
          await auth.links.voidAll(connection, user.id);
          for (const part of service.parts) await part.ofDeletedUser?.(connection, user.id);
          await recordAccount(auth, connection, { type: 'user.deleted', request, requester, user });
        },
      },
      admission.context,
    );
    await endTheirSessions(auth, {
      ...{
        userId: target.id,
        actorId: authorOf(admission.context.access),
        reason: 'the user was deleted',
        origin: request.origin,
      },
    });
    return { status: 200, body: JSON.stringify({ message: `The user ${target.id} is deleted.` }) };
  };
}

/** Sessions of a deleted user admit no request; if their store is down, it purges them later. */
async function endTheirSessions(auth: AuthServices, end: SessionsEnd): Promise<void> {
  try {
    await endSessions(auth, end);
  } catch (error) {
    if (!isServiceError(error) || error.code !== 'UNAVAILABLE') throw error;
  }
}
