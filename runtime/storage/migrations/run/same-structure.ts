import type { StorageSchema, TableSchema } from '../../schema/storage-schema.js';

/**
 * Whether two schemas have the same tables, columns, indexes and fields. Order and rules of the fields do not
 * count.
 */
export function sameStructure(a: StorageSchema, b: StorageSchema): boolean {
  return structure(a) === structure(b);
}

/** Names of the differences, for messages. */
export function structureDifferences(present: StorageSchema, wanted: StorageSchema): readonly string[] {
  const old = new Map(present.tables.map((table) => [table.name, table]));
  const now = new Map(wanted.tables.map((table) => [table.name, table]));
  const lines = [...now].flatMap(([name, table]): readonly string[] => {
    const before = old.get(name);
    if (before === undefined) return [`table ${name} is missing`];
    return tableText(before) === tableText(table) ? [] : tableDifferences(before, table);
  });
  const extra = [...old.keys()]
    .filter((name) => !now.has(name))
    .map((name) => `table ${name} is not in them`);
  return [...lines, ...extra];
}

function tableDifferences(before: TableSchema, after: TableSchema): readonly string[] {
  const names = (items: readonly { readonly name: string }[]): ReadonlySet<string> =>
    new Set(items.map(({ name }) => name));
  const missing = after.columns.filter(({ name }) => !names(before.columns).has(name));
  const extra = before.columns.filter(({ name }) => !names(after.columns).has(name));
  const lines = [
    ...missing.map(({ name }) => `column ${after.name}.${name} is missing`),
    ...extra.map(({ name }) => `column ${after.name}.${name} is not in them`),
  ];
  return lines.length === 0 ? [`table ${after.name} differs`] : lines;
}

function structure({ tables }: StorageSchema): string {
  return sortedTexts(tables.map(tableText)).join('\n');
}

function tableText({
  name,
  kind,
  pending,
  owner,
  columns,
  indexes,
  fields,
  primaryKey,
  texts = [],
}: TableSchema): string {
  return JSON.stringify([
    [name, kind, pending === true, owner, primaryKey, ...texts],
    sortedTexts(
      columns.map((column) =>
        JSON.stringify([column.name, column.type, column.notNull === true, column.references ?? null]),
      ),
    ),
    sortedTexts(indexes.map((index) => JSON.stringify([index.name, index.columns, index.unique === true]))),
    sortedTexts(
      fields.map((field) => JSON.stringify([field.path, field.kind, field.columns, field.table ?? null])),
    ),
  ]);
}

function sortedTexts(texts: readonly string[]): readonly string[] {
  return [...texts].sort();
}
