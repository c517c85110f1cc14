import type { Renames } from '../../../codegen/describe-renames.js';
import type { FieldSchema, StorageSchema, TableSchema } from '../../schema/storage-schema.js';

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
  readonly fields: readonly FieldMatch[];
}

export interface OwnerTables {
  readonly owner: string;
  readonly documents: TableSchema;
  readonly pending: TableSchema | null;
  readonly versions: TableSchema | null;
  /** All tables, in the order of the schema. */
  readonly tables: readonly TableSchema[];
}

export interface FieldMatch {
  readonly before: FieldSchema | null;
  readonly after: FieldSchema | null;
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
    if (former === null) return { before: null, after: tables, fields: [] };
    taken.add(formerName);
    const fields = matchFields(former.documents, tables.documents, renames.fields.get(owner) ?? new Map());
    return { before: former, after: tables, fields };
  });
  const gone = [...old].filter(([owner]) => !taken.has(owner));
  return {
    owners: [
      ...matched,
      ...gone.map(([, tables]): OwnerMatch => ({ before: tables, after: null, fields: [] })),
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
    tables,
  };
}

function matchFields(
  before: TableSchema,
  after: TableSchema,
  renames: ReadonlyMap<string, string>,
): readonly FieldMatch[] {
  const paths = new FormerPaths(before.fields, after.fields, renames);
  const taken = new Set<string>();
  const matched = after.fields.map((field): FieldMatch => {
    const old = paths.former(field);
    if (old === null || taken.has(old.path)) return { before: null, after: field };
    taken.add(old.path);
    return { before: old, after: field };
  });
  const gone = before.fields.filter(({ path }) => !taken.has(path));
  return [...matched, ...gone.map((field): FieldMatch => ({ before: field, after: null }))];
}

/**
 * Finds the former name of a field. A `renamedFrom` counts only while the field is new and the former field
 * is gone; otherwise the rename has already run.
 */
class FormerPaths {
  readonly #before: readonly FieldSchema[];
  readonly #after: readonly FieldSchema[];
  readonly #renames: ReadonlyMap<string, string>;

  constructor(
    before: readonly FieldSchema[],
    after: readonly FieldSchema[],
    renames: ReadonlyMap<string, string>,
  ) {
    this.#before = before;
    this.#after = after;
    this.#renames = renames;
  }

  former(field: FieldSchema): FieldSchema | null {
    const path = this.#formerPath(field.path);
    const old = this.#before.find((one) => one.path === path);
    if (old === undefined) return null;
    // A value can move within its row, or outside of rows, but not between the two.
    const container = rowContainer(field.path, this.#after);
    const formerContainer = container === '' ? '' : this.#formerPath(container);
    return rowContainer(old.path, this.#before) === formerContainer ? old : null;
  }

  #formerPath(path: string): string {
    const [parent, name] = splitPath(path);
    const formerParent = parent === '' ? '' : this.#formerPath(parent);
    const natural = joinPath(formerParent, name);
    const rename = this.#renames.get(path);
    if (rename === undefined || exists(this.#before, natural)) return natural;
    const container = rowContainer(path, this.#after);
    const root = container === '' ? '' : this.#formerPath(container);
    const candidates = [joinPath(formerParent, rename), joinPath(root, rename)];
    const found = candidates.find((one) => exists(this.#before, one) && !exists(this.#after, one));
    return found ?? natural;
  }
}

/** Path of the array or block (`content.hero`) whose rows a field is in; empty outside of rows. */
export function rowContainer(path: string, fields: readonly FieldSchema[]): string {
  const [parent] = splitPath(path);
  if (parent === '') return '';
  const kind = fields.find((field) => field.path === parent)?.kind;
  return kind === 'rows' || kind === 'block' ? parent : rowContainer(parent, fields);
}

function exists(fields: readonly FieldSchema[], path: string): boolean {
  return fields.some((field) => field.path === path || field.path.startsWith(`${path}.`));
}

/** Splits a path into its parent, empty at the root, and its last name. */
export function splitPath(path: string): readonly [parent: string, name: string] {
  const dot = path.lastIndexOf('.');
  return dot === -1 ? ['', path] : [path.slice(0, dot), path.slice(dot + 1)];
}

function joinPath(parent: string, name: string): string {
  return parent === '' ? name : `${parent}.${name}`;
}
