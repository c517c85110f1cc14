import { quoteIdentifier } from '../../../query/sql/quote.js';
import { columnValues } from '../../migrations/plan/column-values.js';
import { enclosingGroups } from '../../migrations/plan/enclosing-groups.js';
import { quoteText } from '../../migrations/plan/literals.js';
import type { ListChange, MigrationDialect, ObjectChange } from '../../migrations/plan/migration-dialect.js';
import { removedPaths } from '../../migrations/plan/removed-paths.js';
import { slugNow } from '../../migrations/plan/renamed-collections.js';
import { temporaryName } from '../../migrations/plan/temporary-name.js';
import type { TableSchema } from '../../schema/storage-schema.js';
import { staleTrigger } from '../../schema/table-names.js';
import {
  addColumnSql,
  createBareTableSql,
  createIndexSql,
  createTableSql,
  createTriggersSql,
  dropIndexSql,
} from './ddl.js';

/** SQLite's SQL for a migration. JSON columns are texts; booleans are 1 and 0. */
export const sqliteMigration: MigrationDialect = {
  createTable: createTableSql,
  createTriggers: createTriggersSql,
  dropTriggers: (table) =>
    (table.kind === 'documents'
      ? (['update'] as const)
      : table.kind === 'entries'
        ? (['insert', 'update', 'delete'] as const)
        : []
    ).map((event) => `DROP TRIGGER IF EXISTS ${quoteIdentifier(staleTrigger(table.name, event))}`),
  createIndex: ({ name }, index) => [createIndexSql(name, index)],
  buildIndex: null,
  functions: [],
  foreignKey: () => [],
  lateForeignKey: () => null,
  dropIndex: dropIndexSql,
  addColumn: addColumnSql,
  replaceEntries,

  cast: (old, type) => `CAST(${old} AS ${type === 'integer' ? 'INTEGER' : 'REAL'})`,
  convertTime(old, from, to) {
    if (from === 'date' && to === 'timestamp') return `${old} || 'T00:00:00.000Z'`;
    return from === 'timestamp' && to === 'date' ? `substr(${old}, 1, 10)` : old;
  },
  // 1.0 is 1 in JSON, and in what people read.
  textOfNumber: (old) =>
    `iif(${old} = CAST(${old} AS INTEGER), CAST(CAST(${old} AS INTEGER) AS TEXT), CAST(${old} AS TEXT))`,
  textOfBoolean: (old) => `CASE ${old} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`,
  numberOfBoolean: (old, type) => (type === 'integer' ? old : `CAST(${old} AS REAL)`),
  booleanWhere: (condition) => `(${condition})`,
  isFraction: (old) => `${old} <> CAST(${old} AS INTEGER)`,
  isNoNumberText: (old) =>
    `(NOT json_valid(${old}) OR json_type(iif(json_valid(${old}), ${old}, 'null')) NOT IN ('integer', 'real'))`,
  isNoIntegerText: (old) =>
    `(NOT json_valid(${old}) OR json_type(iif(json_valid(${old}), ${old}, 'null')) NOT IN ('integer', 'real') ` +
    `OR CAST(${old} AS REAL) <> CAST(CAST(${old} AS REAL) AS INTEGER))`,
  isNoDateText: (old) => `date(${old}) IS NOT ${old}`,
  isNoTimestampText: (old) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${old}) IS NOT ${old}`,
  jsonOf: (old, kind) =>
    kind === 'boolean' ? booleanJson(old) : `CASE WHEN ${old} IS NOT NULL THEN json_quote(${old}) END`,
  listOfOne: (old) => `CASE WHEN ${old} IS NOT NULL THEN json_array(${old}) END`,
  firstOfList: (list) => `(${list} ->> '$[0]')`,
  listLength: (list) => `json_array_length(${list})`,
  someEntry: (list, _, condition) =>
    `EXISTS (SELECT 1 FROM json_each(${list}) AS "entry" WHERE ${condition('"entry"."value"')})`,
  textLength: (old) => `length(${old})`,

  literal(value, type) {
    if (value === null) return 'NULL';
    if (typeof value === 'string') return quoteText(value);
    return type === 'number' && Number.isInteger(value) ? `${value}.0` : String(value);
  },
  changeObject,
  changeList: (json, change) => `nullif(${changeList(json, change, 0)}, '[]')`,
  jsonText: (json) => json,
  columnValues,
  jsonColumn: (json) => json,
  columnJson: (column) => column,
  eachRow: (json, path, alias) => `json_each(${json}, ${jsonPath(path)}) AS ${quoteIdentifier(alias)}`,
  rowJson: (alias) => `${quoteIdentifier(alias)}."value"`,
  uploadNodes: (json, alias) => {
    const node = quoteIdentifier(alias);
    return {
      from: `json_tree(${json}) AS ${node}`,
      condition: `CASE ${node}."type" WHEN 'object' THEN ${node}."value" ->> '$.type' END = 'upload'`,
    };
  },
  memberOf: (value, kind) => {
    if (kind === 'boolean') return `json(${booleanJson(value)})`;
    return kind === 'json' || kind.startsWith('list of') ? `json(${value})` : value;
  },
  jsonLiteral: (value) => `json(${quoteText(JSON.stringify(value))})`,
  jsonAt: (json, path) => `(${json} -> ${jsonPath(path)})`,
  scalarAt: (json, path) => `(${json} ->> ${jsonPath(path)})`,
  isEmptyAt: (json, path) => `coalesce(json_type(${json}, ${jsonPath(path)}), 'null') = 'null'`,
  renamePointers(json, renamed) {
    const pointer = (one: string): string =>
      `json_replace(${one}, '$.collection', ${slugNow(`(${one} ->> '$.collection')`, renamed)})`;
    const entry = '"pointer"."value"';
    return (
      `json(CASE json_type(${json}) WHEN 'object' THEN ${pointer(json)} ` +
      `WHEN 'array' THEN (SELECT json_group_array(json(CASE "pointer"."type" WHEN 'object' THEN ${pointer(entry)} ELSE json_quote(${entry}) END)) ` +
      `FROM json_each(${json}) AS "pointer") ELSE ${json} END)`
    );
  },
  renameNames(column, names) {
    const pairs = [...names].flatMap(([from, all]) =>
      all.map((to) => `(${quoteText(from)}, ${quoteText(to)})`),
    );
    const known =
      pairs.length === 0 ? `(SELECT NULL AS column1, NULL AS column2)` : `(VALUES ${pairs.join(', ')})`;
    return (
      `(SELECT json_group_array(DISTINCT "names".column2) FROM json_each(${column}) AS "former" ` +
      `JOIN ${known} AS "names" ON "names".column1 = "former"."value")`
    );
  },
};

function booleanJson(value: string): string {
  return `CASE ${value} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`;
}

/**
 * Foreign keys cannot be altered in place, so this follows the procedure of SQLite's manual ("Making Other
 * Kinds Of Table Schema Changes").
 */
function replaceEntries(table: TableSchema, rows: string): readonly string[] {
  const copy = temporaryName(table.name);
  const names = table.columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  return [
    createBareTableSql(table, copy),
    `INSERT INTO ${quoteIdentifier(copy)} (${names})\n${rows}`,
    `DROP TABLE ${quoteIdentifier(table.name)}`,
    `ALTER TABLE ${quoteIdentifier(copy)} RENAME TO ${quoteIdentifier(table.name)}`,
    ...table.indexes.map((index) => createIndexSql(table.name, index)),
    ...createTriggersSql(table),
  ];
}

function changeObject(json: string, change: ObjectChange, depth: number): string {
  const sets = [
    ...change.moves.map(({ to, from }) => [to, `json(${json} -> ${jsonPath(from)})`] as const),
    ...change.lists.map((list) => [list.to, `json(${changeList(json, list, depth + 1)})`] as const),
    ...change.sets.map(({ path, value }) => [path, value(json)] as const),
  ];
  const removed = removedPaths(
    change,
    sets.map(([path]) => path),
  );
  const filled = enclosingGroups(sets.map(([path]) => path)).reduce(
    (inner, group) => `json_insert(${inner}, ${jsonPath(group)}, json('{}'))`,
    json,
  );
  const set =
    sets.length === 0
      ? json
      : `json_set(${[filled, ...sets.flatMap(([path, value]) => [jsonPath(path), value])].join(', ')})`;
  const replaced =
    change.replaces.length === 0
      ? set
      : `json_replace(${[set, ...change.replaces.flatMap(({ path, value }) => [jsonPath(path), value(json)])].join(', ')})`;
  return removed.length === 0 ? replaced : `json_remove(${[replaced, ...removed.map(jsonPath)].join(', ')})`;
}

function changeList(json: string, { from, rows, goneBlocks }: ListChange, depth: number): string {
  const alias = `row${depth}`;
  const row = `${quoteIdentifier(alias)}."value"`;
  const block = `(${row} ->> '$.blockType')`;
  const changed =
    rows instanceof Map
      ? byBlock(row, { block, blocks: rows, depth })
      : changeObject(row, rows as ObjectChange, depth);
  const where =
    goneBlocks.length === 0 ? '' : ` WHERE ${block} NOT IN (${goneBlocks.map(quoteText).join(', ')})`;
  return `(SELECT json_group_array(json(${changed})) FROM json_each(${json}, ${jsonPath(from)}) AS ${quoteIdentifier(alias)}${where})`;
}

function byBlock(
  row: string,
  {
    block,
    blocks,
    depth,
  }: { readonly block: string; readonly blocks: ReadonlyMap<string, ObjectChange>; readonly depth: number },
): string {
  if (blocks.size === 0) return row;
  const branches = [...blocks].map(
    ([slug, change]) => `WHEN ${quoteText(slug)} THEN ${changeObject(row, change, depth)}`,
  );
  return `CASE ${block} ${branches.join(' ')} ELSE ${row} END`;
}

function jsonPath(path: readonly string[]): string {
  return path.length === 0 ? `'$'` : `'$.${path.join('.')}'`;
}
