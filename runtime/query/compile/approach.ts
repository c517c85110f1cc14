/**
 * Two ways lead to a page: by an index to every document that meets a condition, to be sorted; or in the order of an
 * index from document to document until the page is full. The first suits a tag with ten posts, the second a tag with a million.
 * SQLite knows neither number, so the statement looks: up to a bound it counts what the conditions with an index meet.
 */
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import type {
  ConditionNode,
  ListPlan,
  RelatedArm,
  RelatedNode,
  SortTerm,
  TestNode,
  WhereNode,
} from '../plan.js';
import { conjuncts } from '../visible.js';
import { type Dialect, identifier, literal } from './dialect.js';
import { column, membershipSql, testSql } from './operator-sql.js';
import { shapeOf } from './shape.js';
import { byIndexes, nextAlias, type Parameter, type Writing } from './statement.js';
import { armSql, findsOne, relatedList } from './where.js';

/** Both ways are open. */
export interface Approach {
  /** A condition: few documents meet the filter. */
  readonly isFew: string;
  readonly parameters: (where: WhereNode) => readonly Parameter[];
  /** The columns before the order in the index that gives it. */
  readonly inOrder: ReadonlySet<string>;
}

/** As many documents are fetched and sorted in about a millisecond. */
const few = 1000;

/** The approach to a list, or null where the order of an index is not to be had, or nothing else leads to the documents. */
export function approachOf({ collection, where, sort }: ListPlan, dialect: Dialect): Approach | null {
  if (where === null || !dialect.hasApproaches) return null;
  const conditions = conjuncts(where);
  const inOrder = columnsBefore(collection, sort, new Set(conditions.flatMap(fixedColumns)));
  if (inOrder === null) return null;
  const drivers = conditions.flatMap((node, index) => {
    const driver = driverOf(node, collection, { dialect, withColumns: inOrder.size === 0 });
    return driver === null ? [] : [{ index, driver }];
  });
  if (drivers.length === 0) return null;
  return {
    isFew: drivers
      .map(({ driver }) => `(SELECT count(*) FROM (${driver.sql} LIMIT ${few + 1})) <= ${few}`)
      .join(' OR '),
    parameters: (other) => {
      const nodes = conjuncts(other);
      return drivers.flatMap(({ index, driver }) => {
        const node = nodes[index];
        return node === undefined ? [] : shapeOf(driver.part(node), dialect).parameters;
      });
    },
    inOrder,
  };
}

// --- the order of an index

/**
 * The fixed columns before the sort's columns in the indexes that have them so; empty where an index begins with the
 * sort; null where no index has that order.
 */
function columnsBefore(
  { indexes }: CollectionDescriptor,
  sort: readonly SortTerm[],
  fixed: ReadonlySet<string>,
): ReadonlySet<string> | null {
  const isOneDirection = sort.every(({ direction }) => direction === sort[0]?.direction);
  // An index has nulls at one end only: a later column that is null more than once breaks the order.
  if (!isOneDirection || sort.slice(1).some(({ nullable }) => nullable)) return null;
  const before = new Set<string>();
  let begins = sort[0]?.column === 'id';
  for (const { columns } of indexes) {
    const start = columns.findIndex((name) => !fixed.has(name));
    if (!sort.every((term, at) => columns[start + at] === term.column)) continue;
    if (start === 0) begins = true;
    for (const name of columns.slice(0, start)) before.add(name);
  }
  return before.size > 0 || begins ? before : null;
}

/** Columns that a condition fixes to one value. */
function fixedColumns(node: WhereNode): readonly string[] {
  if (node.kind === 'related') {
    const { field } = node.target;
    const isFixed = leadsToOne(node) && node.target.keys === null && field.collectionColumn === undefined;
    return isFixed && field.column !== undefined ? [field.column] : [];
  }
  if (node.kind !== 'condition' || !node.tests.some(({ operator }) => operator === 'equals')) return [];
  const name = ownColumn(node);
  return name === null ? [] : [name];
}

function leadsToOne({ target, arms, holdsOnEmpty }: RelatedNode): boolean {
  if (target.field.hasMany || holdsOnEmpty) return false;
  return arms.every(({ node }) => node !== null && findsOne(node));
}

function ownColumn({ target }: ConditionNode): string | null {
  const { field, keys } = target;
  if (keys !== null || !('column' in field) || ('hasMany' in field && field.hasMany)) return null;
  return 'collectionColumn' in field ? null : (field.column ?? null);
}

// --- what leads to documents by an index

interface Driver {
  /** Rows, one for each document that is led to (or a few more). */
  readonly sql: string;
  /** The part of a condition of this shape that the SQL has placeholders for. */
  readonly part: (node: WhereNode) => WhereNode;
}

interface Driving {
  readonly dialect: Dialect;
  /** Whether columns lead to documents. */
  readonly withColumns: boolean;
}

function driverOf(
  node: WhereNode,
  collection: CollectionDescriptor,
  { dialect, withColumns }: Driving,
): Driver | null {
  if (node.kind === 'related') return relatedDriver(node, collection, dialect);
  if (node.kind !== 'condition' || node.target.keys !== null) return null;
  const { field } = node.target;
  const isList = 'hasMany' in field && field.hasMany === true;
  const at = node.tests.findIndex(
    ({ operator }) => operator === 'in' || operator === (isList ? 'contains' : 'equals'),
  );
  const test = node.tests[at];
  if (test === undefined) return null;
  const writing = byIndexes(dialect);
  const sql = isList
    ? memberSql(node, test, writing)
    : withColumns
      ? columnSql({ node, test }, collection, writing)
      : null;
  return sql === null ? null : { sql, part: (other) => onlyTest(other, at) };
}

function onlyTest(node: WhereNode, at: number): WhereNode {
  return node.kind === 'condition' ? { ...node, tests: node.tests.slice(at, at + 1) } : node;
}

function memberSql({ target: { field } }: ConditionNode, test: TestNode, writing: Writing): string | null {
  return field.type === 'relationship' && field.table !== undefined
    ? membershipSql(test, field, writing)
    : null;
}

function columnSql(
  { node, test }: { readonly node: ConditionNode; readonly test: TestNode },
  collection: CollectionDescriptor,
  writing: Writing,
): string | null {
  const name = ownColumn(node);
  if (!collection.indexes.some(({ columns }) => columns[0] === name)) return null;
  const alias = nextAlias(writing);
  return `SELECT 1 FROM ${identifier(collection.table)} ${alias} WHERE ${testSql(test, node.target, alias, writing)}`;
}

function relatedDriver(node: RelatedNode, collection: CollectionDescriptor, dialect: Dialect): Driver | null {
  if (node.holdsOnEmpty || node.target.keys !== null || leadsToOne(node)) return null;
  const writing = byIndexes(dialect);
  const sources = node.arms.flatMap((arm) => {
    if (arm.node === null) return [];
    if (!node.target.field.hasMany) return [referringSql(node, arm, collection, writing)];
    const { from, condition } = relatedList(node.target, arm, '', writing);
    return [`SELECT 1 FROM ${from} WHERE ${condition}`];
  });
  return { sql: sources.join(' UNION ALL '), part: (other) => other };
}

/** Documents by way of the related ones; CROSS JOIN keeps this direction. */
function referringSql(
  { target: { field } }: RelatedNode,
  arm: RelatedArm,
  collection: CollectionDescriptor,
  writing: Writing,
): string {
  const { collection: related } = arm;
  const [inner, outer] = [nextAlias(writing), nextAlias(writing)];
  const slug =
    field.collectionColumn === undefined
      ? ''
      : ` AND ${column(outer, field.collectionColumn)} = ${literal(related.slug)}`;
  const on = `${column(outer, field.column)} = ${inner}."id"${slug}`;
  const from = `${identifier(related.table)} ${inner} CROSS JOIN ${identifier(collection.table)} ${outer} ON ${on}`;
  return `SELECT 1 FROM ${from} WHERE ${armSql(arm, inner, writing)}`;
}
