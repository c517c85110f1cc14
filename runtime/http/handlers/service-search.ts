/** `GET /api/svc/search`: one search of several collections. */
import type { DocumentAccess } from '../../access/document-access.js';
import type { CollectionDescriptor, ContractDescriptor } from '../../codegen/descriptors.js';
import { searchRoutes } from '../../codegen/routes/service-routes.js';
import { maxSearchedCollections } from '../../codegen/search-limits.js';
import type { FoundDocuments } from '../../documents/operation.js';
import { listOfSearch, parseSearchAll } from '../../query/parse/search-all.js';
import type { ApiRequest, Reply, Routes, Service } from '../api.js';
import { withHandlers } from '../routing/with-handlers.js';
import { authorizeDocuments } from '../security/authorize.js';
import { readFound } from './document-reads.js';
import { refuseDraftsIn } from './draft-readers.js';

/** The route; none where no collection is searched. */
export function serviceSearch({ collections }: ContractDescriptor): Routes {
  const searched = collections.filter((collection) => collection.search !== undefined);
  if (searched.length === 0) return {};

  async function search(request: ApiRequest, service: Service): Promise<Reply> {
    const access = await authorizeDocuments(request, service);
    refuseDraftsIn(request.search, access);
    const parsed = parseSearchAll(request.search, searched, service.scope);
    const readable = await readableOf(parsed.named ?? searched, access);
    const plans = readable.map((collection) =>
      listOfSearch(parsed, { collection, scope: service.scope, hidden: access?.fields.hidden }),
    );
    return { status: 200, body: hitsJson(readable, await readFound(request, service, plans), parsed.limit) };
  }
  return withHandlers(searchRoutes, { search });
}

/** Those that the requester may read, at least some documents of them. The others have no hits. */
async function readableOf(
  collections: readonly CollectionDescriptor[],
  access: DocumentAccess | null,
): Promise<readonly CollectionDescriptor[]> {
  const readable: CollectionDescriptor[] = [];
  for (const collection of collections) {
    if (readable.length === maxSearchedCollections) break;
    if (access === null || (await access.read(collection)).allowed) readable.push(collection);
  }
  return readable;
}

/** The best of all hits. Equal scores are in the order of the collections, and of each one's own list. */
function hitsJson(
  collections: readonly CollectionDescriptor[],
  found: readonly FoundDocuments[],
  limit: number,
): string {
  const hits = found
    .flatMap(({ documents }, at) => documents.map((one) => ({ ...one, slug: collections[at]?.slug })))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(
      ({ slug, json, score }) => `{"collection":${JSON.stringify(slug)},"document":${json},"score":${score}}`,
    );
  const truncated = found.some(({ isTruncated }) => isTruncated) ? ',"truncated":true' : '';
  return `{"hits":[${hits.join()}]${truncated}}`;
}
