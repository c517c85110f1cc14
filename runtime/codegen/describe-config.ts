import type { CollectionConfig, DraftsConfig, GlobalConfig } from '../config/collection-config.js';
import type { LimitsConfig, ServiceConfig } from '../config/service-config.js';
import { nameColumns } from './columns.js';
import { contractHash } from './contract-hash.js';
import { describeFields, type FieldContext } from './describe-field.js';
import type {
  CollectionDescriptor,
  ContractDescriptor,
  GlobalDescriptor,
  LimitsDescriptor,
} from './descriptors.js';
import { describeIndexes } from './indexes.js';
import { nameTables, type TableNames } from './tables.js';

/** Order of lists unless a collection or a request says otherwise. */
export const defaultSort = 'createdAt_desc';

/**
 * What a config means for the database and the API. Pure and deterministic; the config must be valid
 * (`validateConfig` answers no fault).
 */
export function describeConfig(config: ServiceConfig): ContractDescriptor {
  const { collections: collectionConfigs = [], globals: globalConfigs = [] } = config;
  const tables = nameTables(slugsOf(collectionConfigs), slugsOf(globalConfigs));
  const sorts = new Map(collectionConfigs.map(({ slug, defaultSort: sort }) => [slug, sort ?? defaultSort]));
  const collections = collectionConfigs.map((collection) => describeCollection(collection, tables, sorts));
  const globals = globalConfigs.map((global) => describeGlobal(global, tables, sorts));
  const content = { name: config.name ?? 'svc', collections, globals };
  return { hash: contractHash(content), ...content, limits: describeLimits(config.limits) };
}

function describeCollection(
  collection: CollectionConfig,
  tables: TableNames,
  sorts: ReadonlyMap<string, string>,
): CollectionDescriptor {
  const { slug } = collection;
  const table = tables.collections.get(slug) ?? slug;
  const fields = describeFields(collection.fields, '', fieldContext(collection, table, tables, sorts));
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
  };
}

function describeGlobal(
  global: GlobalConfig,
  tables: TableNames,
  sorts: ReadonlyMap<string, string>,
): GlobalDescriptor {
  const { slug } = global;
  const table = tables.globals.get(slug) ?? slug;
  const fields = describeFields(global.fields, '', fieldContext(global, table, tables, sorts));
  return { kind: 'global', slug, table, drafts: hasDrafts(global.drafts), fields };
}

function fieldContext(
  document: CollectionConfig | GlobalConfig,
  table: string,
  tables: TableNames,
  sorts: ReadonlyMap<string, string>,
): FieldContext {
  return {
    columns: nameColumns(document.fields),
    joinTable: (column, path) => tables.room.take(`${table}__${column}`, `${table}.${path}`),
    defaultSort: (slug) => sorts.get(slug) ?? defaultSort,
  };
}

function hasDrafts(drafts: DraftsConfig | undefined): boolean {
  return drafts !== false;
}

function describeLimits(limits: LimitsConfig = {}): LimitsDescriptor {
  const { maxLimit = 1000, maxDepth = 10, bodyBytes = 1024 * 1024 } = limits;
  return { maxLimit, maxDepth, bodyBytes };
}

function slugsOf(documents: readonly { readonly slug: string }[]): readonly string[] {
  return documents.map(({ slug }) => slug);
}
