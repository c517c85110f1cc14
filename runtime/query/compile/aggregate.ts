/** Compiles the plan of groups and their numbers to one statement. */

import { isStateField } from '../../codegen/built-in-fields.js';
import type { CollectionDescriptor } from '../../codegen/descriptors.js';
import { isRelation } from '../../fields/relation.js';
import type { AggregatePlan, AggregateValue, GroupTerm, HavingTerm, MetricTerm } from '../aggregate-plan.js';
import type { RelatedNode, RowKind, WhereNode } from '../plan.js';
import type { Parameter } from '../sql/parameter.js';
import { quoteIdentifier, quoteLiteral } from '../sql/quote.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { column, testSql } from './operator-sql.js';
import { shapeOf } from './shape.js';
import { byIndexes, nextAlias, root, type SqlContext, type Statement } from './statement.js';
import { always, whereSql } from './where.js';

/** The rows of one table that a plan reads. */
export interface AggregatedRows {
  readonly collection: CollectionDescriptor;
  readonly rows: Exclude<RowKind, 'version'>;
  readonly where: WhereNode | null;
  /** By the relations of the plan: what holds where a reference counts. */
  readonly seen: ReadonlyMap<RelatedNode, RelatedNode>;
}

export interface AggregateSources {
  /** The published rows; in the merged view, too, those of pending drafts. */
  readonly tables: readonly AggregatedRows[];
  /** SQL of a column `drafted` (see `ReadRows`). Null: none. */
  readonly draftedSql: string | null;
}

/**
 * One row for each group, in the order of the request, and one more than `limit` if there are more: `k0`,
 * `k1`, ... (the values of the groups) and `m0`, `m1`, ... (the metrics).
 */
export function compileAggregate(
  plan: AggregatePlan,
  dialect: SqlDialect,
  { tables, draftedSql }: AggregateSources,
): Statement {
  const parameters: Parameter[] = [];
  const parts = tables.map((rows) => partOf(plan, rows, { dialect, parameters }));
  const grouped = groupedSql(plan, parts.join(' UNION ALL '), dialect);
  const tooLarge = plan.metrics.flatMap(({ operation }, index) =>
    operation === 'sum' ? [`a.m${index} IS NULL`] : [],
  );
  const having = plan.having.map((term) => havingSql(term, plan, { dialect, parameters }));
  const columns = [
    ...plan.groups.map((group, index) =>
      group.date === null ? `a.k${index}` : `${dialect.bucketText(`a.k${index}`)} AS k${index}`,
    ),
    ...plan.metrics.map((_, index) => `a.m${index}`),
    ...(draftedSql === null ? [] : [`${draftedSql} AS drafted`]),
  ];
  const where = having.length === 0 ? '' : ` WHERE ${having.join(' AND ')}`;
  const order = [
    // A sum that is too large has no place in an order: it comes first, so that it is refused.
    ...tooLarge.map((isTooLarge) => `CASE WHEN ${isTooLarge} THEN 0 ELSE 1 END`),
    ...plan.sort.map(({ of, index, direction }) =>
      dialect.orderTerm(`a.${of === 'group' ? 'k' : 'm'}${index}`, { direction, nullable: true }),
    ),
  ];
  const orderBy = order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`;
  parameters.push(plan.limit + 1);
  return {
    sql: `SELECT ${columns.join(', ')} FROM (${grouped}) a${where}${orderBy} LIMIT ${dialect.rowLimit}`,
    parameters,
  };
}

function groupedSql({ groups, metrics }: AggregatePlan, rows: string, dialect: SqlDialect): string {
  const columns = [
    ...groups.map((_, index) => `s.g${index} AS k${index}`),
    ...metrics.map((metric, index) => `${metricSql(metric, `s.v${index}`, dialect)} AS m${index}`),
  ];
  const by = groups.map((_, index) => `s.g${index}`);
  return `SELECT ${columns.join(', ')} FROM (${rows}) s${by.length === 0 ? '' : ` GROUP BY ${by.join(', ')}`}`;
}

function metricSql(metric: MetricTerm, value: string, dialect: SqlDialect): string {
  switch (metric.operation) {
    case 'count':
      return dialect.count('*');
    case 'countDistinct':
      return dialect.count(`DISTINCT ${value}`);
    case 'sum':
      return dialect.sum(value, metric.isWhole);
    case 'avg':
      return dialect.mean(value, metric.isWhole);
    case 'min':
    case 'max':
      return `${metric.operation}(${value})`;
  }
}

interface Written {
  readonly dialect: SqlDialect;
  /** The parameters so far, in the order of the text. */
  readonly parameters: Parameter[];
}

/** The values of one table: `g0`, ... of groups and `v0`, ... of metrics. */
function partOf(plan: AggregatePlan, rows: AggregatedRows, written: Written): string {
  const { dialect, parameters } = written;
  const context = byIndexes(dialect);
  const joins: string[] = [];
  const groups = plan.groups.map((group) => groupSql(group, rows, { ...written, context, joins }));
  const values = plan.metrics.map((metric) =>
    metric.operation === 'count' ? null : valueSql(metric.value, rows, { ...written, context }),
  );
  const columns = [
    ...groups.map((sql, index) => `${sql} AS g${index}`),
    ...values.flatMap((sql, index) => (sql === null ? [] : [`${sql} AS v${index}`])),
  ];
  const from = [`${quoteIdentifier(rows.collection.table)} ${root}`, ...joins].join(' ');
  const condition = rows.where === null ? always : whereSql(rows.where, { row: root, context });
  parameters.push(...shapeOf(rows.where, dialect).parameters);
  const selected = columns.length === 0 ? '1 AS one' : columns.join(', ');
  return `SELECT ${selected} FROM ${from}${condition === always ? '' : ` WHERE ${condition}`}`;
}

interface WrittenPart extends Written {
  readonly context: SqlContext;
}

function groupSql(
  { value, isList, date }: GroupTerm,
  rows: AggregatedRows,
  { joins, ...written }: WrittenPart & { readonly joins: string[] },
): string {
  const { dialect, context } = written;
  if (isList) {
    const members = dialect.membersBeside(columnOf(value), nextAlias(context), value.kind);
    joins.push(members.join);
    return members.value;
  }
  const sql = valueSql(value, rows, written);
  if (date === null || (value.kind !== 'date' && value.kind !== 'timestamp')) return sql;
  return dialect.dateBucket(sql, value.kind, date);
}

function columnOf({ target: { field } }: AggregateValue): string {
  return column(root, 'column' in field ? field.column : undefined);
}

function valueSql(value: AggregateValue, rows: AggregatedRows, written: WrittenPart): string {
  const { field } = value.target;
  if (isStateField(field)) return statusSql(rows, written.dialect);
  const own = columnOf(value);
  if (!isRelation(field)) return own;
  const reference =
    field.collectionColumn === undefined
      ? own
      : `${column(root, field.collectionColumn)} || ${quoteLiteral(':')} || ${own}`;
  const seen = value.seen === null ? undefined : rows.seen.get(value.seen);
  if (seen === undefined) return reference;
  const { context, dialect, parameters } = written;
  parameters.push(...shapeOf(seen, dialect).parameters);
  return `CASE WHEN ${whereSql(seen, { row: root, context })} THEN ${reference} END`;
}

/** As in the documents of a view: the row of a draft says whether its document is published, too. */
function statusSql({ rows }: AggregatedRows, dialect: SqlDialect): string {
  if (rows === 'published') return `'published'`;
  return `CASE WHEN ${dialect.isFalse(`${root}."_live"`)} THEN 'draft' ELSE 'published' END`;
}

/** A metric is tested as a column of a document would be. A sum that is too large is kept, to be refused. */
function havingSql(
  { metric, field, tests }: HavingTerm,
  { metrics }: AggregatePlan,
  { dialect, parameters }: Written,
): string {
  const target = { id: 0, field: { ...field, column: `m${metric}` }, keys: null };
  const node: WhereNode = { kind: 'condition', target, tests };
  parameters.push(...shapeOf(node, dialect).parameters);
  const context = byIndexes(dialect);
  const tested = tests.map((test) => testSql({ test, target }, { row: 'a', context })).join(' AND ');
  return metrics[metric]?.operation === 'sum' ? `(a.m${metric} IS NULL OR ${tested})` : tested;
}
