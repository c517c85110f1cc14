/**
 * One operator on one value, as SQL. Positive tests are unknown or false on NULL, negative ones true. The placeholders stand in
 * the order of `shape.ts`.
 */
import type { FieldDescriptor, PointField, RelationshipField } from '../../codegen/descriptors.js';
import type { Target, TestNode } from '../plan.js';
import { areaSql, areaTest } from './area.js';
import { type Dialect, identifier, type PointColumns, type ValueKind } from './dialect.js';
import { nextAlias, root, type Writing } from './statement.js';

/** A column of a document's row. */
export function column(row: string, name: string | undefined): string {
  if (name === undefined)
    throw new TypeError('A field outside rows has no column: this is not the runtime of the generated code.');
  return `${row}.${identifier(name)}`;
}

/** The same where it is compared: kept from every index but the one that gives the order, where there is one. */
export function comparedColumn(row: string, name: string | undefined, { inOrder, dialect }: Writing): string {
  const expression = column(row, name);
  return inOrder === null || row !== root || inOrder.has(name ?? '')
    ? expression
    : dialect.withoutIndex(expression);
}

export function testSql(test: TestNode, target: Target, row: string, writing: Writing): string {
  const { field, keys } = target;
  const { dialect } = writing;
  switch (field.type) {
    case 'point':
      return pointSql(test, pointColumns({ field, keys }, row, dialect), dialect);
    case 'relationship':
      return relationSql(test, { ...target, field }, row, writing);
    case 'json':
    case 'richText':
    case 'array':
    case 'blocks':
      return presence(test, dialect.isEmptyJson(jsonOf({ field, keys }, row, dialect)));
    case 'group':
    case 'join':
      throw unfit(test);
    default: {
      const kind = kindOf(field, keys !== null);
      if ('hasMany' in field && field.hasMany)
        return listSql(test, { json: jsonOf({ field, keys }, row, dialect), kind }, writing);
      const value =
        keys === null ? comparedColumn(row, field.column, writing) : dialect.jsonScalar(row, keys, kind);
      return scalarSql(test, { value, kind }, dialect);
    }
  }
}

function kindOf(field: FieldDescriptor, inJson: boolean): ValueKind {
  if (field.type === 'number' || field.type === 'boolean') return field.type;
  if (field.type !== 'date' || inJson) return 'text';
  return field.time ? 'timestamp' : 'date';
}

interface Place {
  readonly field: { readonly column?: string };
  readonly keys: readonly string[] | null;
}

function jsonOf({ field, keys }: Place, row: string, dialect: Dialect): string {
  return keys === null ? column(row, field.column) : dialect.jsonPart(row, keys);
}

interface Scalar {
  readonly value: string;
  readonly kind: ValueKind;
}

function scalarSql(test: TestNode, { value, kind }: Scalar, dialect: Dialect): string {
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

function searchOf(test: TestNode, dialect: Dialect): string {
  if (test.operand.kind !== 'needle') throw unfit(test);
  return dialect.searchFor(test.operand.text);
}

/** A list of values in JSON: `contains` and `in` ask for members. */
function listSql(
  test: TestNode,
  { json, kind }: { readonly json: string; readonly kind: ValueKind },
  writing: Writing,
): string {
  const { dialect } = writing;
  if (test.operator === 'exists') return presence(test, dialect.isEmptyJson(json));
  const alias = nextAlias(writing);
  const condition = memberSql(test, { value: dialect.memberOf(alias, kind), kind }, dialect);
  return `${negation(test)}EXISTS (SELECT 1 FROM ${dialect.jsonMembers(json, alias)} WHERE ${condition})`;
}

function memberSql({ operator }: TestNode, { value, kind }: Scalar, dialect: Dialect): string {
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

function relationSql(test: TestNode, target: RelationTarget, row: string, writing: Writing): string {
  const { field, keys } = target;
  const { dialect } = writing;
  if (field.hasMany) {
    if (keys === null) return joinTableSql(test, field, row, writing);
    const json = dialect.jsonPart(row, keys);
    return field.polymorphic
      ? referencesSql(test, json, writing)
      : listSql(test, { json, kind: 'text' }, writing);
  }
  if (!field.polymorphic) {
    const value =
      keys === null ? comparedColumn(row, field.column, writing) : dialect.jsonScalar(row, keys, 'text');
    return scalarSql(test, { value, kind: 'text' }, dialect);
  }
  return referenceSql(
    test,
    keys === null
      ? {
          id: comparedColumn(row, field.column, writing),
          collection: comparedColumn(row, field.collectionColumn, writing),
        }
      : referenceIn(row, keys, dialect),
    dialect,
  );
}

function referenceIn(json: string, keys: readonly string[], dialect: Dialect): ReferenceColumns {
  return {
    id: dialect.jsonScalar(json, [...keys, 'id'], 'text'),
    collection: dialect.jsonScalar(json, [...keys, 'collection'], 'text'),
  };
}

/** One reference to one of several collections. */
function referenceSql(test: TestNode, columns: ReferenceColumns, dialect: Dialect): string {
  if (test.operator === 'exists') return presence(test, `${columns.id} IS NULL`);
  const isMeant = isReference(test, columns, dialect);
  return isNegative(test) ? `(${columns.id} IS NULL OR NOT ${isMeant})` : isMeant;
}

/** The id stands first: it is the first column of the index, and tells more rows apart. */
function isReference({ operator }: TestNode, { id, collection }: ReferenceColumns, dialect: Dialect): string {
  const isList = operator === 'in' || operator === 'not_in';
  return isList ? dialect.isPairAmong(id, collection) : `(${id} = ? AND ${collection} = ?)`;
}

/** A list of references in JSON. */
function referencesSql(test: TestNode, json: string, writing: Writing): string {
  const { dialect } = writing;
  if (test.operator === 'exists') return presence(test, dialect.isEmptyJson(json));
  const alias = nextAlias(writing);
  const condition = isReference(test, referenceIn(dialect.memberJson(alias), [], dialect), dialect);
  return `${negation(test)}EXISTS (SELECT 1 FROM ${dialect.jsonMembers(json, alias)} WHERE ${condition})`;
}

interface MembersSql {
  readonly alias: string;
  readonly table: string;
  /** A member is one of those asked for. */
  readonly condition: string;
}

/** The table of a list's members. A member is looked up there by an index of its own. */
function membersSql(test: TestNode, field: RelationshipField, writing: Writing): MembersSql {
  const { dialect } = writing;
  const alias = nextAlias(writing);
  const member = `${alias}."target"`;
  const condition = field.polymorphic
    ? isReference(test, { id: member, collection: `${alias}."collection"` }, dialect)
    : memberSql(test, { value: member, kind: 'text' }, dialect);
  return { alias, table: `${identifier(field.table ?? '')} ${alias}`, condition };
}

/** A row for each time that a member is in a list. */
export function membershipSql(test: TestNode, field: RelationshipField, writing: Writing): string {
  const { table, condition } = membersSql(test, field, writing);
  return `SELECT 1 FROM ${table} WHERE ${condition}`;
}

/** How many lists have a member. */
export function membersCountSql(test: TestNode, field: RelationshipField, writing: Writing): string {
  const { alias, table, condition } = membersSql(test, field, writing);
  return `SELECT count(DISTINCT ${alias}."parent") AS total FROM ${table} WHERE ${condition}`;
}

function joinTableSql(test: TestNode, field: RelationshipField, row: string, writing: Writing): string {
  if (test.operator === 'exists') {
    const alias = nextAlias(writing);
    const own = `SELECT 1 FROM ${identifier(field.table ?? '')} ${alias} WHERE ${alias}."parent" = ${row}."id"`;
    return presence(test, `NOT EXISTS (${own})`);
  }
  const { alias, table, condition } = membersSql(test, field, writing);
  if (!isNegative(test) && writing.inOrder === null) {
    return `${row}."id" IN (SELECT ${alias}."parent" FROM ${table} WHERE ${condition})`;
  }
  // What a document does not have is looked for among its own few.
  return `${negation(test)}EXISTS (SELECT 1 FROM ${table} WHERE ${alias}."parent" = ${row}."id" AND ${condition})`;
}

// --- points, and what is only there or not

function pointColumns(
  { field, keys }: { readonly field: PointField; readonly keys: readonly string[] | null },
  row: string,
  dialect: Dialect,
): PointColumns {
  if (keys === null) {
    return { longitude: column(row, field.columns?.[0]), latitude: column(row, field.columns?.[1]) };
  }
  return dialect.jsonPosition(row, keys);
}

function pointSql(test: TestNode, point: PointColumns, dialect: Dialect): string {
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
