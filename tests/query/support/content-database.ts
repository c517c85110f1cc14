/** A real SQLite database with the tables of a contract, filled without `runtime/documents`. */
import Database from 'better-sqlite3';
import type { CollectionDescriptor, ContractDescriptor } from '../../../runtime/codegen/descriptors.js';
import { compileList, type ListStatements } from '../../../runtime/query/compile/list.js';
import { pageOfRow } from '../../../runtime/query/compile/page-of-row.js';
import type { Statement } from '../../../runtime/query/compile/statement.js';
import { parseListQuery } from '../../../runtime/query/parse/list-query.js';
import type { ListPlan } from '../../../runtime/query/plan.js';
import { createQueryScope, type QueryScope } from '../../../runtime/query/scope.js';
import { createTableSql } from '../../../runtime/storage/dialects/sqlite/ddl.js';
import { sqliteFunctions } from '../../../runtime/storage/dialects/sqlite/functions.js';
import { sqliteSql } from '../../../runtime/storage/dialects/sqlite/sql.js';
import { deriveSchema } from '../../../runtime/storage/schema/derive-schema.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { pendingRows, publishedRows, type TableRow } from './document-rows.js';

export interface ContentDatabase {
  readonly contract: ContractDescriptor;
  readonly scope: QueryScope;
  collection(slug: string): CollectionDescriptor;
  insert(slug: string, document: JsonObject): void;
  /** Inserts a pending draft: the draft view of the document, and whether a published version exists. */
  insertDraft(slug: string, document: JsonObject, isLive: boolean): void;
  /** Runs the statements of a list in every form, and checks that the results are equal. */
  list(slug: string, parameters: Readonly<Record<string, unknown>>): ListAnswer;
  run(plan: ListPlan): ListAnswer;
  all(statement: Statement): readonly Readonly<Record<string, unknown>>[];
  /** The steps returned by `EXPLAIN QUERY PLAN`. */
  explain(statement: Statement): readonly string[];
  exec(sql: string): void;
}

export interface ListAnswer {
  readonly ids: readonly string[];
  readonly total: number | null;
  readonly hasNext: boolean | null;
  readonly nextCursor: string | null;
}

export function openContentDatabase(contract: ContractDescriptor): ContentDatabase {
  const database = new Database(':memory:');
  for (const { name, call } of sqliteFunctions) database.function(name, { deterministic: true }, call);
  // Tests refer to missing documents.
  database.pragma('foreign_keys = OFF');
  for (const table of deriveSchema(contract).tables)
    for (const sql of createTableSql(table)) database.exec(sql);
  const scope = createQueryScope(contract);
  const collection = (slug: string): CollectionDescriptor => {
    const found = scope.collections.get(slug);
    if (found === undefined) throw new Error(`There is no collection ${slug}.`);
    return found;
  };

  function insertRows(rows: readonly TableRow[], document: JsonObject): void {
    for (const { table, values } of rows) {
      const names = Object.keys(values);
      const sql = `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join()}) VALUES (${names.map(() => '?').join()})`;
      database.prepare(sql).run(Object.values(values));
    }
    // This comes last, because a change of the row or its entries invalidates the stored text.
    database
      .prepare(`UPDATE "${rows[0]?.table}" SET _doc = ? WHERE id = ?`)
      .run(JSON.stringify(document), document['id']);
  }

  const insert = (slug: string, document: JsonObject): void =>
    insertRows(publishedRows(collection(slug), document), document);
  const insertDraft = (slug: string, document: JsonObject, isLive: boolean): void =>
    insertRows(pendingRows(collection(slug), document, isLive), document);

  const prepared = new Map<string, Database.Statement>();
  function prepare(sql: string): Database.Statement {
    const known = prepared.get(sql) ?? database.prepare(sql);
    if (prepared.size < 2000) prepared.set(sql, known);
    return known;
  }
  const all = ({ sql, parameters }: Statement): readonly Readonly<Record<string, unknown>>[] =>
    prepare(sql).all(...parameters) as Readonly<Record<string, unknown>>[];

  function run(plan: ListPlan): ListAnswer {
    const found = answer(plan, compileList(plan, sqliteSql), all);
    const walked = answer(plan, compileList(plan, sqliteSql), (statement) => all(inOrder(statement)));
    if (JSON.stringify(walked) !== JSON.stringify(found)) throw new Error('The two ways to the page differ.');
    return found;
  }

  return {
    contract,
    scope,
    collection,
    insert,
    insertDraft,
    all,
    run,
    list: (slug, parameters) =>
      run(parseListQuery(queryString(parameters), { collection: collection(slug), scope })),
    explain: ({ sql, parameters }) =>
      (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { readonly detail: string }[]).map(
        ({ detail }) => detail,
      ),
    exec: (sql) => database.exec(sql),
  };
}

/** Parameters as a query string; objects are encoded as JSON. */
export function queryString(parameters: Readonly<Record<string, unknown>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
    })
    .join('&');
}

/**
 * The same statement on the access path for many matching documents, which small databases would never take.
 */
function inOrder({ sql, parameters }: Statement): Statement {
  return { sql: sql.replaceAll('<= 1000', '<= -1'), parameters };
}

function answer(
  plan: ListPlan,
  statements: ListStatements,
  all: (statement: Statement) => readonly Readonly<Record<string, unknown>>[],
): ListAnswer {
  const counted = statements.total === null ? null : Number(all(statements.total)[0]?.['total']);
  if (statements.bytes === null || statements.rows === null) {
    return { ids: [], total: counted, hasNext: false, nextCursor: null };
  }
  const row = all(statements.bytes)[0] as Parameters<typeof pageOfRow>[2];
  const page = pageOfRow(plan, statements.lookahead, row);
  const docs = JSON.parse(`[${Buffer.from(page.docs).toString()}]`) as readonly { readonly id: string }[];
  const ids = docs.map(({ id }) => id);
  const rows = all(statements.rows).slice(0, plan.paging.limit);
  if (JSON.stringify(rows.map((one) => one['id'])) !== JSON.stringify(ids))
    throw new Error('Rows and bytes differ.');
  if (page.total !== null && page.total !== counted) throw new Error('The page and the count differ.');
  return { ids, total: counted, hasNext: page.hasNext, nextCursor: page.nextCursor };
}
