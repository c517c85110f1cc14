import type { DraftRows, ListPlan, WhereNode } from '../plan.js';
import { conjuncts } from '../visible.js';
import { membersCountSql } from './operator-sql.js';
import { type Shape, shapeOf } from './shape.js';
import { estimateSql, identifier } from './sqlite.js';
import { byIndexes, type Parameter, root } from './statement.js';
import { whereSql } from './where.js';

/** One row with `total`: how many documents meet the filter. */
export function countSql(plan: ListPlan): string {
  const { drafts } = plan;
  if (drafts === undefined) return countOfTable(plan);
  if (drafts.where === null) return bothOf(countOfTable({ ...plan, where: null }), neverPublishedSql(drafts));
  return mergedCountSql(plan, drafts);
}

/** The parameters of {@link countSql}. */
export function countParameters({ drafts }: ListPlan, { parameters }: Shape): readonly Parameter[] {
  if (drafts === undefined) return parameters;
  return [...parameters, ...parameters, ...parameters, ...shapeOf(drafts.where).parameters];
}

/**
 * Published documents without a draft are counted in one of two ways: few drafts are looked up and subtracted, among many each document that
 * meets the filter is looked up. A draft leads to a row somewhere in the table, a document to an index that is soon in memory: ten times the
 * cost after a commit.
 */
function mergedCountSql({ collection, where }: ListPlan, drafts: DraftRows): string {
  const [published, pending] = [identifier(collection.table), identifier(drafts.collection.table)];
  const asked = withoutSettled(where);
  const condition = asked === null ? 'TRUE' : whereSql(asked, root, byIndexes());
  const drafted = `SELECT count(*) FROM ${pending} q CROSS JOIN ${published} ${root} ON ${root}."id" = q."id" WHERE ${condition}`;
  const settled = `CASE WHEN (SELECT count(*) FROM ${pending}) * 20 < total THEN total - (${drafted}) ELSE (${countOfTable({ collection, where })}) END`;
  const all = `WITH met(total) AS MATERIALIZED (${countOfTable({ collection, where: asked })})`;
  return `${all} SELECT ${settled} + (${countOfTable(drafts)}) AS total FROM met`;
}

function withoutSettled(where: WhereNode | null): WhereNode | null {
  if (where === null) return null;
  const nodes = conjuncts(where).filter(({ kind }) => kind !== 'settled');
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { kind: 'and', nodes };
}

/** About the same without counting. */
export function estimatedCountSql(plan: ListPlan): string {
  const { drafts } = plan;
  if (drafts === undefined) return estimateOfTable(plan);
  if (drafts.where === null)
    return bothOf(estimateOfTable({ ...plan, where: null }), neverPublishedSql(drafts));
  return bothOf(estimateOfTable(plan), estimateOfTable(drafts));
}

/** The parameters of {@link estimatedCountSql}: for the rows of the sample, and for all of a small table. */
export function estimateParameters({ drafts }: ListPlan, { parameters }: Shape): readonly Parameter[] {
  if (drafts === undefined) return [...parameters, ...parameters];
  const pending = shapeOf(drafts.where).parameters;
  return [...parameters, ...parameters, ...pending, ...pending];
}

/** The rows of one table that meet a filter. */
type Counted = Pick<ListPlan, 'collection' | 'where'>;

function countOfTable({ collection, where }: Counted): string {
  const from = `SELECT count(*) AS total FROM ${identifier(collection.table)} ${root}`;
  // Without a filter there must be no WHERE at all: SQLite then counts without looking at rows.
  if (where === null) return from;
  return membersCount(where) ?? `${from} WHERE ${whereSql(where, root, byIndexes())}`;
}

function estimateOfTable(counted: Counted): string {
  const { collection, where } = counted;
  // Conditions look at the sampled rows one by one.
  const condition =
    where === null ? '' : ` WHERE ${whereSql(where, root, { aliases: 0, inOrder: new Set() })}`;
  return estimateSql(collection.table, countOfTable(counted), condition);
}

function bothOf(published: string, pending: string): string {
  return `SELECT (${published}) + (${pending}) AS total`;
}

/** Without a filter, a pending draft of a published document adds nothing to the list. */
function neverPublishedSql({ collection }: DraftRows): string {
  return `SELECT count(*) FROM ${identifier(collection.table)} WHERE "_live" = 0`;
}

/** Documents with a certain member in one list are counted in the list's own table, eight times as fast. */
function membersCount(where: WhereNode): string | null {
  if (where.kind !== 'condition' || where.target.keys !== null || where.tests.length > 1) return null;
  const [test] = where.tests;
  const { field } = where.target;
  if (test === undefined || field.type !== 'relationship' || field.table === undefined) return null;
  return test.operator === 'contains' || test.operator === 'in'
    ? membersCountSql(test, field, byIndexes())
    : null;
}
