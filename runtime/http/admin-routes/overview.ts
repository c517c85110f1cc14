import type {
  AdminChange,
  AdminDraft,
  AdminMeta,
  AdminOverview,
  AdminScheduled,
} from '../../codegen/admin-meta.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type { OperationContext, ScheduledWork } from '../../documents/operation.js';
import { isServiceError } from '../../errors/to-response.js';
import type { JsonObject } from '../../util/json.js';
import type { Reply, RouteHandler, Service } from '../api.js';
import { collectionOf } from '../handlers/addressed-document.js';
import { refuseParameters } from '../no-parameters.js';
import type { ReadAdminMeta } from './admin-meta-file.js';
import { dashboardRequester } from './dashboard-requester.js';
import { mayReadSome } from './may-read-some.js';
import { nameOf, namingFields, readList, titlePathOf } from './readable-list.js';
import { collectionPermissions, readsDrafts } from './requester-rights.js';

const mostDrafts = 20;
const mostRecent = 10;
const mostScheduled = 20;
/** Newest drafts and steps that are looked at for those that the requester may see. */
const lookedAt = 200;
/** In a larger collection the order of changes, for which there is no index, would cost too much: there the newest documents stand for them. */
const mostSorted = 200_000;

interface Viewer {
  readonly service: Service;
  readonly context: OperationContext;
  readonly meta: AdminMeta;
}

/** `GET /api/admin/overview`: what there is and what is under way, as far as the requester may read it. */
export function readOverview(readFile: ReadAdminMeta): RouteHandler {
  return async function readOverviewOf(request, service): Promise<Reply> {
    await dashboardRequester(request, service);
    refuseParameters(request.search);
    const { context } = request;
    const viewer: Viewer = { service, context, meta: await readFile() };
    const collections = await readable(viewer);
    const counted: { slug: string; total: number }[] = [];
    const recent: AdminChange[] = [];
    const drafts: AdminDraft[] = [];
    for (const collection of collections) {
      const { totalDocs: total } = await readList(service, context, collection, { limit: 0 });
      counted.push({ slug: collection.slug, total });
      // Users are no content: their names and addresses are on a screen of their own.
      if (collection.builtIn === 'users') continue;
      recent.push(...(await recentOf(viewer, collection, total)));
      drafts.push(...(await draftsOf(viewer, collection)));
    }
    const answer: AdminOverview = {
      collections: counted,
      drafts: await withOwners(viewer, newestFirst(drafts).slice(0, mostDrafts)),
      recent: newestFirst(recent).slice(0, mostRecent),
      scheduled: await scheduledOf(viewer, collections),
    };
    return { status: 200, body: JSON.stringify(answer) };
  };
}

async function readable({ service, context: { access } }: Viewer): Promise<readonly CollectionDescriptor[]> {
  const found: CollectionDescriptor[] = [];
  for (const collection of service.contract.collections) {
    if (access !== null && collectionPermissions(access, collection).read === false) continue;
    if (await mayReadSome(access, collection)) found.push(collection);
  }
  return found;
}

async function recentOf(
  viewer: Viewer,
  collection: CollectionDescriptor,
  total: number,
): Promise<readonly AdminChange[]> {
  return changes(viewer, collection, {
    sort: total > mostSorted ? 'createdAt_desc' : 'updatedAt_desc',
    limit: mostRecent,
  });
}

async function changes(
  { service, context, meta }: Viewer,
  collection: CollectionDescriptor,
  parameters: JsonObject & { readonly limit: number },
): Promise<readonly AdminChange[]> {
  const title = titlePathOf(meta, collection);
  const { docs } = await readList(service, context, collection, {
    ...parameters,
    count: 'none',
    select: namingFields(collection, title),
  });
  return docs.map((one) => changeOf(collection, one, title));
}

function changeOf(collection: CollectionDescriptor, document: JsonObject, title: string | null): AdminChange {
  const status = document['_status'];
  return {
    ...nameOf(collection, document, title),
    ...((status === 'draft' || status === 'published') && { status }),
    updatedAt: String(document['updatedAt']),
  };
}

/** Also what was never published; a draft that was discarded leaves a row in which nothing differs. */
async function draftsOf(viewer: Viewer, collection: CollectionDescriptor): Promise<readonly AdminDraft[]> {
  const { service, context } = viewer;
  if (!seesDrafts(context, collection)) return [];
  const pending = await service.operations.underWay.drafts(collection, lookedAt);
  if (pending.length === 0) return [];
  const differing = new Set(pending.filter(({ fields }) => fields.length > 0).map(({ id }) => id));
  const found = await changes(viewer, collection, {
    where: { id: { in: pending.map(({ id }) => id) } },
    sort: 'updatedAt_desc',
    limit: lookedAt,
  });
  return found
    .filter(({ id, status }) => status === 'draft' || differing.has(id))
    .map((one) => ({ ...one, mine: null }));
}

function seesDrafts({ access }: OperationContext, collection: CollectionDescriptor): boolean {
  return collection.drafts && (access === null || readsDrafts(access, collection));
}

/** Where there is a history, its newest version says who has saved the draft. */
async function withOwners(
  { service, context }: Viewer,
  drafts: readonly AdminDraft[],
): Promise<readonly AdminDraft[]> {
  const requester = context.access?.requester;
  if (requester?.kind !== 'user') return drafts;
  const owned: AdminDraft[] = [];
  for (const draft of drafts) {
    const author = await lastAuthor(service, context, draft);
    owned.push(author === undefined ? draft : { ...draft, mine: author === requester.user.id });
  }
  return owned;
}

/** Undefined where no history tells, or the requester may not read it. */
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

async function scheduledOf(
  viewer: Viewer,
  collections: readonly CollectionDescriptor[],
): Promise<readonly AdminScheduled[]> {
  const { service, context, meta } = viewer;
  const { contract, operations } = service;
  if (![...contract.collections, ...contract.globals].some(({ drafts }) => drafts)) return [];
  const steps = await operations.underWay.scheduled(lookedAt);
  const names = new Map<string, Pick<AdminScheduled, 'kind' | 'slug' | 'id' | 'title'>>();
  for (const collection of collections) {
    const ids = steps.filter((step) => step.kind === 'collection' && step.slug === collection.slug);
    if (ids.length === 0 || !seesDrafts(context, collection)) continue;
    const title = titlePathOf(meta, collection);
    const { docs } = await readList(service, context, collection, {
      where: { id: { in: [...new Set(ids.map(({ id }) => id))] } },
      limit: lookedAt,
      count: 'none',
      select: namingFields(collection, title),
    });
    for (const one of docs)
      names.set(`collection ${collection.slug} ${String(one['id'])}`, nameOf(collection, one, title));
  }
  for (const global of contract.globals) {
    if (!global.drafts || !(await mayReadSome(context.access, global))) continue;
    if (context.access !== null && !readsDrafts(context.access, global)) continue;
    const { slug } = global;
    const { label = null } = meta.globals.find((one) => one.slug === slug) ?? {};
    names.set(`global ${slug} global`, { kind: 'global', slug, id: 'global', title: label });
  }
  return steps
    .flatMap((step): readonly AdminScheduled[] => {
      const name = names.get(`${step.kind} ${step.slug} ${step.id}`);
      return name === undefined ? [] : [{ ...name, ...timeOf(step) }];
    })
    .slice(0, mostScheduled);
}

function timeOf({ action, due, error }: ScheduledWork): Pick<AdminScheduled, 'action' | 'at' | 'error'> {
  return { action, at: new Date(due).toISOString(), error };
}

function newestFirst<T extends AdminChange>(list: readonly T[]): readonly T[] {
  return list.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0));
}
