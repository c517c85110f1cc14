import { usersSlug } from '../config/built-in-users.js';
import type {
  CollectionConfig,
  DraftsConfig,
  GlobalConfig,
  TrashConfig,
  VersionsConfig,
} from '../config/collection-config.js';
import { collectionsOf } from '../config/collections-of.js';
import type { LimitsConfig, ServiceConfig } from '../config/service-config.js';
import { foldersOption, foldersSlug } from '../config/upload-folders.js';
import { nameColumns } from './columns.js';
import { contractHash } from './contract-hash.js';
import {
  type AccessNames,
  collectionAccess,
  describeAuth,
  draftReaders,
  globalAccess,
  namesForAccess,
  usersAccess,
} from './describe-access.js';
import { describeFields, type FieldContext } from './describe-field.js';
import { describeRoutes } from './describe-routes.js';
import { describeUpload, withFileFields } from './describe-upload.js';
import type {
  CollectionDescriptor,
  ContractDescriptor,
  GlobalDescriptor,
  LimitsDescriptor,
  TrashDescriptor,
  VersionsDescriptor,
} from './descriptors.js';
import { describeIndexes } from './indexes.js';
import { describeSearch } from './search-descriptor.js';
import { nameTables, type TableNames } from './tables.js';

/** Order of lists unless a collection or a request says otherwise. */
export const defaultSort = 'createdAt_desc';

/** Versions of a document that are kept unless the config says otherwise (docs/spec/contract.md#versions). */
const maxVersions = 100;

/**
 * Derives the contract for the database and the API from a config. Pure and deterministic; the config must be
 * valid (`validateConfig` returns no issue).
 */
export function describeConfig(config: ServiceConfig): ContractDescriptor {
  const { globals: globalConfigs = [], auth: authConfig } = config;
  const collectionConfigs = collectionsOf(config);
  const tables = nameTables(slugsOf(collectionConfigs), slugsOf(globalConfigs));
  const sorts = new Map(collectionConfigs.map(({ slug, defaultSort: sort }) => [slug, sort ?? defaultSort]));
  const auth = authConfig === undefined ? null : describeAuth(authConfig);
  const owners = new Map(
    collectionConfigs.flatMap(({ slug, upload }) =>
      foldersOption(upload) === null ? [] : [[foldersSlug(slug), slug] as const],
    ),
  );
  const access = auth === null ? null : namesForAccess(auth.roles);
  const hasFiles = collectionConfigs.some(({ upload = false }) => upload !== false);
  const context: Context = { tables, sorts, owners, access, hasFiles };
  const collections = collectionConfigs.map((collection) => describeCollection(collection, context));
  const globals = globalConfigs.map((global) => describeGlobal(global, context));
  const routes = describeRoutes(config);
  const content = {
    name: config.name ?? 'svc',
    collections,
    globals,
    ...(routes.length > 0 && { routes }),
    ...(auth === null ? {} : { auth }),
  };
  return { hash: contractHash(content), ...content, limits: describeLimits(config.limits) };
}

interface Context {
  readonly tables: TableNames;
  /** `defaultSort` by slug. */
  readonly sorts: ReadonlyMap<string, string>;
  /** The collections with files, by the slugs of their folders. */
  readonly owners: ReadonlyMap<string, string>;
  /** Whether a collection has files. */
  readonly hasFiles: boolean;
  /** Null without `auth`. */
  readonly access: AccessNames | null;
}

function describeCollection(collection: CollectionConfig, context: Context): CollectionDescriptor {
  const { slug } = collection;
  const { tables, access, owners } = context;
  const table = tables.collections.get(slug) ?? slug;
  const foldersOf = owners.get(slug);
  const upload = describeUpload(collection, access);
  const described = describeFields(collection.fields, '', fieldContext(collection, table, context));
  const fields = withFileFields(described, upload);
  const sort = collection.defaultSort ?? defaultSort;
  const indexes = describeIndexes({
    slug,
    table,
    fields: collection.fields,
    descriptors: fields,
    defaultSort: sort,
    indexes: collection.indexes ?? [],
    room: tables.room,
  });
  return {
    kind: 'collection',
    slug,
    table,
    drafts: hasDrafts(collection.drafts),
    defaultSort: sort,
    fields,
    indexes,
    ...describeVersions(collection.versions),
    ...describeSearch(collection.search, { table, fields }),
    ...describeTrash(collection),
    ...upload,
    ...(foldersOf !== undefined && { foldersOf }),
    ...(access === null ? {} : describeRights(collection, access)),
  };
}

function describeRights(
  { slug, access = {}, drafts, trash = false }: CollectionConfig,
  names: AccessNames,
): Pick<CollectionDescriptor, 'access' | 'draftReaders' | 'builtIn'> {
  return slug === usersSlug
    ? { access: usersAccess(access, names), builtIn: 'users' }
    : { access: collectionAccess(access, names, hasTrash(trash)), ...draftReaders(drafts, names) };
}

function describeGlobal(global: GlobalConfig, context: Context): GlobalDescriptor {
  const { slug } = global;
  const { tables, access } = context;
  const table = tables.globals.get(slug) ?? slug;
  const fields = describeFields(global.fields, '', fieldContext(global, table, context));
  return {
    kind: 'global',
    slug,
    table,
    drafts: hasDrafts(global.drafts),
    fields,
    ...describeVersions(global.versions),
    ...(access === null
      ? {}
      : { access: globalAccess(global.access ?? {}, access), ...draftReaders(global.drafts, access) }),
  };
}

function fieldContext(
  document: CollectionConfig | GlobalConfig,
  table: string,
  { tables, sorts, access, hasFiles }: Context,
): FieldContext {
  return {
    columns: nameColumns(document.fields),
    joinTable: (column, path) => tables.room.take(`${table}__${column}`, `${table}.${path}`),
    defaultSort: (slug) => sorts.get(slug) ?? defaultSort,
    hasFiles,
    access,
  };
}

function hasDrafts(drafts: DraftsConfig | undefined): boolean {
  return drafts !== false;
}

function describeVersions(versions: VersionsConfig = false): { readonly versions?: VersionsDescriptor } {
  if (versions === false) return {};
  const { max = maxVersions } = versions === true ? {} : versions;
  return { versions: { max } };
}

/** Days that a deleted document is kept unless the config says otherwise. */
const keptDays = 30;

function describeTrash({ trash = false, admin }: CollectionConfig): { readonly trash?: TrashDescriptor } {
  if (!hasTrash(trash)) return {};
  const { days = keptDays } = trash === true ? {} : trash;
  const title = admin?.useAsTitle;
  return { trash: { days, ...(title !== undefined && title !== 'id' && { title }) } };
}

function hasTrash(trash: TrashConfig): trash is Exclude<TrashConfig, false> {
  return trash !== false;
}

function describeLimits(limits: LimitsConfig = {}): LimitsDescriptor {
  const { maxLimit = 1000, maxDepth = 10, bodyBytes = 1024 * 1024, bulkOperations, bulkBytes } = limits;
  return {
    ...{ maxLimit, maxDepth, bodyBytes },
    ...(bulkOperations !== undefined && { bulkOperations }),
    ...(bulkBytes !== undefined && { bulkBytes }),
  };
}

function slugsOf(documents: readonly { readonly slug: string }[]): readonly string[] {
  return documents.map(({ slug }) => slug);
}
