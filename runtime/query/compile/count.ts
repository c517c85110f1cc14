import { isRelation } from '../../fields/relation.js';
import type { DraftRows, ListPlan, StatusNode, WhereNode } from '../plan.js';
import type { Parameter } from '../sql/parameter.js';
import { quoteIdentifier } from '../sql/quote.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { conjuncts } from '../visible.js';
import { membersCountSql } from './operator-sql.js';
import { type Shape, shapeOf } from './shape.js';
import { byIndexes, inOrderOf, root } from './statement.js';
import { always, whereSql } from './where.js';

/** One row with `total`: the number of documents that meet the filter. */
export function countSql(plan: ListPlan, dialect: SqlDialect): string {
  const { drafts } = plan;
  if (drafts === undefined) return countOfTable(plan, dialect);
  if (drafts.where === null)
    return bothOf(
      countOfTable({ ...plan, where: null }, dialect),
      neverPublishedSql(drafts.collection, dialect),
    );
  return mergedCountSql(plan, drafts, dialect);
}

/** The parameters of {@link countSql}. */
export function countParameters({ drafts }: ListPlan, { parameters, dialect }: Shape): readonly Parameter[] {
  if (drafts === undefined) return parameters;
  return [...parameters, ...parameters, ...parameters, ...shapeOf(drafts.where, dialect).parameters];
}

/**
 * The published documents that meet the filter, minus those of them that have a draft, plus the drafts that
 * meet it. Which of them have a draft is looked up from the smaller side: a draft leads to a row anywhere in
 * the table, a document leads to an index that is soon in memory.
 */
function mergedCountSql({ collection, where }: ListPlan, drafts: DraftRows, dialect: SqlDialect): string {
  const [published, pending] = [
    `${quoteIdentifier(collection.table)} ${root}`,
    `${quoteIdentifier(drafts.collection.table)} q`,
  ];
  const requested = withoutSettled(where);
  const condition =
    requested === null ? 'TRUE' : whereSql(requested, { row: root, context: byIndexes(dialect) });
  const drafted = (one: string, other: string): string =>
    `SELECT count(*) FROM ${one} ${dialect.joinInOrder} ${other} ON ${root}."id" = q."id" WHERE ${condition}`;
  const replaced = `CASE WHEN (SELECT count(*) FROM ${pending}) * 20 < _total THEN (${drafted(pending, published)}) ELSE (${drafted(published, pending)}) END`;
  const all = `WITH _met(_total) AS MATERIALIZED (${countOfTable({ collection, where: requested }, dialect)})`;
  return `${all} SELECT _total - ${replaced} + (${countOfTable(drafts, dialect)}) AS total FROM _met`;
}

function withoutSettled(where: WhereNode | null): WhereNode | null {
  if (where === null) return null;
  const nodes = conjuncts(where).filter(({ kind }) => kind !== 'no-pending-draft');
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { kind: 'and', nodes };
}

/** An estimate of the total, without counting. */
export function estimatedCountSql(plan: ListPlan, dialect: SqlDialect): string {
  const { drafts } = plan;
  if (drafts === undefined) return estimateOfTable(plan, dialect);
  if (drafts.where === null)
    return bothOf(
      estimateOfTable({ ...plan, where: null }, dialect),
      neverPublishedSql(drafts.collection, dialect),
    );
  return bothOf(estimateOfTable(plan, dialect), estimateOfTable(drafts, dialect));
}

/**
 * The parameters of {@link estimatedCountSql}: for the rows of the sample, and for the exact count of a small
 * table.
 */
export function estimateParameters(
  { drafts }: ListPlan,
  { parameters, dialect }: Shape,
): readonly Parameter[] {
  if (drafts === undefined) return [...parameters, ...parameters];
  const pending = shapeOf(drafts.where, dialect).parameters;
  return [...parameters, ...parameters, ...pending, ...pending];
}

/** The rows of one table that meet a filter. */
type Counted = Pick<ListPlan, 'collection' | 'where'>;

function countOfTable({ collection, where }: Counted, dialect: SqlDialect): string {
  const from = `SELECT count(*) AS total FROM ${quoteIdentifier(collection.table)} ${root}`;
  // Without a filter there must be no WHERE: SQLite then counts without reading rows.
  if (where === null) return from;
  const members = membersCount(where, dialect);
  if (members !== null) return members;
  if (where.kind === 'status' && isNeverPublished(where)) return neverPublishedSql(collection, dialect);
  const condition = whereSql(where, { row: root, context: byIndexes(dialect) });
  return condition === always ? from : `${from} WHERE ${condition}`;
}

function isNeverPublished({ rows, published, changed, draft }: StatusNode): boolean {
  return rows === 'pending' && draft && !published && !changed;
}

function estimateOfTable(counted: Counted, dialect: SqlDialect): string {
  const { collection, where } = counted;
  // Conditions are evaluated on one sampled row after the other.
  const condition =
    where === null ? null : whereSql(where, { row: root, context: inOrderOf(new Set(), dialect) });
  return dialect.estimate({ table: collection.table, exact: countOfTable(counted, dialect), condition });
}

function bothOf(published: string, pending: string): string {
  return `SELECT (${published}) + (${pending}) AS total`;
}

/**
 * Without a filter, the pending draft of a published document adds nothing to the list. Served by an index of
 * its own.
 */
function neverPublishedSql(collection: Counted['collection'], dialect: SqlDialect): string {
  return `SELECT count(*) FROM ${quoteIdentifier(collection.table)} WHERE ${dialect.isFalse('"_live"')}`;
}

/**
 * Documents with a certain member in one list are counted in the list's own table, which is eight times as
 * fast.
 */
function membersCount(where: WhereNode, dialect: SqlDialect): string | null {
  if (where.kind !== 'condition' || where.target.keys !== null || where.tests.length > 1) return null;
  const [test] = where.tests;
  const { field } = where.target;
  if (test === undefined || !isRelation(field) || field.table === undefined) return null;
  return test.operator === 'contains' || test.operator === 'in'
    ? membersCountSql({ test, field }, byIndexes(dialect))
    : null;
}
