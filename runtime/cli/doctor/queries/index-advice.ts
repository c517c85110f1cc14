/** Finds an index that a read needs, and asks the database whether it would use it. */
import { describeConfig } from '../../../codegen/describe-config.js';
import type { CollectionDescriptor, IndexDescriptor } from '../../../codegen/descriptors.js';
import type { CollectionConfig } from '../../../config/collection-config.js';
import type { ServiceConfig } from '../../../config/service-config.js';
import { compileList } from '../../../query/compile/list.js';
import type { Statement } from '../../../query/compile/statement.js';
import type { ListPlan } from '../../../query/plan.js';
import type { ReadPattern } from '../../../query/read-pattern.js';
import { createQueryScope } from '../../../query/scope.js';
import type { SqlDialect } from '../../../query/sql/sql-dialect.js';
import type { IndexTrial, TriedIndex } from '../../../storage/dialects/index-trial.js';
import { deriveSchema } from '../../../storage/schema/derive-schema.js';
import type { Candidate } from './candidates.js';
import { revivePlan } from './revive-plan.js';
import type { IndexAdvice } from './slow-query.js';

/** A part of a list that has a statement. */
export type Part = 'page' | 'count';

export interface TriedRead {
  readonly config: ServiceConfig;
  readonly slug: string;
  readonly pattern: ReadPattern;
  readonly part: Part;
}

/** The first of the candidates that the planner would use; null if it would use none. */
export async function findIndex(
  candidates: readonly Candidate[],
  { trial, dialect, read }: Trying,
): Promise<IndexAdvice | null> {
  for (const candidate of candidates) {
    if (await isUsed(candidate, { trial, dialect, read })) return adviceOf(candidate);
  }
  return null;
}
/** The read for which indexes are tried, and where. */
export interface Trying {
  readonly trial: IndexTrial;
  readonly dialect: SqlDialect;
  readonly read: TriedRead;
}

async function isUsed(
  { collection: owner, fields, givesOrder }: Candidate,
  { trial, dialect, read: { config, slug, pattern, part } }: Trying,
): Promise<boolean> {
  // No config names the folders of files, and so no index of theirs.
  const { collections: known } = describeConfig(config);
  if (known.find((one) => one.slug === owner)?.foldersOf !== undefined) return false;
  // The config as it would be: names, columns and statements are those that the server would have.
  const contract = describeConfig(withIndex(config, owner, fields));
  const { collections } = contract;
  const collection = collections.find((one) => one.slug === slug);
  const index = addedIndex(config, collections, owner);
  const table = deriveSchema(contract).tables.find(
    ({ name }) => name === collections.find((one) => one.slug === owner)?.table,
  );
  if (collection === undefined || index === null || table === undefined) return false;
  const statement = statementOf(revivePlan(pattern, collection, createQueryScope(contract)), part, dialect);
  if (statement === null) return false;
  const tried: TriedIndex = { table: without(table, index), index };
  const { used, inOrder } = await trial.explain(statement, tried);
  const found = [...used].filter((name) => !givesOrder || inOrder.has(name));
  // On PostgreSQL its counterpart for descending lists has a name that begins with this one.
  return found.some((name) => name === index.name || name.startsWith(`${index.name}_`));
}

function without(table: TriedIndex['table'], index: IndexDescriptor): TriedIndex['table'] {
  return { ...table, indexes: table.indexes.filter(({ name }) => name !== index.name) };
}

function addedIndex(
  config: ServiceConfig,
  collections: readonly CollectionDescriptor[],
  owner: string,
): IndexDescriptor | null {
  const indexesIn = (all: readonly CollectionDescriptor[]): readonly IndexDescriptor[] =>
    all.find(({ slug }) => slug === owner)?.indexes ?? [];
  const before = new Set(indexesIn(describeConfig(config).collections).map(({ name }) => name));
  return indexesIn(collections).find(({ name }) => !before.has(name)) ?? null;
}

function withIndex(config: ServiceConfig, slug: string, fields: readonly string[]): ServiceConfig {
  const { collections = [] } = config;
  const add = (collection: CollectionConfig): CollectionConfig => ({
    ...collection,
    indexes: [...(collection.indexes ?? []), { fields }],
  });
  const isNamed = collections.some((one) => one.slug === slug);
  return {
    ...config,
    // The built-in users need no entry in the config.
    collections: isNamed
      ? collections.map((one) => (one.slug === slug ? add(one) : one))
      : [...collections, add({ slug, fields: [] })],
  };
}

function statementOf(plan: ListPlan, part: Part, dialect: SqlDialect): Statement | null {
  if (part === 'count') return compileList(plan, dialect).total;
  const { bytes, rows } = compileList({ ...plan, count: 'none' }, dialect);
  return bytes ?? rows;
}

function adviceOf({ collection, fields, givesOrder }: Candidate): IndexAdvice {
  const names = fields.map((path) => `'${path}'`).join(', ');
  return { kind: 'index', collection, fields, line: `indexes: [{ fields: [${names}] }]`, givesOrder };
}
