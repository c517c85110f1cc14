import { seesDrafts } from '../../access/decide-view.js';
import type { AdminDraftCounts } from '../../codegen/admin-overview.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { OperationContext } from '../../documents/operation.js';
import type { ApiRequest, Reply, Service } from '../api.js';
import { refuseParameters } from '../routing/no-parameters.js';
import { dashboardRequester } from './dashboard-requester.js';
import { readableCollections } from './readable-collections.js';
import { readList } from './readable-list.js';

/**
 * `GET /api/admin/draft-counts`: how many documents of each collection are not published, where there are
 * any. The navigation shows them on every screen, for which the overview reads too much.
 */
export async function readDraftCounts(request: ApiRequest, service: Service): Promise<Reply> {
  await dashboardRequester(request, service);
  refuseParameters(request.search);
  const { context } = request;
  const counts: Record<string, number> = {};
  for (const collection of await readableCollections(service.contract, context.access)) {
    const count = await countDrafts(service, context, collection);
    if (count !== null && count > 0) counts[collection.slug] = count;
  }
  const answer: AdminDraftCounts = { collections: counts };
  return { status: 200, body: JSON.stringify(answer) };
}

/**
 * Returns how many documents a list shows as drafts; null where the requester sees none or there are none.
 */
export async function countDrafts(
  service: Service,
  context: OperationContext,
  collection: CollectionDescriptor,
): Promise<number | null> {
  if (!collection.drafts || !seesDrafts(collection, context.access)) return null;
  const where = { _status: { equals: 'draft' } };
  return (await readList(service, context, collection, { limit: 0, where })).totalDocs;
}
