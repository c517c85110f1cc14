/** `GET /api/svc/search`: one search of several collections. */
import type { DocumentAccess } from '../../access/document-access.js';
import type { CollectionDescriptor, ContractDescriptor } from '../../codegen/descriptors.js';
import { searchRoutes } from '../../codegen/routes/service-routes.js';
import { maxSearchedCollections } from '../../codegen/search-limits.js';
import type { FoundDocuments } from '../../documents/operation.js';
import { listOfSearch, parseSearchAll, type SearchAll } from '../../query/parse/search-all.js';
import type { ListPlan } from '../../query/plan.js';
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
    const found = await readFound(request, service, plans);
    return { status: 200, body: await hitsJson(found, plans, parsed) };
  }
  return withHandlers(searchRoutes, { search });
}

/** The collections of which the requester may read at least some documents. The others have no hits. */
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

/**
 * The best hits of all collections. Equal scores are in the order of the collections, then of the list of
 * each. Only as many texts are searched for highlights as for a single list.
 */
async function hitsJson(
  found: readonly FoundDocuments[],
  plans: readonly ListPlan[],
  { limit, isHighlighted }: SearchAll,
): Promise<string> {
  const best = found
    .flatMap(({ documents }, at) => documents.map((one) => ({ ...one, plan: plans[at] })))
    .toSorted((one, other) => other.score - one.score)
    .slice(0, limit);
  const texts = isHighlighted ? await highlightedTexts(best) : best.map(({ json }) => json);
  const hits = best.map(({ plan, score }, at) => {
    const slug = JSON.stringify(plan?.collection.slug);
    return `{"collection":${slug},"document":${texts[at]},"score":${score}}`;
  });
  const truncated = found.some(({ isTruncated }) => isTruncated) ? ',"truncated":true' : '';
  return `{"hits":[${hits.join()}]${truncated}}`;
}

async function highlightedTexts(
  found: readonly { readonly json: string; readonly plan: ListPlan | undefined }[],
): Promise<readonly string[]> {
  const { withHighlights } = await import('../../documents/search/highlights.js');
  return withHighlights(
    found.flatMap(({ json, plan }) =>
      plan?.search === undefined ? [] : [{ text: json, node: plan.search.node }],
    ),
  );
}
