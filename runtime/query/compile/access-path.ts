/**
 * A page can be found in two ways: use an index to find all documents that meet a condition, and sort them;
 * or read documents in the order of an index until the page is full. The first way suits a tag with ten
 * posts, the second a tag with a million. SQLite knows neither number, so the statement measures: up to a
 * limit, it counts the documents that meet the indexed conditions.
 */

import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { isRelation } from '../../fields/relation.js';
import type {
  ConditionNode,
  ListPlan,
  RelatedBranch,
  RelatedNode,
  SortTerm,
  TestNode,
  WhereNode,
} from '../plan.js';
import type { Parameter } from '../sql/parameter.js';
import { quoteIdentifier, quoteLiteral } from '../sql/quote.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { conjuncts } from '../visible.js';
import { column, membershipSql, testSql } from './operator-sql.js';
import { shapeOf } from './shape.js';
import { byIndexes, nextAlias, type SqlContext } from './statement.js';
import { branchSql, findsOne, relatedList } from './where.js';

/** The access path of a list for which both ways are possible. */
export interface AccessPath {
  /** A SQL condition: few documents meet the filter. */
  readonly isFew: string;
  readonly parameters: (where: WhereNode) => readonly Parameter[];
  /** The columns that precede the sort columns in the index that gives the order. */
  readonly inOrder: ReadonlySet<string>;
}

/** Fetching and sorting this many documents takes about a millisecond. */
const few = 1000;

/**
 * Returns the access path of a list; null if no index gives the order, or if no index leads to the documents.
 */
export function accessPathOf({ collection, where, sort }: ListPlan, dialect: SqlDialect): AccessPath | null {
  if (where === null || !dialect.hasAccessPaths) return null;
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
 * The fixed columns that precede the sort columns in an index. Empty if an index starts with the sort
 * columns; null if no index has that order.
 */
export function columnsBefore(
  { indexes }: CollectionDescriptor,
  sort: readonly SortTerm[],
  fixed: ReadonlySet<string>,
): ReadonlySet<string> | null {
  const isOneDirection = sort.every(({ direction }) => direction === sort[0]?.direction);
  // An index has nulls at one end only: a later column with more than one null breaks the order.
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

/** Columns that a condition fixes to a single value. */
export function fixedColumns(node: WhereNode): readonly string[] {
  if (node.kind === 'related') {
    const { field } = node.target;
    const isFixed = leadsToOne(node) && node.target.keys === null && field.collectionColumn === undefined;
    return isFixed && field.column !== undefined ? [field.column] : [];
  }
  if (node.kind !== 'condition' || !node.tests.some(({ operator }) => operator === 'equals')) return [];
  const name = ownColumn(node);
  return name === null ? [] : [name];
}

function leadsToOne({ target, branches, holdsOnEmpty }: RelatedNode): boolean {
  if (target.field.hasMany || holdsOnEmpty) return false;
  return branches.every(({ node }) => node !== null && findsOne(node));
}

function ownColumn({ target }: ConditionNode): string | null {
  const { field, keys } = target;
  if (keys !== null || !('column' in field) || ('hasMany' in field && field.hasMany)) return null;
  return 'collectionColumn' in field ? null : (field.column ?? null);
}

// --- documents found by an index

interface Driver {
  /** One row per document found (or a few more). */
  readonly sql: string;
  /** The part of a condition of this shape for which the SQL has placeholders. */
  readonly part: (node: WhereNode) => WhereNode;
}

interface Driving {
  readonly dialect: SqlDialect;
  /** Whether an index on a column may find the documents. */
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
  const context = byIndexes(dialect);
  const sql = isList
    ? memberSql(node, test, context)
    : withColumns
      ? columnSql({ node, test }, collection, context)
      : null;
  return sql === null ? null : { sql, part: (other) => onlyTest(other, at) };
}

function onlyTest(node: WhereNode, at: number): WhereNode {
  return node.kind === 'condition' ? { ...node, tests: node.tests.slice(at, at + 1) } : node;
}

function memberSql({ target: { field } }: ConditionNode, test: TestNode, context: SqlContext): string | null {
  return isRelation(field) && field.table !== undefined ? membershipSql({ test, field }, context) : null;
}

function columnSql(
  { node, test }: { readonly node: ConditionNode; readonly test: TestNode },
  collection: CollectionDescriptor,
  context: SqlContext,
): string | null {
  const name = ownColumn(node);
  if (!collection.indexes.some(({ columns }) => columns[0] === name)) return null;
  const alias = nextAlias(context);
  return `SELECT 1 FROM ${quoteIdentifier(collection.table)} ${alias} WHERE ${testSql({ test, target: node.target }, { row: alias, context })}`;
}

function relatedDriver(
  node: RelatedNode,
  collection: CollectionDescriptor,
  dialect: SqlDialect,
): Driver | null {
  if (node.holdsOnEmpty || node.target.keys !== null || leadsToOne(node)) return null;
  const context = byIndexes(dialect);
  const sources = node.branches.flatMap((branch) => {
    if (branch.node === null) return [];
    if (!node.target.field.hasMany) return [referringSql({ node, branch }, { collection, context })];
    const { from, condition } = relatedList({ target: node.target, branch }, { row: '', context });
    return [`SELECT 1 FROM ${from} WHERE ${condition}`];
  });
  return { sql: sources.join(' UNION ALL '), part: (other) => other };
}

/** Finds documents from the related ones; CROSS JOIN keeps this direction. */
function referringSql(
  {
    node: {
      target: { field },
    },
    branch,
  }: { readonly node: RelatedNode; readonly branch: RelatedBranch },
  { collection, context }: { readonly collection: CollectionDescriptor; readonly context: SqlContext },
): string {
  const { collection: related } = branch;
  const [inner, outer] = [nextAlias(context), nextAlias(context)];
  const slug =
    field.collectionColumn === undefined
      ? ''
      : ` AND ${column(outer, field.collectionColumn)} = ${quoteLiteral(related.slug)}`;
  const on = `${column(outer, field.column)} = ${inner}."id"${slug}`;
  const from = `${quoteIdentifier(related.table)} ${inner} CROSS JOIN ${quoteIdentifier(collection.table)} ${outer} ON ${on}`;
  return `SELECT 1 FROM ${from} WHERE ${branchSql(branch, { row: inner, context })}`;
}
