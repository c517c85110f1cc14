/** The SQL of planned changes, in an order in which each statement finds what it needs. */

import { createHash } from 'node:crypto';
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { ColumnSchema, StorageSchema, TableSchema } from '../../schema/storage-schema.js';
import { entriesRows } from './entries-rows.js';
import { indexChanges, movedColumns } from './index-changes.js';
import type { MigrationDialect } from './migration-dialect.js';
import type { PlannedChange, TableChange, TableCreation, TablePair } from './planned-change.js';
import type { PlannedMigration, PlannedStatement } from './planned-migration.js';
import { changeOfSnapshot } from './row-changes.js';
import { changeDocuments } from './table-change.js';
import type { TableNames } from './table-names.js';
import { changedTexts, fillTexts, unlistTexts } from './text-rows.js';

export interface RenderScope {
  readonly dialect: MigrationDialect;
  readonly names: TableNames;
  readonly before: StorageSchema;
  /** Whether indexes are built after the commit, where the database can do this. */
  readonly isOnline: boolean;
}

/** In the order in which they run. */
const phases = ['clearing', 'renaming', 'creating', 'changing', 'dropping', 'indexing', 'filling'] as const;

/** The statements of one change by phase; `later` ones are {@link PlannedMigration.indexes}. */
type Rendered = { readonly [P in (typeof phases)[number] | 'later']?: readonly PlannedStatement[] };

/** Renders changes for a file or for a run. */
export function renderChanges(
  changes: readonly PlannedChange[],
  scope: RenderScope,
): Omit<PlannedMigration, 'checks'> {
  const replaced = new Set(
    changes.flatMap((change) =>
      change.kind === 'change table' &&
      change.after.kind === 'entries' &&
      entriesRows(change, scope.names) !== null
        ? [change.after.name]
        : [],
    ),
  );
  const rendered = changes.map((change) => {
    const one = renderChange(change, scope);
    // A table that is created again has its triggers already.
    return change.kind === 'rename table' && replaced.has(change.after.name) ? { ...one, indexing: [] } : one;
  });
  const statements = phases.flatMap((phase) => rendered.flatMap((one) => one[phase] ?? []));
  const hasTriggers = statements.some(({ sql }) => sql.includes('CREATE TRIGGER'));
  return {
    statements: hasTriggers ? [...statementsOf(scope.dialect.functions), ...statements] : statements,
    indexes: rendered.flatMap(({ later = [] }) => later),
  };
}

function renderChange(change: PlannedChange, scope: RenderScope): Rendered {
  switch (change.kind) {
    case 'create table':
      return renderCreation(change, scope);
    case 'drop table': {
      const { table, isOwnerGone } = change;
      const comment = isOwnerGone ? `${table.owner} is gone` : `${describeTable(table)}: not needed any more`;
      return { dropping: [{ comment, sql: `DROP TABLE ${quoteIdentifier(table.name)}` }] };
    }
    case 'rename table':
      return renderRename(change, scope);
    case 'change table':
      return renderTableChange(change, scope);
  }
}

function renderCreation({ table, isOwnerNew, documents }: TableCreation, { dialect }: RenderScope): Rendered {
  return {
    creating: commented(
      isOwnerNew ? `${table.owner} is new` : describeTable(table),
      dialect.createTable(table),
    ),
    // Foreign keys may point to tables that are new themselves.
    indexing: foreignKeys(table, table.columns, dialect),
    filling:
      documents === undefined ? [] : fillTexts({ table, documents, texts: table.texts ?? [] }, dialect),
  };
}

/** Triggers contain the name of their table. */
function renderRename({ before, after }: TablePair, { dialect }: RenderScope): Rendered {
  return {
    clearing: statementsOf(dialect.dropTriggers(before)),
    renaming: [
      {
        comment: `${before.owner}${before.owner === after.owner ? '' : ` is called ${after.owner} now`}`,
        sql: `ALTER TABLE ${quoteIdentifier(before.name)} RENAME TO ${quoteIdentifier(after.name)}`,
      },
    ],
    indexing: statementsOf(dialect.createTriggers(after)),
  };
}

function renderTableChange(change: TableChange, scope: RenderScope): Rendered {
  const { after } = change;
  if (after.kind === 'documents') return renderDocuments(change, scope);
  if (after.kind === 'entries') return renderEntries(change, scope);
  if (after.kind === 'versions' || after.kind === 'trash')
    return { changing: changeTexts(change, scope), ...renderIndexes(change, new Set(), scope) };
  const { listed, unlisted } = changedTexts(change);
  return {
    changing: [...changeReferences(change, scope), ...unlistTexts(after, unlisted)],
    ...renderIndexes(change, new Set(), scope),
    filling: fillTexts({ table: after, documents: change.documents.after, texts: listed }, scope.dialect),
  };
}

function renderDocuments(change: TableChange, scope: RenderScope): Rendered {
  const { statements, added } = changeDocuments(change, scope);
  const moved = statements.length === 0 ? new Set<string>() : movedColumns(change, scope.names.now);
  const indexes = renderIndexes(change, moved, scope);
  const keys = lateKeys(change.after, added, scope);
  return {
    ...indexes,
    changing: statements,
    indexing: [...(indexes.indexing ?? []), ...(keys.indexing ?? [])],
    later: [...(indexes.later ?? []), ...(keys.later ?? [])],
  };
}

function renderIndexes(change: TableChange, moved: ReadonlySet<string>, scope: RenderScope): Rendered {
  const { dialect } = scope;
  const build = scope.isOnline ? dialect.buildIndex : null;
  const { gone, made } = indexChanges(change, moved);
  // Values that are unique now must stay unique at every moment.
  const wasUnique = gone.some(({ unique }) => unique === true);
  const isNow = made.map((index) => build === null || (index.unique === true && wasUnique));
  return {
    clearing: gone.map(({ name }) => ({ sql: dialect.dropIndex(name) })),
    indexing: made
      .filter((_, position) => isNow[position])
      .flatMap((index) => statementsOf(dialect.createIndex(change.after, index))),
    later: made
      .filter((_, position) => !isNow[position])
      .flatMap((index) => statementsOf(build?.(change.after, index) ?? [])),
  };
}

/** Foreign keys of a table that has rows: reading all of them must not block writers. */
function lateKeys(
  table: TableSchema,
  columns: readonly ColumnSchema[],
  { dialect, before, isOnline }: RenderScope,
): Rendered {
  if (!isOnline || dialect.buildIndex === null) return { indexing: foreignKeys(table, columns, dialect) };
  const keys = columns.flatMap((column) => {
    const key = dialect.lateForeignKey(table.name, column, markOf(before, table.name, column.name));
    return key === null ? [] : [key];
  });
  return {
    indexing: keys.map(({ add }) => ({ sql: add })),
    later: keys.map(({ validate }) => ({ sql: validate })),
  };
}

function renderEntries(change: TableChange, scope: RenderScope): Rendered {
  const rows = entriesRows(change, scope.names);
  const slugs = rows?.hasOldSlugs === false ? [] : renameSlugs(change.after, scope);
  if (rows === null) return { changing: slugs, ...renderIndexes(change, new Set(), scope) };
  const { before, after } = change;
  const replaced = scope.dialect.replaceEntries(after, rows.sql);
  return {
    clearing: before.indexes.map(({ name }) => ({ sql: scope.dialect.dropIndex(name) })),
    changing: [...slugs, ...commented(`${describeTable(after)}: other foreign keys`, replaced)],
    indexing: foreignKeys(after, after.columns, scope.dialect),
  };
}

/** A collection has another slug: rows that contain the slug are updated. */
function renameSlugs(table: TableSchema, { names }: RenderScope): readonly PlannedStatement[] {
  if (!table.columns.some(({ name }) => name === 'collection')) return [];
  return [...names.renamedCollections].map(([former, now]) => ({
    sql: `UPDATE ${quoteIdentifier(table.name)} SET "collection" = '${now}' WHERE "collection" = '${former}'`,
  }));
}

function changeReferences({ after, fields }: TableChange, scope: RenderScope): readonly PlannedStatement[] {
  const name = quoteIdentifier(after.name);
  const paths = fields.flatMap((change): readonly PlannedStatement[] => {
    if (change.kind === 'added') return [];
    const { path } = change.before;
    if (change.kind === 'dropped' || change.kind === 'replaced')
      return [{ sql: `DELETE FROM ${name} WHERE "path" = '${path}'` }];
    if (path === change.after.path) return [];
    return [{ sql: `UPDATE ${name} SET "path" = '${change.after.path}' WHERE "path" = '${path}'` }];
  });
  return [...renameSlugs(after, scope), ...paths];
}

function changeTexts(
  { after, fields, documents }: TableChange,
  { dialect, names }: RenderScope,
): readonly PlannedStatement[] {
  const change = changeOfSnapshot({
    changes: fields,
    before: documents.before.fields,
    after: documents.after.fields,
    dialect,
    renamed: names.renamedCollections,
  });
  if (change === null) return [];
  const inTrash = after.kind === 'trash';
  const changed = (inTrash ? ['published', 'pending'] : ['snapshot']).map((column) => {
    const name = quoteIdentifier(column);
    const json = dialect.columnJson(name, 'text');
    const text = dialect.jsonText(dialect.changeObject(json, change, 0));
    return inTrash ? `${name} = CASE WHEN ${name} IS NOT NULL THEN ${text} END` : `${name} = ${text}`;
  });
  return [
    {
      comment: `${describeTable(after)} follow${inTrash ? '' : 's'} the new names`,
      sql: `UPDATE ${quoteIdentifier(after.name)} SET ${changed.join(', ')}`,
    },
  ];
}

function foreignKeys(
  { name }: TableSchema,
  columns: readonly ColumnSchema[],
  dialect: MigrationDialect,
): readonly PlannedStatement[] {
  return columns.flatMap((column) => statementsOf(dialect.foreignKey(name, column)));
}

/**
 * A mark that differs between two migrations that add a column of the same name, since their schemas differ.
 */
function markOf(before: StorageSchema, table: string, column: string): string {
  const text = JSON.stringify([before, table, column]);
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function describeTable({ owner, kind, pending, name }: TableSchema): string {
  if (kind === 'versions') return `the history of ${owner}`;
  if (kind === 'trash') return `deleted documents of ${owner}`;
  if (kind === 'entries') return `entries of a relation of ${owner} (${name})`;
  if (kind === 'references') return `pointers inside the rows and texts of ${owner}`;
  return pending ? `pending drafts of ${owner}` : owner;
}

function statementsOf(sqls: readonly string[]): readonly PlannedStatement[] {
  return sqls.map((sql) => ({ sql }));
}

function commented(comment: string, sqls: readonly string[]): readonly PlannedStatement[] {
  return sqls.map((sql, position) => (position === 0 ? { comment, sql } : { sql }));
}
