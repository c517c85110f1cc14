/**
 * One operator on one value, as SQL. Positive tests are unknown or false on NULL, negative ones true. The placeholders stand in
 * the order of `shape.ts`.
 */
import type { PointField, RelationshipField } from '../../codegen/descriptors.js';
import type { Target, TestNode } from '../plan.js';
import { areaSql, areaTest, type PointColumns } from './area.js';
import { containsSql, searchFor } from './contains.js';
import {
  differs,
  identifier,
  isEmptyJson,
  jsonMembers,
  jsonPart,
  jsonPosition,
  jsonScalar,
  memberJson,
  memberOf,
  pairList,
  type ValueKind,
  valueList,
  withoutIndex,
} from './sqlite.js';
import { nextAlias, root, type Writing } from './statement.js';

/** A column of a document's row. */
export function column(row: string, name: string | undefined): string {
  if (name === undefined)
    throw new TypeError('A field outside rows has no column: this is not the runtime of the generated code.');
  return `${row}.${identifier(name)}`;
}

/** The same where it is compared: kept from every index but the one that gives the order, where there is one. */
export function comparedColumn(row: string, name: string | undefined, { inOrder }: Writing): string {
  const expression = column(row, name);
  return inOrder === null || row !== root || inOrder.has(name ?? '') ? expression : withoutIndex(expression);
}

export function testSql(test: TestNode, target: Target, row: string, writing: Writing): string {
  const { field, keys } = target;
  switch (field.type) {
    case 'point':
      return pointSql(test, pointColumns(field, keys, row));
    case 'relationship':
      return relationSql(test, { ...target, field }, row, writing);
    case 'json':
    case 'richText':
    case 'array':
    case 'blocks':
      return presence(test, isEmptyJson(jsonOf(field.column, keys, row)));
    case 'group':
    case 'join':
      throw unfit(test);
    default: {
      const kind = field.type === 'number' || field.type === 'boolean' ? 'number' : 'text';
      if ('hasMany' in field && field.hasMany)
        return listSql(test, jsonOf(field.column, keys, row), kind, writing);
      return scalarSql(
        test,
        keys === null ? comparedColumn(row, field.column, writing) : jsonScalar(row, keys, kind),
        kind,
      );
    }
  }
}

function jsonOf(name: string | undefined, keys: readonly string[] | null, row: string): string {
  return keys === null ? column(row, name) : jsonPart(row, keys);
}

function scalarSql(test: TestNode, value: string, kind: ValueKind): string {
  switch (test.operator) {
    case 'exists':
      return presence(test, `${value} IS NULL`);
    case 'equals':
      return `${value} = ?`;
    case 'not_equals':
      return differs(value);
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
      return `${value} IN (${valueList(kind)})`;
    case 'not_in':
      return `(${value} IS NULL OR ${value} NOT IN (${valueList(kind)}))`;
    case 'contains':
      return containsSql(value, searchOf(test));
    case 'not_contains':
      return `(${value} IS NULL OR NOT ${containsSql(value, searchOf(test))})`;
  }
}

function searchOf(test: TestNode): ReturnType<typeof searchFor> {
  if (test.operand.kind !== 'needle') throw unfit(test);
  return searchFor(test.operand.text);
}

/** A list of values in JSON: `contains` and `in` ask for members. */
function listSql(test: TestNode, json: string, kind: ValueKind, writing: Writing): string {
  if (test.operator === 'exists') return presence(test, isEmptyJson(json));
  const alias = nextAlias(writing);
  const condition = memberSql(test, memberOf(alias, kind), kind);
  return `${negation(test)}EXISTS (SELECT 1 FROM ${jsonMembers(json, alias)} WHERE ${condition})`;
}

function memberSql({ operator }: TestNode, member: string, kind: ValueKind): string {
  return operator === 'contains' || operator === 'not_contains'
    ? `${member} = ?`
    : `${member} IN (${valueList(kind)})`;
}

// --- relations by id

type RelationTarget = Target & { readonly field: RelationshipField };

interface ReferenceColumns {
  readonly id: string;
  readonly collection: string;
}

function relationSql(test: TestNode, target: RelationTarget, row: string, writing: Writing): string {
  const { field, keys } = target;
  if (field.hasMany) {
    if (keys === null) return joinTableSql(test, field, row, writing);
    const json = jsonPart(row, keys);
    return field.polymorphic ? referencesSql(test, json, writing) : listSql(test, json, 'text', writing);
  }
  if (!field.polymorphic) {
    return scalarSql(
      test,
      keys === null ? comparedColumn(row, field.column, writing) : jsonScalar(row, keys, 'text'),
      'text',
    );
  }
  return referenceSql(
    test,
    keys === null
      ? {
          id: comparedColumn(row, field.column, writing),
          collection: comparedColumn(row, field.collectionColumn, writing),
        }
      : referenceIn(row, keys),
  );
}

function referenceIn(json: string, keys: readonly string[]): ReferenceColumns {
  return {
    id: jsonScalar(json, [...keys, 'id'], 'text'),
    collection: jsonScalar(json, [...keys, 'collection'], 'text'),
  };
}

/** One reference to one of several collections. */
function referenceSql(test: TestNode, columns: ReferenceColumns): string {
  if (test.operator === 'exists') return presence(test, `${columns.id} IS NULL`);
  const isMeant = isReference(test, columns);
  return isNegative(test) ? `(${columns.id} IS NULL OR NOT ${isMeant})` : isMeant;
}

/** The id stands first: it is the first column of the index, and tells more rows apart. */
function isReference({ operator }: TestNode, { id, collection }: ReferenceColumns): string {
  const isList = operator === 'in' || operator === 'not_in';
  return isList ? `(${id}, ${collection}) IN (${pairList()})` : `(${id} = ? AND ${collection} = ?)`;
}

/** A list of references in JSON. */
function referencesSql(test: TestNode, json: string, writing: Writing): string {
  if (test.operator === 'exists') return presence(test, isEmptyJson(json));
  const alias = nextAlias(writing);
  const condition = isReference(test, referenceIn(memberJson(alias), []));
  return `${negation(test)}EXISTS (SELECT 1 FROM ${jsonMembers(json, alias)} WHERE ${condition})`;
}

interface MembersSql {
  readonly alias: string;
  readonly table: string;
  /** A member is one of those asked for. */
  readonly condition: string;
}

/** The table of a list's members. A member is looked up there by an index of its own. */
function membersSql(test: TestNode, field: RelationshipField, writing: Writing): MembersSql {
  const alias = nextAlias(writing);
  const member = `${alias}."target"`;
  const condition = field.polymorphic
    ? isReference(test, { id: member, collection: `${alias}."collection"` })
    : memberSql(test, member, 'text');
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

function pointColumns(field: PointField, keys: readonly string[] | null, row: string): PointColumns {
  if (keys === null) {
    return { longitude: column(row, field.columns?.[0]), latitude: column(row, field.columns?.[1]) };
  }
  const [longitude, latitude] = jsonPosition(row, keys);
  return { longitude, latitude };
}

function pointSql(test: TestNode, point: PointColumns): string {
  const { operand } = test;
  if (operand.kind === 'area') return areaSql(point, areaTest(operand.area));
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
