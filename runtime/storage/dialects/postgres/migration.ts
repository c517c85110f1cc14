import { quoteIdentifier } from '../../../query/sql/quote.js';
import { columnValues } from '../../migrations/plan/column-values.js';
import { enclosingGroups } from '../../migrations/plan/enclosing-groups.js';
import { quoteText } from '../../migrations/plan/literals.js';
import type {
  ListChange,
  MigrationDialect,
  ObjectChange,
  TimeKind,
} from '../../migrations/plan/migration-dialect.js';
import { removedPaths } from '../../migrations/plan/removed-paths.js';
import { slugNow } from '../../migrations/plan/renamed-collections.js';
import { temporaryName } from '../../migrations/plan/temporary-name.js';
import type { TableSchema } from '../../schema/storage-schema.js';
import { staleTrigger } from '../../schema/table-names.js';
import {
  addColumnSql,
  createIndexSql,
  createTableSql,
  dropIndexSql,
  foreignKeySql,
  lateForeignKeySql,
  staleFunctionsSql,
  triggersSql,
} from './ddl.js';

const numberPattern = `'^-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?$'`;
const datePattern = `'^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'`;
const timePattern = `'^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9][.][0-9]{3}Z$'`;

/** PostgreSQL's SQL for a migration. JSON is changed as `jsonb` and stored as `json`. */
export const postgresMigration: MigrationDialect = {
  createTable: (table) => [
    createTableSql(table),
    ...table.indexes.flatMap((index) => createIndexSql(table, index)),
    ...triggersSql(table),
  ],
  createTriggers: triggersSql,
  dropTriggers: (table) =>
    eventsOf(table).map(
      (event) =>
        `DROP TRIGGER IF EXISTS ${quoteIdentifier(staleTrigger(table.name, event))} ON ${quoteIdentifier(table.name)}`,
    ),
  createIndex: createIndexSql,
  buildIndex: (table, index) =>
    createIndexSql(table, index).map((sql) => sql.replace(/^CREATE (UNIQUE )?INDEX /, '$&CONCURRENTLY ')),
  dropIndex: dropIndexSql,
  functions: staleFunctionsSql,
  foreignKey: foreignKeySql,
  lateForeignKey: lateForeignKeySql,
  addColumn: addColumnSql,
  replaceEntries,

  cast: (old, type) => (type === 'integer' ? `trunc((${old})::float8)` : `(${old})::float8`),
  convertTime,
  textOfNumber: (old) => `(${old})::text`,
  textOfBoolean: (old) => `(${old})::text`,
  numberOfBoolean: (old) => `(${old})::int::float8`,
  booleanWhere: (condition) => `(${condition})`,
  isFraction: (old) => `${old} <> trunc(${old})`,
  isNoNumberText: (old) => `${old} !~ ${numberPattern}`,
  isNoIntegerText: (old) =>
    `CASE WHEN ${old} ~ ${numberPattern} THEN (${old})::float8 <> trunc((${old})::float8) ELSE true END`,
  isNoDateText: (old) => `CASE WHEN ${old} ~ ${datePattern} THEN ${isNoDay(old)} ELSE true END`,
  isNoTimestampText: (old) => `CASE WHEN ${old} ~ ${timePattern} THEN ${isNoDay(old)} ELSE true END`,
  jsonOf: (old, kind) => `to_json(${isTime(kind) ? convertTime(old, kind, 'text') : old})`,
  listOfOne: (old) => `CASE WHEN ${old} IS NOT NULL THEN json_build_array(${old}) END`,
  firstOfList: (list, items) => `((${list})::json ->> 0)${items === 'number' ? '::float8' : ''}`,
  listLength: (list) => `jsonb_array_length(${listOrEmpty(`(${list})::jsonb`)})`,
  someEntry: (list, items, condition) =>
    `EXISTS (SELECT 1 FROM jsonb_array_elements_text(${listOrEmpty(`(${list})::jsonb`)}) AS "entry"("value") ` +
    `WHERE ${condition(items === 'number' ? '"entry"."value"::float8' : '"entry"."value"')})`,
  textLength: (old) => `char_length(${old})`,

  literal(value, type) {
    if (value === null) return 'NULL';
    if (type === 'boolean') return value === 1 ? 'true' : 'false';
    if (typeof value === 'number') return String(value);
    return type === 'json' ? `${quoteText(value)}::json` : quoteText(value);
  },
  changeObject,
  changeList: (json, change) => `nullif(${changeList(json, change, 0)}, '[]'::jsonb)`,
  jsonText: (json) => `(${json})::text`,
  columnValues,
  jsonColumn: (json) => `(${json})::json`,
  columnJson: (column) => `${column}::jsonb`,
  eachRow: (json, path, alias) =>
    `LATERAL jsonb_array_elements(${listOrEmpty(at(json, path))}) AS ${quoteIdentifier(alias)}("value")`,
  rowJson: (alias) => `${quoteIdentifier(alias)}."value"`,
  uploadNodes: (json, alias) => ({
    from: `LATERAL jsonb_path_query(${json}, 'strict $.** ? (@.type == "upload")') AS ${quoteIdentifier(alias)}("value")`,
    condition: 'TRUE',
  }),
  memberOf(value, kind) {
    if (kind === 'json' || kind.startsWith('list of')) return `(${value})::jsonb`;
    return `to_jsonb(${isTime(kind) ? convertTime(value, kind, 'text') : value})`;
  },
  jsonLiteral: (value) => `${quoteText(JSON.stringify(value))}::jsonb`,
  jsonAt: at,
  scalarAt(json, path, kind) {
    const text = `(${json} #>> ${pathText(path)})`;
    if (kind === 'number' || kind === 'integer') return `${text}::float8`;
    if (kind === 'boolean') return `${text}::boolean`;
    return isTime(kind) ? convertTime(text, 'text', kind) : text;
  },
  isEmptyAt: (json, path) => `coalesce(jsonb_typeof(${at(json, path)}), 'null') = 'null'`,
  renamePointers(json, renamed) {
    const pointer = (one: string): string =>
      `jsonb_set(${one}, '{collection}', coalesce(to_jsonb(${slugNow(`(${one} ->> 'collection')`, renamed)}), 'null'::jsonb), false)`;
    const entry = '"pointer"."value"';
    return (
      `CASE jsonb_typeof(${json}) WHEN 'object' THEN ${pointer(json)} ` +
      `WHEN 'array' THEN (SELECT coalesce(jsonb_agg(CASE jsonb_typeof(${entry}) WHEN 'object' THEN ${pointer(entry)} ELSE ${entry} END ORDER BY "pointer"."at"), '[]'::jsonb) ` +
      `FROM jsonb_array_elements(${listOrEmpty(json)}) WITH ORDINALITY AS "pointer"("value", "at")) ELSE ${json} END`
    );
  },
  renameNames(column, names) {
    const pairs = [...names].flatMap(([from, all]) =>
      all.map((to) => `(${quoteText(from)}, ${quoteText(to)})`),
    );
    const known = pairs.length === 0 ? '(VALUES (NULL::text, NULL::text))' : `(VALUES ${pairs.join(', ')})`;
    return (
      `(SELECT coalesce(json_agg(DISTINCT "names"."now"), '[]'::json) FROM json_array_elements_text(${column}) AS "former"("name") ` +
      `JOIN ${known} AS "names"("former", "now") ON "names"."former" = "former"."name")`
    );
  },
};

function eventsOf({ kind }: TableSchema): readonly ('insert' | 'update' | 'delete')[] {
  if (kind === 'documents') return ['update'];
  return kind === 'entries' ? ['insert', 'update', 'delete'] : [];
}

/** Its foreign keys are created at the end, with those of new tables. */
function replaceEntries(table: TableSchema, rows: string): readonly string[] {
  const copy = { ...table, name: temporaryName(table.name) };
  const names = table.columns.map(({ name }) => quoteIdentifier(name)).join(', ');
  return [
    createTableSql(copy),
    `INSERT INTO ${quoteIdentifier(copy.name)} (${names})\n${rows}`,
    `DROP TABLE ${quoteIdentifier(table.name)}`,
    `ALTER TABLE ${quoteIdentifier(copy.name)} RENAME TO ${quoteIdentifier(table.name)}`,
    ...table.indexes.flatMap((index) => createIndexSql(table, index)),
    ...triggersSql(table),
  ];
}

function isTime(kind: string): kind is TimeKind {
  return kind === 'date' || kind === 'timestamp';
}

function convertTime(old: string, from: TimeKind, to: TimeKind): string {
  if (from === to) return old;
  if (to === 'date') return from === 'text' ? `(${old})::date` : `(${old} AT TIME ZONE 'UTC')::date`;
  if (to === 'timestamp')
    return from === 'text' ? `(${old})::timestamptz` : `(${old})::timestamp AT TIME ZONE 'UTC'`;
  return from === 'date'
    ? `to_char(${old}, 'YYYY-MM-DD')`
    : `to_char(${old} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/**
 * Detects dates that do not exist, such as 30 February, in a text that looks like a date: a cast would fail.
 */
function isNoDay(old: string): string {
  return (
    `substr(${old}, 9, 2)::int > extract(day FROM (substr(${old}, 1, 7) || '-01')::date + ` +
    `interval '1 month' - interval '1 day')`
  );
}

function at(json: string, path: readonly string[]): string {
  return path.length === 0 ? json : `(${json} #> ${pathText(path)})`;
}

function pathText(path: readonly string[]): string {
  return `'{${path.join(',')}}'`;
}

function listOrEmpty(json: string): string {
  return `CASE jsonb_typeof(${json}) WHEN 'array' THEN ${json} ELSE '[]'::jsonb END`;
}

function changeObject(json: string, change: ObjectChange, depth: number): string {
  const sets = [
    ...change.moves.map(({ to, from }) => [to, at(json, from)] as const),
    ...change.lists.map((list) => [list.to, changeList(json, list, depth + 1)] as const),
    ...change.sets.map(({ path, value }) => [path, value(json)] as const),
  ];
  const removed = removedPaths(
    change,
    sets.map(([path]) => path),
  );
  const bare = removed.reduce((inner, path) => `(${inner} #- ${pathText(path)})`, json);
  const filled = enclosingGroups(sets.map(([path]) => path)).reduce(
    (inner, path) =>
      `jsonb_set(${inner}, ${pathText(path)}, coalesce(nullif(${at(json, path)}, 'null'::jsonb), '{}'::jsonb))`,
    bare,
  );
  const set = sets.reduce(
    (inner, [path, value]) => `jsonb_set(${inner}, ${pathText(path)}, coalesce(${value}, 'null'::jsonb))`,
    filled,
  );
  return change.replaces.reduce(
    (inner, { path, value }) =>
      `jsonb_set(${inner}, ${pathText(path)}, coalesce(${value(json)}, 'null'::jsonb), false)`,
    set,
  );
}

function changeList(json: string, { from, rows, goneBlocks }: ListChange, depth: number): string {
  const alias = quoteIdentifier(`row${depth}`);
  const row = `${alias}."value"`;
  const block = `(${row} ->> 'blockType')`;
  const changed = 'moves' in rows ? changeObject(row, rows, depth) : byBlock(row, rows, depth);
  const where =
    goneBlocks.length === 0 ? '' : ` WHERE ${block} NOT IN (${goneBlocks.map(quoteText).join(', ')})`;
  return (
    `(SELECT coalesce(jsonb_agg(${changed} ORDER BY ${alias}."at"), '[]'::jsonb) ` +
    `FROM jsonb_array_elements(${listOrEmpty(at(json, from))}) WITH ORDINALITY AS ${alias}("value", "at")${where})`
  );
}

function byBlock(row: string, blocks: ReadonlyMap<string, ObjectChange>, depth: number): string {
  if (blocks.size === 0) return row;
  const branches = [...blocks].map(
    ([slug, change]) => `WHEN ${quoteText(slug)} THEN ${changeObject(row, change, depth)}`,
  );
  return `CASE (${row} ->> 'blockType') ${branches.join(' ')} ELSE ${row} END`;
}
