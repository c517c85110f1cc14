import { seesDrafts } from '../../access/decide-view.js';
import type {
  AdminChange,
  AdminDraft,
  AdminOverview,
  AdminRecent,
  OverviewLists,
} from '../../codegen/admin-overview.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { OperationContext } from '../../documents/operation.js';
import { isAllowed } from '../../documents/write/decide-document.js';
import { isServiceError } from '../../errors/to-response.js';
import type { JsonObject } from '../../util/json.js';
import type { Reply, RouteHandler, Service } from '../api.js';
import { collectionOf } from '../handlers/addressed-document.js';
import { refuseParameters } from '../routing/no-parameters.js';
import type { ReadAdminMeta } from './admin-meta-file.js';
import { changedDocuments } from './changed-documents.js';
import { dashboardRequester } from './dashboard-requester.js';
import { countDrafts } from './draft-counts.js';
import { byList, listsOf, type Viewer } from './listed-documents.js';
import { ownChanges } from './own-changes.js';
import { readableCollections } from './readable-collections.js';
import { readList } from './readable-list.js';
import { permissionOf } from './requester-rights.js';

const maxDrafts = 20;
/** Max drafts of which the rights are found out: each may ask a callback. */
const maxAsked = 100;
const maxRecent = 10;
const maxListed = 20;
/** Max drafts. */
const lookedAt = 200;
/**
 * Max documents of a collection that are sorted by their last change, for which there is no index. In a
 * larger collection the newest documents are shown instead.
 */
const maxSorted = 200_000;

/**
 * `GET /api/admin/overview`: numbers of documents, open drafts, changes and what capabilities list, as far as
 * the requester may read them.
 */
export function readOverview(readFile: ReadAdminMeta): RouteHandler {
  return async function readOverviewOf(request, service): Promise<Reply> {
    await dashboardRequester(request, service);
    refuseParameters(request.search);
    const { context } = request;
    const viewer: Viewer = { service, context, meta: await readFile() };
    const collections = await readableCollections(service.contract, context.access);
    const lists = await listsOf(viewer, collections);
    const counted: AdminOverview['collections'][number][] = [];
    const recent: AdminRecent[] = [];
    const drafts: AdminDraft[] = [];
    const mine: AdminRecent[] = [];
    const own = await ownChanges(viewer);
    for (const collection of collections) {
      const { totalDocs: total } = await readList(service, context, collection, { limit: 0 });
      const unpublished = await countDrafts(service, context, collection);
      counted.push({
        ...{ slug: collection.slug, total },
        ...(unpublished !== null && { drafts: unpublished }),
      });
      // Users are not content: their names and addresses have a screen of their own.
      if (collection.builtIn === 'users') continue;
      const waiting = await draftsOf(viewer, collection);
      drafts.push(...waiting);
      recent.push(...withStates(await recentOf(viewer, collection, total), waiting, lists));
      mine.push(...withStates(await own.in(collection), waiting, lists));
    }
    const ownNewest = own.newestFirst(mine).slice(0, maxRecent);
    const answer: AdminOverview = {
      collections: counted,
      drafts: await shownDrafts(viewer, newestFirst(drafts), ownNewest),
      recent: newestFirst(recent).slice(0, maxRecent),
      mine: ownNewest,
      ...byList((name) => lists[name].slice(0, maxListed)),
    };
    return { status: 200, body: JSON.stringify(answer) };
  };
}

function withStates(
  changes: readonly AdminChange[],
  waiting: readonly AdminDraft[],
  lists: OverviewLists,
): readonly AdminRecent[] {
  const pending = new Set(waiting.map(({ id }) => id));
  return changes.map((change) => ({
    ...change,
    pending: change.status === 'published' && pending.has(change.id),
    ...byList((name) => lists[name].some(({ slug, id }) => slug === change.slug && id === change.id)),
  }));
}

async function recentOf(
  viewer: Viewer,
  collection: CollectionDescriptor,
  total: number,
): Promise<readonly AdminChange[]> {
  return changedDocuments(viewer, collection, {
    sort: total > maxSorted ? 'createdAt_desc' : 'updatedAt_desc',
    limit: maxRecent,
  });
}

/**
 * Includes documents that were never published. A discarded draft leaves a row in which nothing differs. A
 * draft that differs only in fields that the requester may not read is left out.
 */
async function draftsOf(viewer: Viewer, collection: CollectionDescriptor): Promise<readonly AdminDraft[]> {
  const { service, context } = viewer;
  if (!collection.drafts || !seesDrafts(collection, context.access)) return [];
  const hidden = context.access?.fields.hiddenIn(collection) ?? null;
  const pending = await service.operations.listOpenDrafts(collection, { limit: lookedAt, hidden, context });
  if (pending.length === 0) return [];
  const differing = new Set(pending.filter(({ fields }) => fields.length > 0).map(({ id }) => id));
  const found = await changedDocuments(viewer, collection, {
    where: { id: { in: pending.map(({ id }) => id) } },
    sort: 'updatedAt_desc',
    limit: lookedAt,
  });
  return found
    .filter(({ id, status }) => status === 'draft' || differing.has(id))
    .map((one) => ({ ...one, mine: null, canPublish: true }));
}

/**
 * The newest drafts. Those that the requester can review come before others where not all have room: the
 * list of the dashboard leaves out their own drafts, and those that they may not publish.
 */
async function shownDrafts(
  viewer: Viewer,
  drafts: readonly AdminDraft[],
  own: readonly AdminChange[],
): Promise<readonly AdminDraft[]> {
  const ownKeys = new Set(own.map(({ slug, id }) => `${slug}/${id}`));
  // Without versions the author is not known, but whether the requester has changed it.
  const isToReview = ({ mine, canPublish, slug, id }: AdminDraft): boolean =>
    canPublish && !(mine ?? ownKeys.has(`${slug}/${id}`));
  const toReview: AdminDraft[] = [];
  const others: AdminDraft[] = [];
  for (let from = 0; from < Math.min(drafts.length, maxAsked); from += maxDrafts) {
    for (const draft of await withRights(viewer, drafts.slice(from, from + maxDrafts)))
      (isToReview(draft) ? toReview : others).push(draft);
    if (toReview.length >= maxDrafts) break;
  }
  return newestFirst([...toReview, ...others].slice(0, maxDrafts));
}

/**
 * Adds whether the requester has saved each draft, that is, whether they made its newest version, and whether
 * they may publish it.
 */
async function withRights(
  { service, context }: Viewer,
  drafts: readonly AdminDraft[],
): Promise<readonly AdminDraft[]> {
  const requester = context.access?.requester;
  const known: AdminDraft[] = [];
  for (const draft of drafts) {
    const author = requester?.kind === 'user' ? await lastAuthor(service, context, draft) : undefined;
    known.push({
      ...draft,
      mine: author === undefined || requester?.kind !== 'user' ? null : author === requester.user.id,
      canPublish: await mayPublish(service, context, draft),
    });
  }
  return known;
}

/** Publishing is a change: docs/spec/contract.md. */
async function mayPublish(
  service: Service,
  context: OperationContext,
  { slug, id }: AdminDraft,
): Promise<boolean> {
  const { access } = context;
  const descriptor = service.contract.collections.find((one) => one.slug === slug);
  if (access === null || descriptor === undefined) return access === null;
  const permission = permissionOf(access, descriptor, 'update');
  if (permission !== 'row') return permission;
  try {
    const document = await collectionOf(service, descriptor).find(id, context);
    return await isAllowed({ access, descriptor, id, document }, 'update');
  } catch (error) {
    // It was deleted meanwhile.
    if (isServiceError(error) && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

/** Undefined if there is no history, or the requester may not read it. */
async function lastAuthor(
  service: Service,
  context: OperationContext,
  { slug, id }: AdminDraft,
): Promise<unknown> {
  const collection = service.contract.collections.find((one) => one.slug === slug);
  const versions = collection && collectionOf(service, collection).versions;
  if (versions === undefined) return undefined;
  try {
    const { json } = await versions.list(id, { page: 1, limit: 1 }, context);
    const { docs } = JSON.parse(json.toString()) as { readonly docs: readonly JsonObject[] };
    return docs[0]?.['createdBy'];
  } catch (error) {
    if (isServiceError(error) && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND')) return undefined;
    throw error;
  }
}

function newestFirst<T extends AdminChange>(list: readonly T[]): readonly T[] {
  return list.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
}
