/** Compiles the plan of a list to its statements. */
import type { ListPlan } from '../plan.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { changedSql, textWithChanged } from './changed.js';
import { countParameters, countSql, estimatedCountSql, estimateParameters } from './count.js';
import { mergedPageOf } from './merged-page.js';
import { type Page, type PageColumn, pageOf } from './page.js';
import { joinedBytes, joinedSizes, jsonListOf } from './page-as-bytes.js';
import { isRankedPlan, rankedRows } from './ranked-page.js';
import { type RememberedFor, remembered } from './remembered.js';
import { type Shape, shapeOf } from './shape.js';
import type { Statement } from './statement.js';

/** Each statement is compiled on first use. */
export interface ListStatements {
  /**
   * The page as bytes, in one row: `docs` (the `_doc` of the documents joined by commas, BLOB; NULL if there
   * is none), `count` (number of documents in it), `missing` (number of documents without `_doc`: use `rows`
   * then), `total` (number of all documents, if the count is exact). With `lookahead` it contains one
   * document more than the page, if there is one, and `sizes` (bytes of each document, joined by commas).
   * With a cursor also `k0`, `k1`, ...: JSON lists of sort values. Read it with {@link readPage}. Null if no
   * document is requested (`limit=0`), and on databases that are no faster this way.
   */
  readonly bytes: Statement | null;
  /**
   * The same page as rows in order: `id`, `_revision`, `_doc`, and with a cursor `k0`, `k1`, ... In the
   * merged view also `changed` (what `_pending` is), where there are drafts `pending` (1 for a row of the
   * pending drafts), and the columns of {@link ListExtras}. Where documents come in the order of their
   * scores, also `truncated`: whether more were found than are ranked.
   * Null if no document is requested.
   */
  readonly rows: Statement | null;
  /** One row with `total`; null if nothing is counted. */
  readonly total: Statement | null;
  /**
   * Whether the page statements read one document more than requested, to find out if there is a next page.
   */
  readonly lookahead: boolean;
}

/** Additional columns of a page. */
export interface ListExtras {
  /**
   * SQL of `version` in `rows`: the state of the database they were read in (see `ReadSource.versionSql`).
   * Default: none.
   */
  readonly versionSql?: string | null;
  /** SQL of `drafted`: which collections have pending drafts (see `ReadRows`). Default: none. */
  readonly draftedSql?: string | null;
}

export function compileList(
  plan: ListPlan,
  dialect: SqlDialect,
  { versionSql = null, draftedSql = null }: ListExtras = {},
): ListStatements {
  const shape = shapeOf(plan.where, dialect);
  const lookahead = plan.paging.kind === 'cursor' || plan.count !== 'exact';
  const hasPage = plan.paging.limit > 0;
  let made: Page | null = null;
  const page = (): Page => {
    made ??=
      plan.drafts === undefined
        ? pageOf(plan, shape, lookahead)
        : mergedPageOf(plan, { drafts: plan.drafts, lookahead, dialect });
    return made;
  };
  return {
    lookahead,
    get bytes() {
      return hasPage && dialect.hasBytesPage && !isRankedPlan(plan)
        ? bytesStatement({ plan, shape, page: page(), draftedSql })
        : null;
    },
    get rows() {
      if (hasPage && isRankedPlan(plan))
        return rankedRows(plan, { lookahead, dialect, versionSql, draftedSql });
      return hasPage ? rowsStatement({ plan, shape, page: page(), draftedSql, versionSql }) : null;
    },
    get total() {
      return plan.count === 'none' ? null : totalStatement(plan, shape);
    },
  };
}

function rowsOf({ collection }: ListPlan, dialect: SqlDialect): RememberedFor {
  return { dialect, document: collection };
}

interface PageStatement {
  readonly plan: ListPlan;
  readonly shape: Shape;
  readonly page: Page;
  readonly draftedSql: string | null;
}

function bytesStatement(requested: PageStatement): Statement {
  const { plan, shape, page, draftedSql } = requested;
  const counts = plan.count === 'exact' ? countParameters(plan, shape) : [];
  const key = `bytes ${plan.isMerged} ${plan.count} ${draftedSql} ${page.key}`;
  const sql = remembered(rowsOf(plan, shape.dialect), key, () => bytesSql(requested));
  return { sql, parameters: counts.length > 0 ? [...counts, ...page.parameters] : page.parameters };
}

function bytesSql({ plan, shape: { dialect }, page, draftedSql }: PageStatement): string {
  const text: PageColumn = plan.isMerged
    ? { ofRow: (rows, alias) => textWithChanged(rows, alias, dialect), as: 'd' }
    : { column: '_doc', as: 'd' };
  const { count, paging, sort } = plan;
  const columns = [
    `${joinedBytes('d')} AS docs`,
    'count(*) AS count',
    'count(*) - count(d) AS missing',
    ...(count === 'exact' ? [`(${countSql(plan, dialect)}) AS total`] : []),
    ...(count === 'exact' && paging.kind === 'page' ? [] : [`${joinedSizes('d')} AS sizes`]),
    ...(paging.kind === 'cursor' ? sort.map((_, index) => `${jsonListOf(`k${index}`)} AS k${index}`) : []),
    ...(draftedSql === null ? [] : [`${draftedSql} AS drafted`]),
  ];
  return `SELECT ${columns.join(', ')} FROM (${page.sql([text])})`;
}

const rowColumns: readonly PageColumn[] = ['id', '_revision', '_doc'].map((name) => ({
  column: name,
  as: name,
}));

function changedColumn(dialect: SqlDialect): PageColumn {
  return { ofRow: (rows, alias) => changedSql(rows, alias, dialect), as: 'changed' };
}

interface RowsStatement extends PageStatement {
  readonly versionSql: string | null;
}

function rowsStatement({ plan, shape, page, draftedSql, versionSql }: RowsStatement): Statement {
  const key = `rows ${plan.isMerged} ${versionSql !== null} ${draftedSql} ${page.key}`;
  const sql = remembered(rowsOf(plan, shape.dialect), key, () =>
    page.sql([
      ...rowColumns,
      ...(plan.isMerged ? [changedColumn(shape.dialect)] : []),
      ...(versionSql === null ? [] : [{ sql: versionSql, as: 'version' }]),
      ...(draftedSql === null ? [] : [{ sql: draftedSql, as: 'drafted' }]),
    ]),
  );
  return { sql, parameters: page.parameters };
}

function totalStatement(plan: ListPlan, shape: Shape): Statement {
  const { dialect } = shape;
  const key = plan.drafts === undefined ? shape.key : `merged ${shape.key}`;
  if (plan.count === 'exact') {
    const sql = remembered(rowsOf(plan, dialect), `total ${key}`, () => countSql(plan, dialect));
    return { sql, parameters: countParameters(plan, shape) };
  }
  const sql = remembered(rowsOf(plan, dialect), `estimate ${key}`, () => estimatedCountSql(plan, dialect));
  return { sql, parameters: estimateParameters(plan, shape) };
}
