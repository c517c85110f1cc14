import type { AdminScheduled } from '../../codegen/admin-overview.js';
import { reason } from '../../errors/reasons/reason.js';
import { badInputAt } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import { parseQueryString } from '../../query/parse/query-string.js';
import { isDocumentId } from '../../util/ids.js';
import type { ListedPage, Reply, RouteHandler } from '../api.js';
import type { ReadAdminMeta } from './admin-meta-file.js';
import { dashboardRequester } from './dashboard-requester.js';
import { listsOf } from './listed-documents.js';
import { readableCollections } from './readable-collections.js';

/** Max ids in one request: as many as the longest page of a list has documents. */
const maxIds = 200;
const known = ['collection', 'ids'];

/**
 * `GET /api/admin/scheduled`: what happens to documents by itself, the earliest first, as far as the
 * requester sees their drafts.
 */
export function readScheduled(readFile: ReadAdminMeta): RouteHandler {
  return async function readScheduledOf(request, service): Promise<Reply> {
    await dashboardRequester(request, service);
    const only = onlyOf(request.search);
    const { context } = request;
    const viewer = { service, context, meta: await readFile() };
    const collections = await readableCollections(service.contract, context.access);
    const { scheduled } = await listsOf(viewer, collections, only);
    const answer: AdminScheduled = { scheduled };
    return { status: 200, body: JSON.stringify(answer) };
  };
}

/** The documents that are asked about; null for all. */
function onlyOf(search: string): NonNullable<ListedPage['only']> | null {
  const parameters = parseQueryString(search);
  for (const [name, value] of parameters) {
    if (!known.includes(name)) throw badInputAt(echo(name), reason('parameter.unknown', { known }));
    if (value === '') throw badInputAt(name, reason('input.empty'));
  }
  const slug = parameters.get('collection');
  const ids = parameters.get('ids');
  if (slug === undefined && ids === undefined) return null;
  if (slug === undefined) throw badInputAt('collection', reason('input.empty'));
  if (ids === undefined) throw badInputAt('ids', reason('input.empty'));
  const named = [...new Set(ids.split(','))];
  if (named.length > maxIds)
    throw badInputAt('ids', reason('ids.wrongCount', { max: maxIds, count: named.length }));
  return { slug, ids: named.filter(isDocumentId) };
}
