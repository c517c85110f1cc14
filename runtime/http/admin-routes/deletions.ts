import type { DocumentAccess } from '../../access/document-access.js';
import type { AdminDeletions } from '../../codegen/admin-replies.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { isServiceError } from '../../errors/to-response.js';
import { createPause } from '../../util/create-pause.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { admit } from '../auth-routes/users/admit.js';
import { requireOver } from '../auth-routes/users/manage-rule.js';
import { findTarget } from '../auth-routes/users/user-target.js';
import { collectionOf } from '../handlers/addressed-document.js';
import { admitMany } from '../handlers/many/admit-many.js';
import { admitOperation } from '../handlers/many/admit-operation.js';
import { contextFor } from '../handlers/many/context-for.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { authOf } from '../security/authorize.js';
import { collectionIn } from './addressed.js';
import { dashboardRequester } from './dashboard-requester.js';
import { namedIds } from './named-ids.js';
import { totals } from './references.js';

/** Whether the requester may delete a document; throws as the deletion would. */
type MayDelete = (id: string) => Promise<void>;

/**
 * `POST /api/admin/references/{slug}`: what deleting many documents would do, each by itself. No hook runs.
 * Of what the requester may not read there is no trace, as for one document.
 */
export async function readDeletions(request: ApiRequest, service: Service): Promise<Reply> {
  await dashboardRequester(request, service);
  const descriptor = collectionIn(request, service);
  const { mayDelete, body } = await rightsOf(request, service, descriptor);
  refuseParameters(request.search);
  const ids = namedIds(await body());
  const pause = createPause();
  const refused: string[] = [];
  const allowed: string[] = [];
  for (const id of ids) {
    ((await isAllowed(mayDelete, id)) ? allowed : refused).push(id);
    await pause();
  }
  const preview = await collectionOf(service, descriptor).previewDeletions(allowed, request.context);
  const answer: AdminDeletions = {
    refused: [...refused, ...preview.restricted],
    deleted: totals(preview.deleted).map(({ slug, total }) => ({ slug, total })),
    cleared: totals(preview.cleared),
  };
  return { status: 200, body: JSON.stringify(answer) };
}

/** Users have rules of their own (docs/spec/auth.md#users). */
async function rightsOf(
  request: ApiRequest,
  service: Service,
  descriptor: CollectionDescriptor,
): Promise<{ readonly mayDelete: MayDelete; body(): Promise<unknown> }> {
  if (descriptor.builtIn === 'users') {
    const { requester } = await admit(request, service, descriptor, 'delete');
    const auth = authOf(service);
    const mayDelete: MayDelete = async (id) =>
      requireOver(requester, (await findTarget(auth, id)).role, auth.roles);
    return { mayDelete, body: () => request.body() };
  }
  const { afresh } = await admitMany(request, service, descriptor, ['delete']);
  const collection = collectionOf(service, descriptor);
  const target = { descriptor, validators: {} };
  const operation = { op: 'delete', target, data: null, ifMatch: null, isDraft: false } as const;
  const mayDelete: MayDelete = async (id) => {
    const access: DocumentAccess | null = afresh();
    const context = contextFor(request.context, access);
    await collection.find(id, context);
    await admitOperation({ ...operation, id }, { documents: collection, context, access, isFirst: true });
  };
  return { mayDelete, body: () => request.body() };
}

async function isAllowed(mayDelete: MayDelete, id: string): Promise<boolean> {
  try {
    await mayDelete(id);
    return true;
  } catch (error) {
    if (isServiceError(error) && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND')) return false;
    throw error;
  }
}
