/**
 * One operator on one value, as SQL. On NULL, positive tests are unknown or false, and negative ones true.
 * Placeholders have the order of `shape.ts`.
 */

import type { PointField, RelationshipField } from '../../codegen/descriptors.js';
import { fieldTypeOf } from '../../fields/index.js';
import { isRelation } from '../../fields/relation.js';
import type { Target, TestNode } from '../plan.js';
import { quoteIdentifier } from '../sql/quote.js';
import type { PointColumns, SqlDialect, ValueKind } from '../sql/sql-dialect.js';
import { areaSql, areaTest } from './area.js';
import { nextAlias, root, type SqlContext, type SqlRow } from './statement.js';

/** A column in the row of a document. */
export function column(row: string, name: string | undefined): string {
  if (name === undefined)
    throw new TypeError('A field outside rows has no column: this is not the runtime of the generated code.');
  return `${row}.${quoteIdentifier(name)}`;
}

/**
 * Like {@link column}, for comparisons: prevents the use of any index except the one that gives the order, if
 * there is one.
 */
export function comparedColumn(
  row: string,
  name: string | undefined,
  { inOrder, dialect }: SqlContext,
): string {
  const expression = column(row, name);
  return inOrder === null || row !== root || inOrder.has(name ?? '')
    ? expression
    : dialect.withoutIndex(expression);
}

export function testSql(
  { test, target }: { readonly test: TestNode; readonly target: Target },
  { row, context }: SqlRow,
): string {
  const { field, keys } = target;
  const { dialect } = context;
  if (field.type === 'point') return pointSql(test, pointColumns({ field, keys }, row, dialect), dialect);
  if (isRelation(field)) return relationSql({ test, target: { ...target, field } }, { row, context });
  if (field.type === 'group' || field.type === 'join') throw unfit(test);
  const type = fieldTypeOf(field);
  const stored = type.valueKind(field);
  if (stored === null) return presence(test, dialect.isEmptyJson(jsonOf({ field, keys }, row, dialect)));
  const kind = kindIn(keys, stored);
  if (type.isList(field))
    return listSql(test, { json: jsonOf({ field, keys }, row, dialect), kind }, context);
  const value =
    keys === null ? comparedColumn(row, field.column, context) : dialect.jsonScalar(row, keys, kind);
  return scalarSql(test, { value, kind }, dialect);
}

/** Inside JSON, dates are texts. */
function kindIn(keys: readonly string[] | null, kind: ValueKind): ValueKind {
  return keys !== null && (kind === 'date' || kind === 'timestamp') ? 'text' : kind;
}

interface Place {
  readonly field: { readonly column?: string };
  readonly keys: readonly string[] | null;
}

function jsonOf({ field, keys }: Place, row: string, dialect: SqlDialect): string {
  return keys === null ? column(row, field.column) : dialect.jsonPart(row, keys);
}

interface Scalar {
  readonly value: string;
  readonly kind: ValueKind;
}

function scalarSql(test: TestNode, { value, kind }: Scalar, dialect: SqlDialect): string {
  switch (test.operator) {
    case 'exists':
      return presence(test, `${value} IS NULL`);
    case 'equals':
      return `${value} = ?`;
    case 'not_equals':
      return dialect.differs(value);
    case 'gt':
      return `${value} > ?`;
    case 'gte':
      return `${value} >= ?`;
    case 'lt':
      return `${value} < ?`;
    case 'lte':
      return `${value} <= ?`;
    case 'within':
      return `${value} BETWEEN ? AND ?`;
    case 'in':
      return dialect.isAmong(value, kind);
    case 'not_in':
      return `(${value} IS NULL OR ${dialect.isNotAmong(value, kind)})`;
    case 'contains':
      return dialect.contains(value, searchOf(test, dialect));
    case 'not_contains':
      return `(${value} IS NULL OR NOT ${dialect.contains(value, searchOf(test, dialect))})`;
  }
}

function searchOf(test: TestNode, dialect: SqlDialect): string {
  if (test.operand.kind !== 'needle') throw unfit(test);
  return dialect.searchFor(test.operand.text);
}

/** A list of values in JSON: `contains` and `in` test its members. */
function listSql(
  test: TestNode,
  { json, kind }: { readonly json: string; readonly kind: ValueKind },
  context: SqlContext,
): string {
  const { dialect } = context;
  if (test.operator === 'exists') return presence(test, dialect.isEmptyJson(json));
  const alias = nextAlias(context);
  const condition = memberSql(test, { value: dialect.memberOf(alias, kind), kind }, dialect);
  return `${negation(test)}EXISTS (SELECT 1 FROM ${dialect.jsonMembers(json, alias)} WHERE ${condition})`;
}

function memberSql({ operator }: TestNode, { value, kind }: Scalar, dialect: SqlDialect): string {
  return operator === 'contains' || operator === 'not_contains'
    ? `${value} = ?`
    : dialect.isAmong(value, kind);
}

// --- relations by id

type RelationTarget = Target & { readonly field: RelationshipField };

interface ReferenceColumns {
  readonly id: string;
  readonly collection: string;
}

function relationSql(
  { test, target }: { readonly test: TestNode; readonly target: RelationTarget },
  { row, context }: SqlRow,
): string {
  const { field, keys } = target;
  const { dialect } = context;
  if (field.hasMany) {
    if (keys === null) return joinTableSql({ test, field }, { row, context });
    const json = dialect.jsonPart(row, keys);
    return field.polymorphic
      ? referencesSql(test, json, context)
      : listSql(test, { json, kind: 'text' }, context);
  }
  if (!field.polymorphic) {
    const value =
      keys === null ? comparedColumn(row, field.column, context) : dialect.jsonScalar(row, keys, 'text');
    return scalarSql(test, { value, kind: 'text' }, dialect);
  }
  return referenceSql(
    test,
    keys === null
      ? {
          id: comparedColumn(row, field.column, context),
          collection: comparedColumn(row, field.collectionColumn, context),
        }
      : referenceIn(row, keys, dialect),
    dialect,
  );
}

function referenceIn(json: string, keys: readonly string[], dialect: SqlDialect): ReferenceColumns {
  return {
    id: dialect.jsonScalar(json, [...keys, 'id'], 'text'),
    collection: dialect.jsonScalar(json, [...keys, 'collection'], 'text'),
  };
}

/** One reference to one of several collections. */
function referenceSql(test: TestNode, columns: ReferenceColumns, dialect: SqlDialect): string {
  if (test.operator === 'exists') return presence(test, `${columns.id} IS NULL`);
  const isMeant = isReference(test, columns, dialect);
  return isNegative(test) ? `(${columns.id} IS NULL OR NOT ${isMeant})` : isMeant;
}

/** The id comes first: it is the first column of the index, and more selective. */
function isReference(
  { operator }: TestNode,
  { id, collection }: ReferenceColumns,
  dialect: SqlDialect,
): string {
  const isList = operator === 'in' || operator === 'not_in';
  return isList ? dialect.isPairAmong(id, collection) : `(${id} = ? AND ${collection} = ?)`;
}

/** A list of references in JSON. */
function referencesSql(test: TestNode, json: string, context: SqlContext): string {
  const { dialect } = context;
  if (test.operator === 'exists') return presence(test, dialect.isEmptyJson(json));
  const alias = nextAlias(context);
  const condition = isReference(test, referenceIn(dialect.memberJson(alias), [], dialect), dialect);
  return `${negation(test)}EXISTS (SELECT 1 FROM ${dialect.jsonMembers(json, alias)} WHERE ${condition})`;
}

interface MembersSql {
  readonly alias: string;
  readonly table: string;
  /** The member is one of the requested ones. */
  readonly condition: string;
}

/** The table of a list's members. An index of its own finds a member there. */
function membersSql({ test, field }: Members, context: SqlContext): MembersSql {
  const { dialect } = context;
  const alias = nextAlias(context);
  const member = `${alias}."target"`;
  const condition = field.polymorphic
    ? isReference(test, { id: member, collection: `${alias}."collection"` }, dialect)
    : memberSql(test, { value: member, kind: 'text' }, dialect);
  return { alias, table: `${quoteIdentifier(field.table ?? '')} ${alias}`, condition };
}

/** One row per occurrence of a member in a list. */
export function membershipSql({ test, field }: Members, context: SqlContext): string {
  const { table, condition } = membersSql({ test, field }, context);
  return `SELECT 1 FROM ${table} WHERE ${condition}`;
}

/** Number of lists that contain a member. */
export function membersCountSql({ test, field }: Members, context: SqlContext): string {
  const { alias, table, condition } = membersSql({ test, field }, context);
  return `SELECT count(DISTINCT ${alias}."parent") AS total FROM ${table} WHERE ${condition}`;
}
/** A test on the members of a list that has a table of its own. */
interface Members {
  readonly test: TestNode;
  readonly field: RelationshipField;
}

function joinTableSql({ test, field }: Members, { row, context }: SqlRow): string {
  if (test.operator === 'exists') {
    const alias = nextAlias(context);
    const own = `SELECT 1 FROM ${quoteIdentifier(field.table ?? '')} ${alias} WHERE ${alias}."parent" = ${row}."id"`;
    return presence(test, `NOT EXISTS (${own})`);
  }
  const { alias, table, condition } = membersSql({ test, field }, context);
  if (!isNegative(test) && context.inOrder === null) {
    return `${row}."id" IN (SELECT ${alias}."parent" FROM ${table} WHERE ${condition})`;
  }
  // A negative test searches the document's own few members.
  return `${negation(test)}EXISTS (SELECT 1 FROM ${table} WHERE ${alias}."parent" = ${row}."id" AND ${condition})`;
}

// --- points, and fields that only support `exists`

function pointColumns(
  { field, keys }: { readonly field: PointField; readonly keys: readonly string[] | null },
  row: string,
  dialect: SqlDialect,
): PointColumns {
  if (keys === null) {
    return { longitude: column(row, field.columns?.[0]), latitude: column(row, field.columns?.[1]) };
  }
  return dialect.jsonPosition(row, keys);
}

function pointSql(test: TestNode, point: PointColumns, dialect: SqlDialect): string {
  const { operand } = test;
  if (operand.kind === 'area') return areaSql(point, areaTest(operand.area, dialect), dialect);
  return presence(test, `${point.longitude} IS NULL`);
}

function presence(test: TestNode, isEmpty: string): string {
  if (test.operand.kind !== 'exists') throw unfit(test);
  return test.operand.value ? `NOT (${isEmpty})` : isEmpty;
}

function negation(test: TestNode): '' | 'NOT ' {
  return isNegative(test) ? 'NOT ' : '';
}

function isNegative({ operator }: TestNode): boolean {
  return operator === 'not_contains' || operator === 'not_in' || operator === 'not_equals';
}

function unfit({ operator, operand }: TestNode): Error {
  return new TypeError(
    `${operator} with an operand of kind ${operand.kind} fits no such field: parseWhere makes none.`,
  );
}
