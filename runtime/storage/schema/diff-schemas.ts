import { type ReturningDrafts, returningDrafts } from './stale-drafts.js';
import type { ColumnSchema, FieldSchema, IndexSchema, StorageSchema, TableSchema } from './storage-schema.js';

/**
 * The orphaned columns and tables that the database keeps for fields, collections and globals no longer in
 * the config.
 */
export interface LeftBehind {
  readonly tables: readonly TableSchema[];
  readonly fields: readonly LeftField[];
}

export interface LeftField {
  readonly table: string;
  readonly field: FieldSchema;
  readonly columns: readonly ColumnSchema[];
}

/** A step from one schema to another that keeps every value. */
export type SchemaStep =
  | { readonly kind: 'create table'; readonly table: TableSchema }
  | {
      readonly kind: 'add column';
      readonly table: TableSchema;
      readonly field: FieldSchema;
      readonly column: ColumnSchema;
    }
  /** All columns of a table at once: they may swap names. */
  | { readonly kind: 'rename columns'; readonly table: TableSchema; readonly names: readonly ColumnRename[] }
  | { readonly kind: 'rename table'; readonly from: string; readonly table: TableSchema }
  /** Foreign keys cannot be altered in place. */
  | { readonly kind: 'rebuild table'; readonly table: TableSchema }
  | { readonly kind: 'drop index'; readonly index: IndexSchema }
  | { readonly kind: 'create index'; readonly table: TableSchema; readonly index: IndexSchema }
  /** The fields of the documents have changed: their stored texts must be written again. */
  | { readonly kind: 'renew documents'; readonly table: TableSchema }
  /** Drafts that return with their collection, while the published documents have changed since. */
  | { readonly kind: 'drop stale drafts'; readonly drafts: ReturningDrafts };

export interface ColumnRename {
  readonly from: string;
  readonly to: string;
}

export interface SchemaDifference {
  /** In the order in which they run. */
  readonly steps: readonly SchemaStep[];
  /** One line for each difference: `posts.subtitle is new`. */
  readonly lines: readonly string[];
  /** Differences that would lose or misread values. */
  readonly conflicts: readonly string[];
  readonly left: LeftBehind;
}

/** Compares the schema that a database was made for with the wanted schema. */
export function diffSchemas(
  before: StorageSchema,
  leftBefore: LeftBehind,
  after: StorageSchema,
): SchemaDifference {
  const builder = new DifferenceBuilder(before, leftBefore);
  const wanted = new Set(after.tables.map((table) => table.name));
  for (const table of after.tables) {
    if (table.kind === 'documents') builder.documents(table);
  }
  for (const table of after.tables) {
    if (table.kind !== 'documents') builder.dependent(table);
  }
  for (const table of before.tables) {
    if (!wanted.has(table.name)) builder.leaveTable(table);
  }
  builder.returnDrafts(after.tables);
  return builder.finish();
}

class DifferenceBuilder {
  readonly #before: ReadonlyMap<string, TableSchema>;
  readonly #leftFields: LeftField[];
  readonly #leftTables: Map<string, TableSchema>;
  readonly #renamedTables: Map<string, string> = new Map();
  readonly #steps: SchemaStep[] = [];
  readonly #indexSteps: SchemaStep[] = [];
  readonly #returningDrafts: TableSchema[] = [];
  readonly #draftSteps: SchemaStep[] = [];
  readonly #lines: string[] = [];
  readonly #conflicts: string[] = [];

  constructor(before: StorageSchema, left: LeftBehind) {
    this.#before = new Map([...left.tables, ...before.tables].map((table) => [table.name, table]));
    this.#leftFields = [...left.fields];
    this.#leftTables = new Map(left.tables.map((table) => [table.name, table]));
  }

  documents(table: TableSchema): void {
    const old = this.#before.get(table.name);
    if (old === undefined) {
      this.#createTable(table, `${table.owner} is new`);
      return;
    }
    if (this.#returns(table, old)) {
      this.#tell(table, `${table.owner} is back`);
      if (table.pending === true) this.#returningDrafts.push(table);
    }
    this.#compareFields(table, old);
    this.#compareForeignKeys(table, old);
    this.#compareIndexes(table, old);
  }

  /** A table of entries or references: it follows from a field, which is already reported. */
  dependent(table: TableSchema): void {
    const oldName = this.#renamedTables.get(table.name) ?? table.name;
    const old = this.#before.get(oldName);
    if (old === undefined) {
      this.#createTable(table, null);
      return;
    }
    this.#returns(table, old);
    if (oldName !== table.name) this.#steps.push({ kind: 'rename table', from: oldName, table });
    this.#compareForeignKeys(table, old);
    this.#compareIndexes(table, old);
  }

  leaveTable(table: TableSchema): void {
    if ([...this.#renamedTables.values()].includes(table.name)) return;
    if (table.kind === 'documents') {
      this.#tell(table, `${table.owner} is gone (its table ${table.name} stays)`);
    }
    // Its indexes would still be updated, and its foreign keys would still forbid deletions.
    for (const index of table.indexes) this.#indexSteps.push({ kind: 'drop index', index });
    const bare = { ...table, columns: table.columns.map(withoutReference), indexes: [] };
    const bound = table.kind === 'documents' && table.columns.some((column) => column.references);
    if (bound) this.#steps.push({ kind: 'rebuild table', table: bare });
    this.#leftTables.set(table.name, bound ? bare : { ...table, indexes: [] });
  }

  returnDrafts(tables: readonly TableSchema[]): void {
    for (const pending of this.#returningDrafts) {
      const drafts = returningDrafts(pending, tables);
      if (drafts === null) continue;
      this.#draftSteps.push({ kind: 'drop stale drafts', drafts });
      this.#lines.push(
        `the drafts of ${pending.owner} are back, but for those of documents that have changed or are gone since`,
      );
    }
  }

  finish(): SchemaDifference {
    return {
      steps: [...this.#steps, ...this.#indexSteps, ...this.#draftSteps],
      lines: this.#lines,
      conflicts: this.#conflicts,
      left: { tables: [...this.#leftTables.values()], fields: this.#leftFields },
    };
  }

  #createTable(table: TableSchema, line: string | null): void {
    this.#steps.push({ kind: 'create table', table });
    if (line !== null) this.#tell(table, line);
  }

  /**
   * Reports a line, but not for a table of pending drafts, which changes with the table of published
   * documents.
   */
  #tell(table: TableSchema, line: string): void {
    if (table.pending !== true) this.#lines.push(line);
  }

  #refuse(table: TableSchema, line: string): void {
    if (table.pending !== true) this.#conflicts.push(line);
  }

  /** Takes a table out of the orphaned ones. */
  #returns(table: TableSchema, old: TableSchema): boolean {
    return this.#leftTables.delete(old.name) && old.owner === table.owner;
  }

  #compareFields(table: TableSchema, old: TableSchema): void {
    const oldFields = new Map(old.fields.map((field) => [field.path, field]));
    const newPaths = new Set(table.fields.map((field) => field.path));
    const names = table.fields.flatMap((field) =>
      this.#compareField(table, oldFields.get(field.path), field),
    );
    if (names.length > 0) this.#steps.push({ kind: 'rename columns', table, names });
    for (const field of table.fields) {
      if (!oldFields.has(field.path)) this.#addField(table, field);
    }
    for (const field of old.fields) {
      if (!newPaths.has(field.path)) this.#leaveField(table, old, field);
    }
    const isSame =
      oldFields.size === newPaths.size &&
      table.fields.every(({ path, kind }) => oldFields.get(path)?.kind === kind);
    if (!isSame) this.#steps.push({ kind: 'renew documents', table });
  }

  #addField(table: TableSchema, field: FieldSchema): void {
    const name = `${table.owner}.${field.path}`;
    const columns = table.columns.filter((column) => field.columns.includes(column.name));
    const left = this.#leftFields.filter((one) => one.table === table.name && sharesStorage(one, field));
    const same = left.find((one) => one.field.path === field.path && one.field.kind === field.kind);
    if (same !== undefined) {
      this.#leftFields.splice(this.#leftFields.indexOf(same), 1);
      this.#tell(table, `${name} is back`);
      return;
    }
    for (const one of left) {
      const owner = `${table.owner}.${one.field.path} (${one.field.kind})`;
      this.#refuse(table, `${name}: ${storageName(one)} of the removed field ${owner} is in its way`);
    }
    this.#tell(table, `${name} is new`);
    for (const column of columns) this.#steps.push({ kind: 'add column', table, field, column });
  }

  #compareField(
    table: TableSchema,
    old: FieldSchema | undefined,
    field: FieldSchema,
  ): readonly ColumnRename[] {
    if (old === undefined) return [];
    if (old.kind !== field.kind) {
      this.#refuse(table, `${table.owner}.${field.path} was ${old.kind} and is now ${field.kind}`);
      return [];
    }
    if (field.table !== undefined && old.table !== undefined && field.table !== old.table) {
      this.#renamedTables.set(field.table, old.table);
    }
    return field.columns.flatMap((to, position) => {
      const from = old.columns[position];
      return from === undefined || from === to ? [] : [{ from, to }];
    });
  }

  #leaveField(table: TableSchema, old: TableSchema, field: FieldSchema): void {
    const columns = old.columns.filter((column) => field.columns.includes(column.name)).map(withoutReference);
    const stays = columns.length > 0 || field.table !== undefined;
    if (stays) this.#leftFields.push({ table: table.name, field, columns });
    this.#tell(
      table,
      `${table.owner}.${field.path} is gone${stays ? ' (its values stay in the database)' : ''}`,
    );
  }

  #compareForeignKeys(table: TableSchema, old: TableSchema): void {
    const newColumns = new Map(table.columns.map((column) => [column.name, column]));
    const renamed = this.#renamedColumns(table);
    const changed = old.columns.some((column) => {
      const now = newColumns.get(renamed.get(column.name) ?? column.name);
      return referenceText(column) !== (now === undefined ? '' : referenceText(now));
    });
    const adopted = table.columns.some(
      (column) =>
        column.references &&
        !old.columns.some((one) => (renamed.get(one.name) ?? one.name) === column.name) &&
        !this.#isAdded(table, column),
    );
    if (!changed && !adopted) return;
    this.#tell(table, `${table.owner}: the foreign keys of table ${table.name} have changed`);
    this.#steps.push({ kind: 'rebuild table', table });
  }

  #renamedColumns(table: TableSchema): ReadonlyMap<string, string> {
    const step = this.#steps.find((one) => one.kind === 'rename columns' && one.table.name === table.name);
    return new Map(step?.kind === 'rename columns' ? step.names.map((name) => [name.from, name.to]) : []);
  }

  #isAdded(table: TableSchema, column: ColumnSchema): boolean {
    return this.#steps.some(
      (step) =>
        step.kind === 'add column' && step.table.name === table.name && step.column.name === column.name,
    );
  }

  #compareIndexes(table: TableSchema, old: TableSchema): void {
    const oldIndexes = new Map(old.indexes.map((index) => [index.name, index]));
    const newIndexes = new Map(table.indexes.map((index) => [index.name, index]));
    for (const index of old.indexes) {
      const now = newIndexes.get(index.name);
      if (now !== undefined && indexText(now) === indexText(index)) continue;
      this.#indexSteps.push({ kind: 'drop index', index });
      if (now === undefined) this.#tell(table, `${table.owner}: ${indexText(index)} is gone`);
    }
    for (const index of table.indexes) {
      const was = oldIndexes.get(index.name);
      if (was !== undefined && indexText(was) === indexText(index)) continue;
      this.#indexSteps.push({ kind: 'create index', table, index });
      this.#tell(table, `${table.owner}: ${indexText(index)} is new`);
    }
  }
}

function sharesStorage(left: LeftField, field: FieldSchema): boolean {
  if (left.field.table !== undefined && left.field.table === field.table) return true;
  return left.columns.some((column) => field.columns.includes(column.name));
}

function storageName({ table, field, columns }: LeftField): string {
  if (field.table !== undefined) return `the table ${field.table}`;
  return `the column ${columns.map((column) => `${table}.${column.name}`).join(', ')}`;
}

function withoutReference(column: ColumnSchema): ColumnSchema {
  const { references: _, ...rest } = column;
  return rest;
}

function referenceText(column: ColumnSchema): string {
  return column.references ? `${column.references.table} ${column.references.onDelete}` : '';
}

function indexText(index: IndexSchema): string {
  return `the ${index.unique ? 'unique ' : ''}index on ${index.columns.join(', ')}`;
}
