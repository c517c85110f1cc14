/**
 * A page of a search in the order of scores. The newest documents that meet the filter get a score, in the
 * statement that reads them, so that filters, constraints and drafts are those of any list:
 * docs/spec/content-tools.md#search.
 */
import type { ListPlan, ListSearch, RowKind, SearchNode, SortTerm } from '../plan.js';
import type { Parameter } from '../sql/parameter.js';
import { quoteIdentifier } from '../sql/quote.js';
import type { SqlPart } from '../sql/search-sql.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { conjuncts } from '../visible.js';
import { changedSql } from './changed.js';
import { keysetRangesAfter, orderBy } from './order.js';
import { foundSql } from './page.js';
import { scoreSql } from './search.js';
import { shapeOf } from './shape.js';
import { byIndexes, root, type Statement } from './statement.js';

/** How many of the documents that are found get a score: the newest. */
export const maxRanked = 10_000;

/** The score of a document, by which a ranked list is sorted first. */
export const scoreTerm: SortTerm = Object.freeze<SortTerm>({
  path: 'relevance',
  column: '_score',
  direction: 'desc',
  nullable: false,
  type: 'number',
});

type RankedPlan = ListPlan & { readonly search: ListSearch };

export function isRankedPlan(plan: ListPlan): plan is RankedPlan {
  return plan.search?.isRanked === true;
}

interface Ranking {
  readonly lookahead: boolean;
  readonly dialect: SqlDialect;
  readonly versionSql: string | null;
  readonly draftedSql: string | null;
}

/** One of the tables that a page reads, with what is found in it. */
interface Branch {
  readonly plan: ListPlan;
  readonly rows: RowKind;
}

/** The rows of a page, as `ListStatements.rows` describes them. */
export function rankedRows(plan: RankedPlan, ranking: Ranking): Statement {
  const { dialect, versionSql, draftedSql, lookahead } = ranking;
  const branches = branchesOf(plan);
  const found = branches.map((branch, at) => foundIn(branch, at, dialect));
  const scored = branches.map((branch, at) => scoredIn(branch, at, dialect));
  const after = behind(plan);
  const order = (alias: string): string => orderBy(plan.sort, dialect, (_, at) => `${alias}.k${at}`);
  const limit = lookahead ? plan.paging.limit + 1 : plan.paging.limit;
  const offset = plan.paging.kind === 'page' ? (plan.paging.page - 1) * plan.paging.limit : 0;
  const extras = [
    ...(versionSql === null ? [] : [`${versionSql} AS "version"`]),
    ...(draftedSql === null ? [] : [`${draftedSql} AS "drafted"`]),
  ];
  const sql =
    `WITH _found AS MATERIALIZED (SELECT * FROM (${joined(found)}) f ORDER BY f."id" DESC LIMIT ${maxRanked + 1}), ` +
    `_newest AS MATERIALIZED (SELECT * FROM _found f ORDER BY f."id" DESC LIMIT ${maxRanked}), ` +
    `${scored.map((part) => part.before).join('')}_ranked AS MATERIALIZED (${joined(scored)}), ` +
    `_page AS MATERIALIZED (SELECT * FROM _ranked m WHERE ${after.sql} ORDER BY ${order('m')} LIMIT ${dialect.rowLimit} OFFSET ?) ` +
    `SELECT ${[...documentColumns(plan, dialect), ...extras].join(', ')} FROM _page p ${documentJoins(branches)} ORDER BY ${order('p')}`;
  const parts = [...found, ...scored, after];
  return {
    sql,
    parameters: [
      ...parts.flatMap(({ parameters }) => parameters),
      limit,
      Math.min(offset, Number.MAX_SAFE_INTEGER),
    ],
  };
}

function joined(parts: readonly SqlPart[]): string {
  return parts.map(({ sql }) => sql).join(' UNION ALL ');
}

function branchesOf(plan: RankedPlan): readonly Branch[] {
  const { drafts } = plan;
  const published: Branch = { plan, rows: 'published' };
  if (drafts === undefined) return [published];
  return [
    published,
    { plan: { ...plan, collection: drafts.collection, where: drafts.where }, rows: 'pending' },
  ];
}

/** What is found in a table: ids, and the values that equal scores are sorted by. */
function foundIn({ plan }: Branch, at: number, dialect: SqlDialect): SqlPart {
  const values = plan.sort.map((term, index) =>
    term === scoreTerm ? null : `${root}.${quoteIdentifier(term.column)} AS k${index}`,
  );
  const columns = [`${root}."id" AS "id"`, `${at} AS "pending"`, ...values.flatMap((value) => value ?? [])];
  return {
    sql: foundSql(plan, { columns, condition: null, context: byIndexes(dialect) }),
    parameters: shapeOf(plan.where, dialect).parameters,
  };
}

interface ScoredPart extends SqlPart {
  /** Tables of the statement that it reads. */
  readonly before: string;
}

/** The scores of what is found in a table. An index is read from the first of these documents on. */
function scoredIn({ plan }: Branch, at: number, dialect: SqlDialect): ScoredPart {
  const node = searchNodeOf(plan);
  if (node === null) throw new Error('A ranked list has no search.');
  const { position, scored } = dialect.search;
  const score = scoreSql(node, { alias: 's', from: `(SELECT "first" FROM _first${at})` }, dialect);
  const { parameters } = score;
  const rows = (columns: string): string =>
    `SELECT n.*, ${columns} FROM _newest n JOIN ${scored(node.search)} s ON s."id" = n."id" WHERE n."pending" = ${at}`;
  if (position === null) return { before: '', sql: rows(`${score.sql} AS k0`), parameters };
  const column = quoteIdentifier(position);
  return {
    before:
      `_rows${at} AS MATERIALIZED (${rows(`s.${column} AS ${column}`)}), ` +
      `_first${at} AS MATERIALIZED (SELECT min(${column}) AS "first" FROM _rows${at}), `,
    sql: `SELECT s.*, ${score.sql} AS k0 FROM _rows${at} s`,
    parameters,
  };
}

/** The search among the conditions of a filter: it names the index of its rows. */
function searchNodeOf({ where }: ListPlan): SearchNode | null {
  if (where === null) return null;
  return conjuncts(where).find((node): node is SearchNode => node.kind === 'search') ?? null;
}

const everything: SqlPart = { sql: 'TRUE', parameters: [] };

/** The rows after a cursor. */
function behind({ paging, sort }: ListPlan): SqlPart {
  if (paging.kind !== 'cursor' || paging.after === null) return everything;
  const terms = sort.map((term, at) => ({ ...term, column: `k${at}` }));
  const ranges = keysetRangesAfter(terms, paging.after, 'm');
  const parameters: Parameter[] = ranges.flatMap((range) => range.parameters);
  return { sql: `(${ranges.map(({ condition }) => `(${condition})`).join(' OR ')})`, parameters };
}

/** The documents are fetched for the page alone. */
function documentColumns(plan: RankedPlan, dialect: SqlDialect): readonly string[] {
  const isMerging = plan.drafts !== undefined;
  const one = (name: string): string =>
    isMerging ? `CASE p."pending" WHEN 0 THEN ${root}."${name}" ELSE d."${name}" END` : `${root}."${name}"`;
  const columns = ['id', '_revision', '_doc'].map((name) => `${one(name)} AS "${name}"`);
  const changed = isMerging
    ? `CASE p."pending" WHEN 0 THEN ${changedSql('published', root, dialect)} ELSE ${changedSql('pending', 'd', dialect)} END`
    : changedSql('published', root, dialect);
  return [
    ...columns,
    ...plan.sort.map((_, at) => `p.k${at} AS k${at}`),
    ...(plan.isMerged === true ? [`${changed} AS "changed"`] : []),
    ...(isMerging ? ['p."pending" AS "pending"'] : []),
    `CASE WHEN (SELECT count(*) FROM _found) > ${maxRanked} THEN 1 ELSE 0 END AS "truncated"`,
  ];
}

function documentJoins(branches: readonly Branch[]): string {
  return branches
    .map(({ plan }, at) => {
      const alias = at === 0 ? root : 'd';
      return `LEFT JOIN ${quoteIdentifier(plan.collection.table)} ${alias} ON p."pending" = ${at} AND ${alias}."id" = p."id"`;
    })
    .join(' ');
}
