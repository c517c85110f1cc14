/** From a list's plan to the statements that answer it. */
import type { ListPlan } from '../plan.js';
import { countSql, estimatedCountSql } from './count.js';
import { type Page, pageOf } from './page.js';
import { remembered } from './remembered.js';
import { type Shape, shapeOf } from './shape.js';
import { joinedBytes, joinedSizes, jsonListOf } from './sqlite.js';
import { root, type Statement } from './statement.js';

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
  /** The same as rows in order: `id`, `_revision`, `_doc`, and with a cursor `k0`, `k1`, ... Null when no document is asked for. */
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
    made ??= pageOf(plan, shape, lookahead);
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
  const counts = plan.count === 'exact';
  const key = `bytes ${plan.count} ${page.key}`;
  const sql = remembered(plan.collection, key, () => bytesSql(plan, page));
  return { sql, parameters: counts ? [...shape.parameters, ...page.parameters] : page.parameters };
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
  return `SELECT ${columns.join(', ')} FROM (${page.sql([`${root}."_doc" AS d`])})`;
}

const rowColumns = ['id', '_revision', '_doc'].map((name) => `${root}."${name}" AS "${name}"`);

function rowsStatement(plan: ListPlan, page: Page): Statement {
  const sql = remembered(plan.collection, `rows ${page.key}`, () => page.sql(rowColumns));
  return { sql, parameters: page.parameters };
}

function totalStatement(plan: ListPlan, { key, parameters }: Shape): Statement {
  const { collection } = plan;
  if (plan.count === 'exact') {
    return { sql: remembered(collection, `total ${key}`, () => countSql(plan)), parameters };
  }
  const sql = remembered(collection, `estimate ${key}`, () => estimatedCountSql(plan));
  // For the rows of the sample, and for all of a small table.
  return { sql, parameters: [...parameters, ...parameters] };
}
