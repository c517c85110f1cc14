/** The statements that change a table of documents from its former columns to its new ones. */
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { ColumnSchema, FieldSchema, TableSchema } from '../../schema/storage-schema.js';
import { type FieldChange, newFallback } from './field-changes.js';
import type { MigrationDialect } from './migration-dialect.js';
import type { TableChange, TableExtension, TablePair } from './planned-change.js';
import type { PlannedStatement } from './planned-migration.js';
import { pointersOfField } from './pointers.js';
import { namesRenamed, slugNow } from './renamed-collections.js';
import { changeOfRows, type RowScope } from './row-changes.js';
import type { TableNames } from './table-names.js';
import { temporaryName } from './temporary-name.js';

interface ColumnsScope extends TablePair {
  readonly changes: readonly FieldChange[];
  /** Whether stored values and foreign keys stay as they are. */
  readonly isExtension: boolean;
  readonly renewsText: boolean;
  readonly dialect: MigrationDialect;
  readonly names: TableNames;
}

export interface DocumentsChange {
  readonly statements: readonly PlannedStatement[];
  /** Columns that are created, under their final names. */
  readonly added: readonly ColumnSchema[];
}

/**
 * Returns the statements in order. When they run, tables already have their new names, indexes that change
 * are dropped, and new tables exist.
 */
export function changeDocuments(
  { before, after, fields }: TableChange,
  { dialect, names }: Pick<ColumnsScope, 'dialect' | 'names'>,
): DocumentsChange {
  const text = (table: TableSchema): string =>
    JSON.stringify(table.fields.map(({ path, kind }) => [path, kind]));
  const renewsText = text(before) !== text(after);
  return buildColumns({ before, after, changes: fields, dialect, names, renewsText, isExtension: false });
}

/** Returns the statements that add columns, and rename those of fields that keep their path. */
export function extendDocuments(
  { before, after, fields, returned, left }: TableExtension,
  { dialect, names }: Pick<ColumnsScope, 'dialect' | 'names'>,
): DocumentsChange {
  const isSame = fields.every(({ kind }) => kind === 'kept') && returned.length + left.length === 0;
  return buildColumns({
    before,
    after,
    changes: fields,
    dialect,
    names,
    renewsText: !isSame,
    isExtension: true,
  });
}

function buildColumns(scope: ColumnsScope): DocumentsChange {
  const builder = new ColumnsBuilder(scope);
  for (const change of scope.changes) builder.take(change);
  return { statements: builder.finish(), added: builder.added };
}

class ColumnsBuilder {
  readonly added: ColumnSchema[] = [];
  readonly #scope: ColumnsScope;
  readonly #table: string;
  readonly #comments: string[] = [];
  readonly #first: string[] = [];
  readonly #renames: [from: string, to: string][] = [];
  readonly #added: string[] = [];
  readonly #sets: string[] = [];
  readonly #dropped: string[] = [];
  readonly #placed: [from: string, to: string][] = [];
  #renewsText: boolean;

  constructor(scope: ColumnsScope) {
    this.#scope = scope;
    this.#table = quoteIdentifier(scope.after.name);
    this.#renewsText = scope.renewsText;
  }

  take(change: FieldChange): void {
    switch (change.kind) {
      case 'added':
        this.#add(change.after);
        return;
      case 'dropped':
        this.#drop(change.before);
        return;
      case 'replaced':
        this.#comments.push(`no value of ${change.before.path} can be kept`);
        this.#drop(change.before);
        this.#add(change.after);
        return;
      case 'kept':
        this.#keep(change.before, change.after);
        return;
      case 'converted':
        if (change.after.columns.length === 0) return;
        this.#convert(change);
        return;
      case 'pointed elsewhere':
        this.#point(change);
    }
  }

  finish(): readonly PlannedStatement[] {
    const taken = new Set(this.#scope.before.columns.map(({ name }) => name));
    const renames = this.#renames.map(([from, to]) => {
      if (!taken.has(to)) return this.#rename(from, to);
      this.#placed.push([temporaryName(to), to]);
      return this.#rename(from, temporaryName(to));
    });
    const sets = [...this.#sets, ...(this.#renewsText ? [`"_doc" = NULL`] : []), ...this.#pendingNames()];
    const [head, ...rest] = [
      ...this.#first,
      ...renames,
      ...this.#added,
      ...(sets.length === 0 ? [] : [`UPDATE ${this.#table} SET\n  ${sets.join(',\n  ')}`]),
      ...this.#dropped.map((name) => `ALTER TABLE ${this.#table} DROP COLUMN ${quoteIdentifier(name)}`),
      ...this.#placed.map(([from, to]) => this.#rename(from, to)),
    ];
    if (head === undefined) return [];
    const about = [
      `${this.#scope.after.owner}${this.#scope.after.pending ? ', pending drafts' : ''}`,
      ...this.#comments,
    ];
    return [{ comment: about.join('; '), sql: head }, ...rest.map((sql) => ({ sql }))];
  }

  #rename(from: string, to: string): string {
    return `ALTER TABLE ${this.#table} RENAME COLUMN ${quoteIdentifier(from)} TO ${quoteIdentifier(to)}`;
  }

  #column(name: string): ColumnSchema {
    const column = this.#scope.after.columns.find((one) => one.name === name);
    if (column === undefined) throw new Error(`Table ${this.#scope.after.name} has no column ${name}.`);
    return column;
  }

  #add(field: FieldSchema): void {
    const fallback = field.rules?.default;
    const values = fallback === undefined ? null : this.#scope.dialect.columnValues(field, fallback);
    for (const [position, name] of field.columns.entries()) {
      const column = this.#column(name);
      const value = values?.[position];
      this.#addColumn(column, value === undefined ? null : this.#scope.dialect.literal(value, column.type));
    }
  }

  /** Uses a temporary name while the name belongs to a column that is dropped or still read. */
  #addColumn(column: ColumnSchema, value: string | null): void {
    this.added.push(column);
    const isTaken = this.#scope.before.columns.some(({ name }) => name === column.name);
    const name = isTaken ? temporaryName(column.name) : column.name;
    this.#added.push(this.#scope.dialect.addColumn(this.#scope.after.name, { ...column, name }));
    if (value !== null) this.#sets.push(`${quoteIdentifier(name)} = ${value}`);
    if (isTaken) this.#placed.push([name, column.name]);
  }

  #drop(field: FieldSchema): void {
    this.#dropped.push(...field.columns);
  }

  #keep(before: FieldSchema, after: FieldSchema): void {
    for (const [position, name] of after.columns.entries()) {
      const from = before.columns[position];
      if (from === undefined) continue;
      const column = this.#column(name);
      if (this.#scope.isExtension) {
        if (from !== name) this.#renames.push([from, name]);
        else if (after.rules?.filled === true) this.#fill(column, before, after);
        continue;
      }
      const old = this.#scope.before.columns.find((one) => one.name === from);
      if (old !== undefined && this.#hasOtherKey(old, column)) this.#rekey(old, column);
      else if (from !== name) this.#renames.push([from, name]);
      this.#update(column, before, after);
    }
    // Texts of documents are built again from the columns, with rows as they read now.
    if (after.columns.length === 0 && after.rules?.filled === true && before.rules?.filled !== true) {
      this.#renewsText = true;
    }
    this.#renameTargets(before, after);
  }

  #hasOtherKey(old: ColumnSchema, column: ColumnSchema): boolean {
    const target = old.references && this.#scope.names.now(old.references.table);
    return target !== column.references?.table || old.references?.onDelete !== column.references?.onDelete;
  }

  /** Pointers to removed rows or tables cannot have a foreign key. */
  #rekey(old: ColumnSchema, column: ColumnSchema): void {
    const from = quoteIdentifier(old.name);
    const target = column.references?.table;
    const value =
      target === undefined
        ? from
        : `CASE WHEN ${from} IN (SELECT "id" FROM ${quoteIdentifier(target)}) THEN ${from} END`;
    if (target !== undefined && old.references === undefined) this.#renewsText = true;
    this.#comments.push(
      target === undefined
        ? `${old.name} loses its foreign key`
        : `${old.name} gets a foreign key; pointers to nothing are cleared`,
    );
    this.#addColumn(column, value);
    this.#dropped.push(old.name);
  }

  /** Updates values inside the column. */
  #update(column: ColumnSchema, before: FieldSchema, after: FieldSchema): void {
    const { dialect } = this.#scope;
    const name = quoteIdentifier(column.name);
    if (after.kind === 'rows' || after.kind === 'blocks') {
      const change = changeOfRows(this.#rowScope(), before, after);
      if (change === null) return;
      this.#renewsText = true;
      const list = dialect.changeList(dialect.columnJson(name, column.type), change);
      this.#sets.push(
        `${name} = CASE WHEN ${name} IS NOT NULL THEN ${dialect.jsonColumn(list, column.type)} END`,
      );
      return;
    }
    this.#fill(column, before, after);
  }

  /** Gives an empty column the value that replaces empty ones from now on. */
  #fill(column: ColumnSchema, before: FieldSchema, after: FieldSchema): void {
    const { dialect } = this.#scope;
    const fallback = newFallback(before, after);
    if (fallback === undefined) return;
    const value = dialect.columnValues(after, fallback)[after.columns.indexOf(column.name)];
    if (value === undefined || value === null) return;
    const name = quoteIdentifier(column.name);
    this.#renewsText = true;
    this.#sets.push(`${name} = coalesce(${name}, ${dialect.literal(value, column.type)})`);
  }

  #rowScope(): RowScope {
    const { changes, before, after, dialect, names } = this.#scope;
    return {
      changes,
      before: before.fields,
      after: after.fields,
      dialect,
      renamed: names.renamedCollections,
    };
  }

  #convert({ before, after, conversion }: Extract<FieldChange, { kind: 'converted' }>): void {
    const [from = ''] = before.columns;
    const [to = ''] = after.columns;
    this.#comments.push(`${before.path} was ${before.kind}, ${after.path} is ${after.kind}`);
    const value = conversion.value(this.#scope.dialect, quoteIdentifier(from));
    const fallback = after.rules?.default;
    const column = this.#column(to);
    const wasFilled = after.rules?.filled !== true && before.rules?.required === true;
    const constant =
      fallback === undefined || wasFilled
        ? null
        : (this.#scope.dialect.columnValues(after, fallback)[0] ?? null);
    this.#addColumn(
      column,
      constant === null ? value : `coalesce(${value}, ${this.#scope.dialect.literal(constant, column.type)})`,
    );
    this.#dropped.push(from);
  }

  #point(change: Extract<FieldChange, { kind: 'pointed elsewhere' }>): void {
    const { before, after } = change;
    const { names } = this.#scope;
    this.#comments.push(`${before.path} was ${before.kind}, ${after.path} is ${after.kind}`);
    const pointers = pointersOfField({ change, before, table: this.#scope.after.name, names });
    if (after.table === undefined) {
      for (const name of after.columns) {
        this.#addColumn(
          this.#column(name),
          pointers.single(name === after.columns[0] ? 'target' : 'collection'),
        );
      }
    } else if (before.table === undefined) this.#first.push(pointers.entries(after.table));
    this.#dropped.push(...before.columns);
  }

  /** A collection has another slug: pointers that contain the slug are updated. */
  #renameTargets(before: FieldSchema, after: FieldSchema): void {
    const { renamedCollections } = this.#scope.names;
    if (!namesRenamed(before, renamedCollections)) return;
    this.#renewsText = true;
    const [, collection] = after.columns;
    // The entries of a list have their own table.
    if (collection === undefined) return;
    const name = quoteIdentifier(collection);
    this.#sets.push(`${name} = ${slugNow(name, renamedCollections)}`);
  }

  /** `_fields` lists top-level fields, which may be renamed or removed now. */
  #pendingNames(): readonly string[] {
    if (this.#scope.after.pending !== true) return [];
    const names = new Map<string, Set<string>>();
    for (const change of this.#scope.changes) {
      if (change.kind === 'added') continue;
      const former = topLevel(change.before.path);
      const now = names.get(former) ?? new Set();
      names.set(former, now);
      if (change.kind !== 'dropped') now.add(topLevel(change.after.path));
    }
    const isSame = [...names].every(([former, now]) => now.size === 1 && now.has(former));
    if (isSame) return [];
    const lists = new Map([...names].map(([former, now]) => [former, [...now]]));
    return [`"_fields" = ${this.#scope.dialect.renameNames('"_fields"', lists)}`];
  }
}

function topLevel(path: string): string {
  return path.split('.')[0] ?? path;
}
