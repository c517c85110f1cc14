/** Saved views of lists: docs/spec/content-tools.md#numbers-and-views. */
import type { DocumentAccess } from '../access/document-access.js';
import type { UserRequester } from '../access/requester.js';
import type { AuthServices } from '../auth/auth-services.js';
import type { CollectionDescriptor } from '../codegen/descriptors.js';
import { viewRoutes as table } from '../codegen/routes/service-routes.js';
import { roleRanks } from '../config/roles.js';
import { reason } from '../errors/reasons/reason.js';
import { badInputAt, ServiceError } from '../errors/service-error.js';
import { readableCollections } from '../http/admin-routes/readable-collections.js';
import type { ApiRequest, Reply, Routes, Service } from '../http/api.js';
import { refuseParameters } from '../http/routing/no-parameters.js';
import { pageEnvelope, readPageQuery } from '../http/routing/page-query.js';
import { withHandlers } from '../http/routing/with-handlers.js';
import { authOf, authorizeUser } from '../http/security/authorize.js';
import { parseViewQuery, type ViewQuery, visibleQuery } from '../query/parse/view-query.js';
import { lockName } from '../storage/locks.js';
import { createIdSource, isDocumentId } from '../util/ids.js';
import { readViewBody, readViewChange, splitSlug } from './view-body.js';
import { countViews, deleteView, findView, listViews, putView, type ViewRecord } from './view-table.js';

/** Max number of views of a user. */
export const maxViews = 50;

/** The routes of saved views, in services with authentication: views belong to users. */
export function viewRoutes(): Routes {
  const ids = createIdSource();
  return withHandlers(table, {
    listViews: list,
    createView: (request, service) => create(request, service, ids),
    updateView: update,
    deleteView: remove,
  });
}

/** Who asks, and what they may read. */
interface Viewer {
  readonly requester: UserRequester;
  readonly access: DocumentAccess;
  readonly service: Service;
  readonly auth: AuthServices;
}

async function viewerOf(request: ApiRequest, service: Service): Promise<Viewer> {
  const requester = await authorizeUser(request, service, { kind: 'session' });
  const { access } = request.context;
  if (access === null) throw new Error('There is a user, but nothing that decides on documents.');
  return { requester, access, service, auth: authOf(service) };
}

/** `GET /api/svc/views`: one's own views, and those that are shared with one's role. */
async function list(request: ApiRequest, service: Service): Promise<Reply> {
  const viewer = await viewerOf(request, service);
  const { requester, auth } = viewer;
  const { slug, rest } = splitSlug(request.search);
  const query = readPageQuery(rest, service.scope.limits.maxLimit);
  const collections = await readable(viewer);
  const slugs = [...collections.keys()].filter((one) => slug === null || one === slug);
  const { views, total } = await listViews(auth.driver, {
    ...{ owner: requester.user.id, role: requester.role, slugs },
    ...query,
  });
  const shown = views.flatMap((view) => {
    const collection = collections.get(view.slug);
    return collection === undefined ? [] : [shownView(view, collection, viewer)];
  });
  return { status: 200, body: JSON.stringify(pageEnvelope(shown, total, query)) };
}

/** `POST /api/svc/views` */
async function create(request: ApiRequest, service: Service, ids: () => string): Promise<Reply> {
  const viewer = await viewerOf(request, service);
  const { requester, auth } = viewer;
  refuseParameters(request.search);
  const { slug, name, query, roles, isDefault = false } = await readViewBody(request);
  const collection = (await readable(viewer)).get(slug);
  if (collection === undefined) throw unreadable(slug, viewer);
  const now = auth.clock();
  const view: ViewRecord = {
    ...{ id: ids(), owner: requester.user.id, slug, name, isDefault },
    query: parsedQuery(query, collection, viewer),
    roles: sharedWith(roles ?? [], viewer),
    ...{ createdAt: now, updatedAt: now },
  };
  await auth.driver.transaction(async (connection) => {
    // Of creations at the same time each sees those before it.
    await lockName(connection, lockOf(view));
    const slugs = service.contract.collections.map((one) => one.slug);
    if ((await countViews(connection, { owner: view.owner, slugs })) >= maxViews)
      throw new ServiceError('CONFLICT', reason('view.tooMany', { max: maxViews }));
    await putView(connection, view);
  });
  return {
    status: 201,
    headers: { Location: `${request.mount}${table.createView.path}/${view.id}` },
    body: JSON.stringify(shownView(view, collection, viewer)),
  };
}

/** `PATCH /api/svc/views/:id`: changes one's own view. */
async function update(request: ApiRequest, service: Service): Promise<Reply> {
  const viewer = await viewerOf(request, service);
  const { auth } = viewer;
  const { slug } = await ownView(request, viewer);
  refuseParameters(request.search);
  const change = await readViewChange(request);
  const collection = (await readable(viewer)).get(slug);
  if (collection === undefined) throw unreadable(slug, viewer);
  const query = change.query === undefined ? null : parsedQuery(change.query, collection, viewer);
  const roles = change.roles === undefined ? null : sharedWith(change.roles, viewer);
  const changed = await auth.driver.transaction(async (connection) => {
    await lockName(connection, lockOf({ owner: viewer.requester.user.id }));
    const before = await findView(connection, { id: idOf(request), owner: viewer.requester.user.id });
    if (before === null) throw unknownView(request);
    // Each change is seen by those with whom it is shared; one that ends the sharing needs no right.
    if (roles === null)
      sharedWith(
        before.roles.filter((role) => auth.roles.has(role)),
        viewer,
      );
    const view: ViewRecord = {
      ...before,
      name: change.name ?? before.name,
      query: query ?? before.query,
      roles: roles ?? before.roles,
      isDefault: change.isDefault ?? before.isDefault,
      updatedAt: auth.clock(),
    };
    await putView(connection, view);
    return view;
  });
  return { status: 200, body: JSON.stringify(shownView(changed, collection, viewer)) };
}

/** `DELETE /api/svc/views/:id`: deletes one's own view. A body is not read. */
async function remove(request: ApiRequest, service: Service): Promise<Reply> {
  const viewer = await viewerOf(request, service);
  await ownView(request, viewer);
  refuseParameters(request.search);
  const id = idOf(request);
  await viewer.auth.driver.transaction((connection) => deleteView(connection, id));
  return { status: 200, body: JSON.stringify({ message: `The view ${id} is deleted.` }) };
}

function lockOf({ owner }: Pick<ViewRecord, 'owner'>): string {
  return `views ${owner}`;
}

/** The collections that the requester may read, at least some documents of them, by slug. */
async function readable({ service, access }: Viewer): Promise<ReadonlyMap<string, CollectionDescriptor>> {
  const found = await readableCollections(service.contract, access);
  return new Map(found.map((collection) => [collection.slug, collection]));
}

function unreadable(slug: string, { service }: Viewer): ServiceError {
  const isKnown = service.contract.collections.some((one) => one.slug === slug);
  return isKnown
    ? new ServiceError('FORBIDDEN', reason('view.unreadable', { slug }))
    : badInputAt('slug', reason('view.unknownCollection'));
}

function parsedQuery(
  query: unknown,
  collection: CollectionDescriptor,
  { service, access }: Viewer,
): ViewQuery {
  return parseViewQuery(query, { collection, scope: service.scope, hidden: access.fields.hidden });
}

/** @throws ServiceError BAD_USER_INPUT for an unknown role, FORBIDDEN for one above the requester's own. */
function sharedWith(roles: readonly string[], { requester, auth }: Viewer): readonly string[] {
  for (const role of roles)
    if (!auth.roles.has(role))
      throw badInputAt('roles', reason('value.notAllowed', { values: auth.roles.names }));
  if (roles.length > 0 && requester.rank < roleRanks.editor)
    throw new ServiceError('FORBIDDEN', reason('view.sharingDenied', { role: requester.role }));
  const above = roles.find((role) => auth.roles.rankOf(role) > requester.rank);
  if (above !== undefined)
    throw new ServiceError('FORBIDDEN', reason('view.roleTooHigh', { role: above, own: requester.role }));
  return [...new Set(roles)].sort();
}

async function ownView(request: ApiRequest, { requester, auth }: Viewer): Promise<ViewRecord> {
  const id = idOf(request);
  const view = isDocumentId(id) ? await findView(auth.driver, { id, owner: requester.user.id }) : null;
  if (view === null) throw unknownView(request);
  return view;
}

function idOf({ params: { id = '' } }: ApiRequest): string {
  return id;
}

function unknownView(request: ApiRequest): ServiceError {
  return new ServiceError('NOT_FOUND', reason('view.unknown', { id: idOf(request).slice(0, 100) }));
}

/** A view as its reader may use it. The default of another user is none of the reader's. */
function shownView(view: ViewRecord, collection: CollectionDescriptor, viewer: Viewer): object {
  const { service, access, requester, auth } = viewer;
  const { query, dropped } = visibleQuery(view.query, {
    ...{ collection, scope: service.scope, hidden: access.fields.hidden },
  });
  const isOwn = view.owner === requester.user.id;
  return {
    ...{ id: view.id, slug: view.slug, name: view.name, query },
    roles: view.roles.filter((role) => auth.roles.has(role)),
    ...{ isOwn, isDefault: isOwn && view.isDefault, dropped },
    createdAt: new Date(view.createdAt).toISOString(),
    updatedAt: new Date(view.updatedAt).toISOString(),
  };
}
