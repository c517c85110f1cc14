/**
 * The one table of routes for documents. The emitted route files and the OpenAPI document are printed from
 * it; the compiler names the handlers and operations that are missing.
 */
import { capabilityRoutes } from '../capabilities.js';
import type { CollectionDescriptor, DocumentDescriptor, GlobalDescriptor } from '../descriptors.js';
import type { Method } from './route.js';

/**
 * The users of the service are a collection with handlers of their own. Collections with files have the
 * handlers of others, and some of their own.
 */
type DocumentKind = 'collection' | 'upload' | 'users' | 'global';

/** `draftOrUpdate`: that of drafts if there are any. */
type RouteValidator = 'create' | 'update' | 'draft' | 'draftOrUpdate';

interface DocumentRoute {
  readonly id: string;
  readonly method: Method;
  /** Whether `path` is below the path of the collection or below that of a document. */
  readonly at: 'collection' | 'document';
  readonly path: string;
  /** Present if only some documents have the route: those with drafts, or with files that can be signed. */
  readonly needs?: 'drafts' | 'versions' | 'trash' | 'unique' | 'noFiles' | 'signing' | 'fromUrl' | 'sizes';
  /**
   * Name of the function of `svc/runtime` that makes the handler: one for all kinds, or by kind. A kind
   * without one does not have the route.
   */
  readonly handler: string | Readonly<Partial<Record<DocumentKind, string>>>;
  /** Whether the route changes nothing. Default: if its method is `GET`. */
  readonly isRead?: boolean;
  /** Its arguments after the descriptor. Default: none. `draft` is left out if there are no drafts. */
  readonly validators?: readonly RouteValidator[];
}

const ownRoutes = [
  {
    id: 'list',
    method: 'GET',
    at: 'collection',
    path: '',
    handler: { collection: 'listDocuments', users: 'listUsers' },
  },
  {
    id: 'create',
    method: 'POST',
    at: 'collection',
    path: '',
    handler: { collection: 'createDocument', upload: 'createUpload', users: 'createUser' },
    validators: ['create', 'draft'],
  },
  // Users have no routes for many at once: their passwords, roles and sessions are decided on one by one.
  {
    id: 'updateMany',
    method: 'PATCH',
    at: 'collection',
    path: '',
    handler: { collection: 'updateManyDocuments' },
    validators: ['update', 'draft'],
  },
  {
    id: 'deleteMany',
    method: 'DELETE',
    at: 'collection',
    path: '',
    handler: { collection: 'deleteManyDocuments' },
  },
  {
    id: 'query',
    method: 'POST',
    at: 'collection',
    path: '/query',
    isRead: true,
    handler: { collection: 'queryDocuments', users: 'queryUsers' },
  },
  {
    id: 'aggregate',
    method: 'POST',
    at: 'collection',
    path: '/aggregate',
    isRead: true,
    handler: { collection: 'aggregateDocuments', users: 'aggregateUsers' },
  },
  {
    id: 'bulk',
    method: 'POST',
    at: 'collection',
    path: '/bulk',
    handler: { collection: 'bulkDocuments' },
    validators: ['create', 'update', 'draft'],
  },
  {
    id: 'upsert',
    method: 'POST',
    at: 'collection',
    path: '/upsert',
    needs: 'unique',
    handler: { collection: 'upsertDocument' },
    validators: ['create', 'update', 'draft'],
  },
  // A document with a file cannot be copied without the file.
  {
    id: 'duplicate',
    method: 'POST',
    at: 'document',
    path: '/duplicate',
    needs: 'noFiles',
    handler: { collection: 'duplicateDocument' },
    validators: ['create', 'draft'],
  },
  {
    id: 'read',
    method: 'GET',
    at: 'document',
    path: '',
    handler: { collection: 'readDocument', users: 'readUser', global: 'readGlobal' },
  },
  {
    id: 'update',
    method: 'PATCH',
    at: 'document',
    path: '',
    handler: {
      collection: 'updateDocument',
      upload: 'updateUpload',
      users: 'updateUser',
      global: 'updateGlobal',
    },
    validators: ['update', 'draft'],
  },
  {
    id: 'delete',
    method: 'DELETE',
    at: 'document',
    path: '',
    handler: { collection: 'deleteDocument', users: 'deleteUser' },
  },
  // docs/spec/contract.md#drafts: if drafts are disabled these routes do not exist.
  {
    id: 'publish',
    method: 'POST',
    at: 'document',
    path: '/publish',
    needs: 'drafts',
    handler: 'publishDocument',
    validators: ['update'],
  },
  {
    id: 'unpublish',
    method: 'POST',
    at: 'document',
    path: '/unpublish',
    needs: 'drafts',
    handler: 'unpublishDocument',
  },
  {
    id: 'discardDraft',
    method: 'DELETE',
    at: 'document',
    path: '/draft',
    needs: 'drafts',
    handler: 'discardDraft',
  },
] as const;

const versionRoutes = [
  {
    id: 'listVersions',
    method: 'GET',
    at: 'document',
    path: '/versions',
    needs: 'versions',
    handler: 'listVersions',
  },
  {
    id: 'readVersion',
    method: 'GET',
    at: 'document',
    path: '/versions/:versionId',
    needs: 'versions',
    handler: 'readVersion',
  },
  // Restoring creates a draft or, without drafts, changes the document.
  {
    id: 'restoreVersion',
    method: 'POST',
    at: 'document',
    path: '/versions/:versionId/restore',
    needs: 'versions',
    handler: 'restoreVersion',
    validators: ['draftOrUpdate'],
  },
] as const;

type Row = (typeof ownRoutes | typeof capabilityRoutes | typeof versionRoutes)[number];

/** In the order of the emitted files. */
const documentRoutes: readonly Row[] = [...ownRoutes, ...capabilityRoutes, ...versionRoutes];

type RowOf<Kind extends DocumentKind> = Kind extends DocumentKind
  ? Extract<Row, { readonly handler: string | { readonly [K in Kind]: string } }>
  : never;
/** Collections with files have the routes of other collections too. */
type RouteOf<Kind extends DocumentKind> = RowOf<'upload' extends Kind ? 'collection' | Kind : Kind>;
type NamesIn<Handler> = Handler extends string ? Handler : Handler[keyof Handler];

/** What `svc/runtime` has to export. */
export type HandlerName = NamesIn<Row['handler']>;
export type CollectionRouteId = RowOf<'collection' | 'upload' | 'users'>['id'];
export type GlobalRouteId = RowOf<'global'>['id'];

/** A route of one collection or global. */
export interface BuiltInRoute<Id extends string = string> {
  readonly id: Id;
  readonly method: Method;
  /** `/api/posts/:id` */
  readonly path: string;
  /** Whether it changes nothing. */
  readonly isRead: boolean;
  readonly handler: HandlerName;
  readonly validators: readonly ('create' | 'update' | 'draft')[];
}

/** The routes of a collection, or of the users. */
export function collectionRoutes(
  descriptor: CollectionDescriptor,
): readonly BuiltInRoute<CollectionRouteId>[] {
  return routesOf(descriptor, descriptor.builtIn ?? (descriptor.upload ? 'upload' : 'collection'));
}

/** The routes of a global. */
export function globalRoutes(descriptor: GlobalDescriptor): readonly BuiltInRoute<GlobalRouteId>[] {
  return routesOf(descriptor, 'global');
}

/** Paths of routes that read although their method is not `GET`; no other method has these paths. */
export function pathsOfQueries({
  collections,
}: {
  readonly collections: readonly CollectionDescriptor[];
}): ReadonlySet<string> {
  const routes = collections.flatMap(collectionRoutes);
  return new Set(routes.filter(({ isRead, method }) => isRead && method !== 'GET').map(({ path }) => path));
}

/** `/api/posts`, `/api/globals/site`. */
export function documentPath({ kind, slug }: Pick<DocumentDescriptor, 'kind' | 'slug'>): string {
  return kind === 'global' ? `/api/globals/${slug}` : `/api/${slug}`;
}

function routesOf<Kind extends DocumentKind>(
  descriptor: DocumentDescriptor,
  kind: Kind,
): readonly BuiltInRoute<RouteOf<Kind>['id']>[] {
  const root = documentPath(descriptor);
  const roots = { collection: root, document: kind === 'global' ? root : `${root}/:id` };
  const has = {
    drafts: descriptor.drafts,
    versions: descriptor.versions !== undefined,
    trash: descriptor.kind === 'collection' && descriptor.trash !== undefined,
    unique:
      descriptor.kind === 'collection' &&
      descriptor.upload === undefined &&
      descriptor.indexes.some(({ unique, paths }) => unique === true && paths.length > 0),
    noFiles: descriptor.kind === 'collection' && descriptor.upload === undefined,
    fromUrl: descriptor.kind === 'collection' && descriptor.upload?.fromUrl !== undefined,
    sizes: descriptor.kind === 'collection' && (descriptor.upload?.images?.sizes.length ?? 0) > 0,
    signing: descriptor.kind === 'collection' && descriptor.upload?.signs === true,
  };
  return documentRoutes.flatMap((row) => {
    const { needs, isRead = row.method === 'GET', validators = [] }: DocumentRoute = row;
    const handler = handlersOf(row)[kind];
    if (handler === undefined || !isOf(row, kind) || (needs !== undefined && !has[needs])) return [];
    const { id, method, at, path } = row;
    return [
      {
        ...{ id, method, path: roots[at] + path, isRead, handler },
        validators: validatorsOf(validators, has.drafts),
      },
    ];
  });
}

function isOf<Kind extends DocumentKind>(row: Row, kind: Kind): row is RouteOf<Kind> {
  return handlersOf(row)[kind] !== undefined;
}

function handlersOf({ handler }: Row): Readonly<Partial<Record<DocumentKind, HandlerName>>> {
  if (typeof handler === 'string') {
    return { collection: handler, upload: handler, users: handler, global: handler };
  }
  const own: Readonly<Partial<Record<DocumentKind, HandlerName>>> = handler;
  return own.upload === undefined && own.collection !== undefined ? { ...own, upload: own.collection } : own;
}

function validatorsOf(validators: readonly RouteValidator[], hasDrafts: boolean): BuiltInRoute['validators'] {
  return validators.flatMap((validator) => {
    if (validator === 'draftOrUpdate') return [hasDrafts ? 'draft' : 'update'];
    return validator === 'draft' && !hasDrafts ? [] : [validator];
  });
}
