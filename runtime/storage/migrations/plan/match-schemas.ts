import type { Renames } from '../../../codegen/describe-renames.js';
import type { StorageSchema, TableSchema } from '../../schema/storage-schema.js';
import { type FieldChange, fieldChanges } from './field-changes.js';

/** Matches the tables and fields of two schemas across renames. */
export interface SchemaMatch {
  readonly owners: readonly OwnerMatch[];
  /** Former owner by new owner, for renamed ones. */
  readonly renamedOwners: ReadonlyMap<string, string>;
}

/** A collection or global before and after; null in the schema where it does not exist. */
export interface OwnerMatch {
  readonly before: OwnerTables | null;
  readonly after: OwnerTables | null;
  /** The fields of the published documents, if the owner exists in both schemas. */
  readonly fields: readonly FieldChange[];
  /** The same for pending drafts, whose relations have their own tables. */
  readonly pendingFields: readonly FieldChange[];
}

export interface OwnerTables {
  readonly owner: string;
  readonly documents: TableSchema;
  readonly pending: TableSchema | null;
  readonly versions: TableSchema | null;
  readonly trash: TableSchema | null;
  /** All tables, in the order of the schema. */
  readonly tables: readonly TableSchema[];
}

/** Matches two schemas. `renames` maps new names to former ones. */
export function matchSchemas(before: StorageSchema, after: StorageSchema, renames: Renames): SchemaMatch {
  const old = ownersOf(before);
  const now = ownersOf(after);
  const renamedOwners = new Map<string, string>();
  for (const owner of now.keys()) {
    const former = renames.owners.get(owner);
    const isRename = former !== undefined && !old.has(owner) && old.has(former) && !now.has(former);
    if (isRename && ![...renamedOwners.values()].includes(former)) renamedOwners.set(owner, former);
  }
  const taken = new Set<string>();
  const matched = [...now].map(([owner, tables]): OwnerMatch => {
    const formerName = renamedOwners.get(owner) ?? owner;
    const former = old.get(formerName) ?? null;
    if (former === null) return { before: null, after: tables, fields: [], pendingFields: [] };
    taken.add(formerName);
    const named = { renames: renames.fields.get(owner) ?? new Map(), renamedOwners };
    return {
      before: former,
      after: tables,
      fields: fieldChanges(former.documents, tables.documents, named),
      pendingFields:
        former.pending && tables.pending ? fieldChanges(former.pending, tables.pending, named) : [],
    };
  });
  const gone = [...old].filter(([owner]) => !taken.has(owner));
  return {
    owners: [
      ...matched,
      ...gone.map(
        ([, tables]): OwnerMatch => ({ before: tables, after: null, fields: [], pendingFields: [] }),
      ),
    ],
    renamedOwners,
  };
}

function ownersOf({ tables }: StorageSchema): ReadonlyMap<string, OwnerTables> {
  const names = new Set(tables.map(({ owner }) => owner));
  return new Map([...names].map((owner) => [owner, tablesOf(owner, tables)]));
}

function tablesOf(owner: string, all: readonly TableSchema[]): OwnerTables {
  const tables = all.filter((table) => table.owner === owner);
  const documents = tables.find(({ kind, pending }) => kind === 'documents' && pending !== true);
  if (documents === undefined) throw new Error(`The schema has no table of ${owner}.`);
  return {
    owner,
    documents,
    pending: tables.find(({ kind, pending }) => kind === 'documents' && pending === true) ?? null,
    versions: tables.find(({ kind }) => kind === 'versions') ?? null,
    trash: tables.find(({ kind }) => kind === 'trash') ?? null,
    tables,
  };
}
