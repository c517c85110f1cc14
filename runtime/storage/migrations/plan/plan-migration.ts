/**
 * The text of a migration from one schema to another, in an order in which each statement finds what it
 * needs.
 */

import { createHash } from 'node:crypto';
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { FieldSchema, IndexSchema, StorageSchema, TableSchema } from '../../schema/storage-schema.js';
import { findChecks } from './checks.js';
import { type FieldChange, fieldChanges, inTable } from './field-changes.js';
import { matchSchemas, type OwnerMatch, type SchemaMatch } from './match-schemas.js';
import type { MigrationDialect } from './migration-dialect.js';
import type { PlannedMigration, PlannedStatement, PlanRequest } from './planned-migration.js';
import { pointersOfField } from './pointers.js';
import { changeOfSnapshot } from './row-changes.js';
import { changeDocuments } from './table-change.js';
import { nameTables, type TableNames } from './table-names.js';

export function planMigration(request: PlanRequest): PlannedMigration {
  const match = matchSchemas(request.before, request.after, request.renames);
  const planner = new Planner(match, request);
  for (const owner of match.owners) planner.take(owner);
  return { checks: findChecks(match, request), statements: planner.finish(), indexes: planner.indexes };
}

class Planner {
  /** Indexes of existing tables: see {@link PlannedMigration.indexes}. */
  readonly indexes: PlannedStatement[] = [];
  readonly #match: SchemaMatch;
  readonly #before: StorageSchema;
  readonly #dialect: MigrationDialect;
  readonly #buildIndex: MigrationDialect['buildIndex'];
  readonly #names: TableNames;
  /** In the order of their phases. */
  readonly #clearing: PlannedStatement[] = [];
  readonly #renaming: PlannedStatement[] = [];
  readonly #creating: PlannedStatement[] = [];
  readonly #changing: PlannedStatement[] = [];
  readonly #dropping: PlannedStatement[] = [];
  readonly #indexing: PlannedStatement[] = [];

  constructor(match: SchemaMatch, { before, dialect, isOnline }: PlanRequest) {
    this.#match = match;
    this.#before = before;
    this.#dialect = dialect;
    this.#buildIndex = isOnline ? dialect.buildIndex : null;
    this.#names = nameTables(match);
  }

  finish(): readonly PlannedStatement[] {
    const statements = this.#inOrder();
    const hasTriggers = statements.some(({ sql }) => sql.includes('CREATE TRIGGER'));
    return hasTriggers ? [...this.#dialect.functions.map((sql) => ({ sql })), ...statements] : statements;
  }

  #inOrder(): readonly PlannedStatement[] {
    return [
      ...this.#clearing,
      ...this.#renaming,
      ...this.#creating,
      ...this.#changing,
      ...this.#dropping,
      ...this.#indexing,
    ];
  }

  take(owner: OwnerMatch): void {
    const { before, after } = owner;
    if (before === null) {
      for (const table of after?.tables ?? []) this.#create(table, `${table.owner} is new`);
      return;
    }
    if (after === null) {
      this.#drop(before.tables, `${before.owner} is gone`);
      return;
    }
    const changes = fieldChanges(owner, this.#match.renamedOwners);
    const pairs = pairTables(owner, changes);
    const taken = new Set(pairs.map(([table]) => table.name));
    const made = new Set(pairs.map(([, table]) => table.name));
    for (const [old, now] of pairs) this.#rename(old, now);
    for (const table of after.tables) if (!made.has(table.name)) this.#create(table, describeTable(table));
    for (const [old, now] of pairs) this.#change(old, now, changes);
    this.#drop(
      before.tables.filter((table) => !taken.has(table.name)),
      null,
    );
  }

  #create(table: TableSchema, comment: string): void {
    this.#creating.push(...commented(comment, this.#dialect.createTable(table)));
    this.#addKeys(table, table.columns);
  }

  /** Foreign keys may point to tables that are new themselves. */
  #addKeys({ name }: TableSchema, columns: TableSchema['columns']): void {
    for (const column of columns)
      this.#indexing.push(...this.#dialect.foreignKey(name, column).map((sql) => ({ sql })));
  }

  /** For a table that has rows: reading all of them must not block writers. */
  #addLateKeys(table: TableSchema, columns: TableSchema['columns']): void {
    if (this.#buildIndex === null) {
      this.#addKeys(table, columns);
      return;
    }
    for (const column of columns) {
      const mark = markOf(this.#before, table.name, column.name);
      const key = this.#dialect.lateForeignKey(table.name, column, mark);
      if (key === null) continue;
      this.#indexing.push({ sql: key.add });
      this.indexes.push({ sql: key.validate });
    }
  }

  /** Drops tables of entries before those of their documents. */
  #drop(tables: readonly TableSchema[], comment: string | null): void {
    for (const table of [...tables].reverse()) {
      this.#dropping.push({
        comment: comment ?? `${describeTable(table)}: not needed any more`,
        sql: `DROP TABLE ${quoteIdentifier(table.name)}`,
      });
    }
  }

  #rename(old: TableSchema, now: TableSchema): void {
    if (old.name === now.name) return;
    for (const sql of this.#dialect.dropTriggers(old)) this.#clearing.push({ sql });
    const comment = `${old.owner}${old.owner === now.owner ? '' : ` is called ${now.owner} now`}`;
    this.#renaming.push({
      comment,
      sql: `ALTER TABLE ${quoteIdentifier(old.name)} RENAME TO ${quoteIdentifier(now.name)}`,
    });
    this.#indexing.push(...this.#dialect.createTriggers(now).map((sql) => ({ sql })));
  }

  #change(old: TableSchema, now: TableSchema, changes: readonly FieldChange[]): void {
    if (now.kind === 'documents') {
      const { statements, added } = changeDocuments({
        before: old,
        after: now,
        changes,
        dialect: this.#dialect,
        names: this.#names,
      });
      this.#changing.push(...statements);
      const moved = statements.length === 0 ? new Set<string>() : movedColumns(old, now, this.#names);
      this.#changeIndexes(old, now, moved);
      this.#addLateKeys(now, added);
      return;
    }
    if (now.kind === 'entries') this.#changeEntries(old, now, changes);
    else {
      if (now.kind === 'references') this.#changeReferences(now, changes);
      if (now.kind === 'versions') this.#changeVersions(now, changes);
      this.#changeIndexes(old, now, new Set());
    }
  }

  #changeIndexes(old: TableSchema, now: TableSchema, moved: ReadonlySet<string>): void {
    const stays = (index: IndexSchema): boolean =>
      !index.columns.some((column) => moved.has(column)) &&
      old.indexes.some((one) => sameIndex(one, index)) &&
      now.indexes.some((one) => sameIndex(one, index));
    const gone = old.indexes.filter((one) => !stays(one));
    for (const index of gone) this.#clearing.push({ sql: this.#dialect.dropIndex(index.name) });
    // Values that are unique now must stay unique at every moment.
    const wasUnique = gone.some(({ unique }) => unique === true);
    for (const index of now.indexes.filter((one) => !stays(one))) {
      if (this.#buildIndex === null || (index.unique === true && wasUnique))
        this.#indexing.push(...this.#dialect.createIndex(now, index).map((sql) => ({ sql })));
      else this.indexes.push(...this.#buildIndex(now, index).map((sql) => ({ sql })));
    }
  }

  #changeEntries(old: TableSchema, now: TableSchema, changes: readonly FieldChange[]): void {
    const point = changes.find(
      (change) => change.kind === 'pointed elsewhere' && isEntriesOf(change.after, now.name),
    );
    const target = now.columns.find(({ name }) => name === 'target')?.references;
    if (point?.kind === 'pointed elsewhere') {
      const before = { ...point.before, table: now.name };
      const pointers = pointersOfField({ change: point, before, table: now.name, names: this.#names });
      this.#replaceEntries(old, now, pointers.rows());
      return;
    }
    const formerTarget = old.columns.find(({ name }) => name === 'target')?.references;
    const isSame =
      (formerTarget && this.#names.now(formerTarget.table)) === target?.table &&
      formerTarget?.onDelete === target?.onDelete;
    this.#renameSlugs(now);
    if (isSame) {
      this.#changeIndexes(old, now, new Set());
      return;
    }
    const columns = now.columns.map(({ name }) => quoteIdentifier(name)).join(', ');
    const where =
      target === undefined ? '' : ` WHERE "target" IN (SELECT "id" FROM ${quoteIdentifier(target.table)})`;
    this.#replaceEntries(old, now, `SELECT ${columns} FROM ${quoteIdentifier(now.name)}${where}`);
  }

  #replaceEntries(old: TableSchema, now: TableSchema, rows: string): void {
    for (const index of old.indexes) this.#clearing.push({ sql: this.#dialect.dropIndex(index.name) });
    // Triggers that a rename adds at the end come with the new table.
    const triggers = new Set(this.#dialect.createTriggers(now));
    const kept = this.#indexing.filter(({ sql }) => !triggers.has(sql));
    this.#indexing.splice(0, this.#indexing.length, ...kept);
    this.#addKeys(now, now.columns);
    this.#changing.push(
      ...commented(`${describeTable(now)}: other foreign keys`, this.#dialect.replaceEntries(now, rows)),
    );
  }

  /** A collection has another slug: rows that contain the slug are updated. */
  #renameSlugs(table: TableSchema): void {
    if (!table.columns.some(({ name }) => name === 'collection')) return;
    for (const [former, now] of this.#names.renamedCollections) {
      this.#changing.push({
        sql: `UPDATE ${quoteIdentifier(table.name)} SET "collection" = '${now}' WHERE "collection" = '${former}'`,
      });
    }
  }

  #changeReferences(table: TableSchema, changes: readonly FieldChange[]): void {
    this.#renameSlugs(table);
    const name = quoteIdentifier(table.name);
    for (const change of changes) {
      if (change.kind === 'added') continue;
      const { path } = change.before;
      if (change.kind === 'dropped' || change.kind === 'replaced') {
        this.#changing.push({ sql: `DELETE FROM ${name} WHERE "path" = '${path}'` });
      } else if (path !== change.after.path) {
        this.#changing.push({
          sql: `UPDATE ${name} SET "path" = '${change.after.path}' WHERE "path" = '${path}'`,
        });
      }
    }
  }

  #changeVersions(table: TableSchema, changes: readonly FieldChange[]): void {
    const documents = this.#match.owners.find(({ after }) => after?.owner === table.owner);
    const change = changeOfSnapshot({
      changes,
      before: documents?.before?.documents.fields ?? [],
      after: documents?.after?.documents.fields ?? [],
      dialect: this.#dialect,
      renamed: this.#names.renamedCollections,
    });
    if (change === null) return;
    const json = this.#dialect.columnJson('"snapshot"', 'text');
    this.#changing.push({
      comment: `the history of ${table.owner} follows the new names`,
      sql: `UPDATE ${quoteIdentifier(table.name)} SET "snapshot" = ${this.#dialect.jsonText(this.#dialect.changeObject(json, change, 0))}`,
    });
  }
}

type TablePair = readonly [before: TableSchema, after: TableSchema];

/** Matches former tables to new ones. */
function pairTables({ before, after }: OwnerMatch, changes: readonly FieldChange[]): readonly TablePair[] {
  if (before === null || after === null) return [];
  const pairs: TablePair[] = [];
  const pair = (old: TableSchema | null | undefined, now: TableSchema | null | undefined): void => {
    if (old && now) pairs.push([old, now]);
  };
  for (const isPending of [false, true]) {
    const [old, now] = isPending ? [before.pending, after.pending] : [before.documents, after.documents];
    pair(old, now);
    if (!old || !now) continue;
    for (const change of changes) {
      if (change.kind !== 'kept' && change.kind !== 'pointed elsewhere') continue;
      const former = inTable(old, change.before).table;
      const table = inTable(now, change.after).table;
      pair(
        before.tables.find(({ name }) => name === former),
        after.tables.find(({ name }) => name === table),
      );
    }
    const isReferences = (table: TableSchema, documents: TableSchema): boolean =>
      table.kind === 'references' && table.name.startsWith(`${documents.name}__refs`);
    pair(
      before.tables.find((table) => isReferences(table, old)),
      after.tables.find((table) => isReferences(table, now)),
    );
  }
  pair(before.versions, after.versions);
  return pairs;
}

/**
 * Returns the columns that are created again, with former and new names. Their indexes are dropped with them.
 */
function movedColumns(old: TableSchema, now: TableSchema, names: TableNames): ReadonlySet<string> {
  const moved = new Set<string>();
  for (const column of now.columns) {
    const former = old.columns.find(({ name }) => name === column.name);
    const target = former?.references && names.now(former.references.table);
    const isSame =
      former?.type === column.type &&
      target === column.references?.table &&
      former.references?.onDelete === column.references?.onDelete;
    if (!isSame) moved.add(column.name);
  }
  for (const { name } of old.columns) if (!now.columns.some((one) => one.name === name)) moved.add(name);
  // A field that takes over another field's name has the same type, but other values.
  const places = (table: TableSchema): ReadonlyMap<string, string> =>
    new Map(table.fields.flatMap((field) => field.columns.map((name) => [name, field.path] as const)));
  const before = places(old);
  for (const [name, path] of places(now)) if (before.get(name) !== path) moved.add(name);
  return moved;
}

/**
 * A mark that differs between two migrations that add a column of the same name, since their schemas differ.
 */
function markOf(before: StorageSchema, table: string, column: string): string {
  const text = JSON.stringify([before, table, column]);
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function isEntriesOf(field: FieldSchema, table: string): boolean {
  return field.table === table || (field.table !== undefined && `${field.table}__pending` === table);
}

function sameIndex(a: IndexSchema, b: IndexSchema): boolean {
  return a.name === b.name && a.unique === b.unique && a.columns.join() === b.columns.join();
}

function describeTable({ owner, kind, pending, name }: TableSchema): string {
  if (kind === 'versions') return `the history of ${owner}`;
  if (kind === 'entries') return `entries of a relation of ${owner} (${name})`;
  if (kind === 'references') return `pointers inside the rows of ${owner}`;
  return pending ? `pending drafts of ${owner}` : owner;
}

function commented(comment: string, sqls: readonly string[]): readonly PlannedStatement[] {
  return sqls.map((sql, position) => (position === 0 ? { comment, sql } : { sql }));
}
