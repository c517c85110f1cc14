/** From a list's plan to the statements that answer it. */
import type { ListPlan } from '../plan.js';
import { countParameters, countSql, estimatedCountSql, estimateParameters } from './count.js';
import { mergedPageOf } from './merged-page.js';
import { type Page, type PageColumn, pageOf } from './page.js';
import { remembered } from './remembered.js';
import { type Shape, shapeOf } from './shape.js';
import { joinedBytes, joinedSizes, jsonListOf } from './sqlite.js';
import type { Statement } from './statement.js';

/** Each statement is made when it is first asked for. */
export interface ListStatements {
  /**
   * The page as bytes, in one row: `docs` (the documents' `_doc` joined by commas, BLOB; NULL when there is none), `count`
   * (documents in it), `missing` (documents without `_doc`: use `rows` then), `total` (all documents, where the count is exact).
   * Where `lookahead` is set it holds one document more than the page if there is one, and `sizes` (bytes of each
   * document, joined by commas). With a cursor also `k0`, `k1`, ...: JSON lists of sort values. Read it with
   * {@link readPage}. Null when no document is asked for (`limit=0`).
   */
  readonly bytes: Statement | null;
  /**
   * The same as rows in order: `id`, `_revision`, `_doc`, and with a cursor `k0`, `k1`, ... In the merged view also `pending`: 1 for a row of
   * the pending drafts. Null when no document is asked for.
   */
  readonly rows: Statement | null;
  /** One row with `total`; null where nothing is counted. */
  readonly total: Statement | null;
  /** Whether the page statements read one document more than asked for, to tell whether there is a next page. */
  readonly lookahead: boolean;
}

export function compileList(plan: ListPlan): ListStatements {
  const shape = shapeOf(plan.where);
  const lookahead = plan.paging.kind === 'cursor' || plan.count !== 'exact';
  const hasPage = plan.paging.limit > 0;
  let made: Page | null = null;
  const page = (): Page => {
    made ??=
      plan.drafts === undefined ? pageOf(plan, shape, lookahead) : mergedPageOf(plan, plan.drafts, lookahead);
    return made;
  };
  return {
    lookahead,
    get bytes() {
      return hasPage ? bytesStatement(plan, shape, page()) : null;
    },
    get rows() {
      return hasPage ? rowsStatement(plan, page()) : null;
    },
    get total() {
      return plan.count === 'none' ? null : totalStatement(plan, shape);
    },
  };
}

function bytesStatement(plan: ListPlan, shape: Shape, page: Page): Statement {
  const counts = plan.count === 'exact' ? countParameters(plan, shape) : [];
  const key = `bytes ${plan.count} ${page.key}`;
  const sql = remembered(plan.collection, key, () => bytesSql(plan, page));
  return { sql, parameters: counts.length > 0 ? [...counts, ...page.parameters] : page.parameters };
}

function bytesSql(plan: ListPlan, page: Page): string {
  const { count, paging, sort } = plan;
  const columns = [
    `${joinedBytes('d')} AS docs`,
    'count(*) AS count',
    'count(*) - count(d) AS missing',
    ...(count === 'exact' ? [`(${countSql(plan)}) AS total`] : []),
    ...(count === 'exact' && paging.kind === 'page' ? [] : [`${joinedSizes('d')} AS sizes`]),
    ...(paging.kind === 'cursor' ? sort.map((_, index) => `${jsonListOf(`k${index}`)} AS k${index}`) : []),
  ];
  return `SELECT ${columns.join(', ')} FROM (${page.sql([{ column: '_doc', as: 'd' }])})`;
}

const rowColumns: readonly PageColumn[] = ['id', '_revision', '_doc'].map((name) => ({
  column: name,
  as: name,
}));

function rowsStatement(plan: ListPlan, page: Page): Statement {
  const sql = remembered(plan.collection, `rows ${page.key}`, () => page.sql(rowColumns));
  return { sql, parameters: page.parameters };
}

function totalStatement(plan: ListPlan, shape: Shape): Statement {
  const { collection } = plan;
  const key = plan.drafts === undefined ? shape.key : `merged ${shape.key}`;
  if (plan.count === 'exact') {
    const sql = remembered(collection, `total ${key}`, () => countSql(plan));
    return { sql, parameters: countParameters(plan, shape) };
  }
  const sql = remembered(collection, `estimate ${key}`, () => estimatedCountSql(plan));
  return { sql, parameters: estimateParameters(plan, shape) };
}
