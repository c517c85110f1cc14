/** The rows that a table of references has for the files which rich texts show. */
import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { TableSchema } from '../../schema/storage-schema.js';
import type { FieldChange } from './field-changes.js';
import { rowContainer } from './field-paths.js';
import { quoteText } from './literals.js';
import type { MigrationDialect } from './migration-dialect.js';
import type { PlannedStatement } from './planned-migration.js';
import { type RowSource, rowSource } from './row-source.js';

export interface ChangedTexts {
  /** Paths of the rich texts that are listed from now on. */
  readonly listed: readonly string[];
  /** Present paths of those that are listed no longer. */
  readonly unlisted: readonly string[];
}

/** Compares two tables of references. Renamed fields keep their rows. */
export function changedTexts({
  before,
  after,
  fields,
}: {
  readonly before: TableSchema;
  readonly after: TableSchema;
  readonly fields: readonly FieldChange[];
}): ChangedTexts {
  const now = new Map(
    fields.flatMap((change) =>
      change.kind === 'added' || change.kind === 'dropped' ? [] : [[change.before.path, change.after.path]],
    ),
  );
  const former = (before.texts ?? []).map((path) => now.get(path) ?? path);
  const texts = after.texts ?? [];
  return {
    listed: texts.filter((path) => !former.includes(path)),
    unlisted: former.filter((path) => !texts.includes(path)),
  };
}

/** Deletes the rows of rich texts. */
export function unlistTexts({ name }: TableSchema, texts: readonly string[]): readonly PlannedStatement[] {
  return texts.map((path) => ({
    sql: `DELETE FROM ${quoteIdentifier(name)} WHERE "path" = ${quoteText(path)}`,
  }));
}

export interface ListedTexts {
  /** The table of references. */
  readonly table: TableSchema;
  readonly documents: TableSchema;
  readonly texts: readonly string[];
}

/**
 * Lists what the rich texts of all documents show, one statement a field: the database reads the texts one
 * after the other. The same nodes as `documents/relations/text-references.ts` finds when it writes.
 */
export function fillTexts(
  { table, documents, texts }: ListedTexts,
  dialect: MigrationDialect,
): readonly PlannedStatement[] {
  return texts.flatMap((path) => [
    {
      comment: `${documents.owner}.${path}: the files that it shows are listed`,
      sql: `DELETE FROM ${quoteIdentifier(table.name)} WHERE "path" = ${quoteText(path)}`,
    },
    { sql: fillSql({ table, documents, path }, dialect) },
  ]);
}

function fillSql(
  { table, documents, path }: Omit<ListedTexts, 'texts'> & { readonly path: string },
  dialect: MigrationDialect,
): string {
  const { from, conditions, json } = sourceOf({ documents, path }, dialect);
  const nodes = dialect.uploadNodes(json, 'shown');
  const [collection, target] = ['collection', 'id'].map((name) =>
    dialect.scalarAt(dialect.rowJson('shown'), ['attrs', name], 'text'),
  );
  const where = [...conditions, nodes.condition, `length(${collection}) <= 100`, `length(${target}) = 36`];
  return (
    `INSERT INTO ${quoteIdentifier(table.name)} ("parent", "path", "collection", "target")\n` +
    `SELECT DISTINCT ${quoteIdentifier(documents.name)}."id", ${quoteText(path)}, ${collection}, ${target}\n` +
    `FROM ${from}, ${nodes.from}\nWHERE ${where.join(' AND ')}`
  );
}

/** The rich texts of a field in all documents. */
function sourceOf(
  { documents, path }: { readonly documents: TableSchema; readonly path: string },
  dialect: MigrationDialect,
): RowSource {
  const container = rowContainer(path, documents.fields);
  if (container === '') {
    const name = quoteIdentifier(documents.name);
    const column = documents.fields.find((field) => field.path === path)?.columns[0] ?? '';
    return {
      from: name,
      conditions: [],
      json: dialect.columnJson(`${name}.${quoteIdentifier(column)}`, 'json'),
    };
  }
  const rows = rowSource({ table: documents, container, dialect });
  return { ...rows, json: dialect.jsonAt(rows.json, path.slice(container.length + 1).split('.')) };
}
