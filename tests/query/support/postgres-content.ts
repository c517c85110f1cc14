/** Like `content-database.ts`, on PostgreSQL through its driver. */

import type { CollectionDescriptor, ContractDescriptor } from '../../../runtime/codegen/descriptors.js';
import { compileList } from '../../../runtime/query/compile/list.js';
import { cursorAt } from '../../../runtime/query/compile/page-of-row.js';
import type { Statement } from '../../../runtime/query/compile/statement.js';
import { parseListQuery } from '../../../runtime/query/parse/list-query.js';
import type { ListPlan } from '../../../runtime/query/plan.js';
import { createQueryScope } from '../../../runtime/query/scope.js';
import type { Parameter } from '../../../runtime/query/sql/parameter.js';
import { quoteLiteral } from '../../../runtime/query/sql/quote.js';
import { createIndexSql, createTableSql } from '../../../runtime/storage/dialects/postgres/ddl.js';
import { createPostgresDriver } from '../../../runtime/storage/dialects/postgres/postgres-driver.js';
import { postgresSql } from '../../../runtime/storage/dialects/postgres/sql.js';
import type { Connection, Driver, Row } from '../../../runtime/storage/driver.js';
import { deriveSchema } from '../../../runtime/storage/schema/derive-schema.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { type ListAnswer, queryString } from './content-database.js';
import { pendingRows, publishedRows, type TableRow } from './document-rows.js';

export interface PostgresContent {
  readonly connection: Connection;
  insert(slug: string, documents: Iterable<JsonObject>): Promise<void>;
  insertDrafts(slug: string, documents: Iterable<JsonObject>, isLive: boolean): Promise<void>;
  list(slug: string, parameters: Readonly<Record<string, unknown>>): Promise<ListAnswer>;
  run(plan: ListPlan): Promise<ListAnswer>;
  /** The steps of `EXPLAIN` for a prepared statement with a generic plan, independent of its values. */
  explain(statement: Statement): Promise<readonly string[]>;
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens an empty database with the tables of a contract, without foreign keys, because tests refer to missing
 * documents.
 */
export async function openPostgresContent(
  contract: ContractDescriptor,
  url: string,
): Promise<PostgresContent> {
  const driver = await createPostgresDriver({ url, pool: { max: 2 } });
  const exec = async (sql: string): Promise<void> => void (await driver.run(sql, []));
  for (const table of deriveSchema(contract).tables) {
    await exec(createTableSql(table));
    for (const sql of table.indexes.flatMap((index) => createIndexSql(table, index))) await exec(sql);
  }
  const scope = createQueryScope(contract);
  const collection = (slug: string): CollectionDescriptor => {
    const found = scope.collections.get(slug);
    if (found === undefined) throw new Error(`There is no collection ${slug}.`);
    return found;
  };

  async function insertAll(
    documents: Iterable<JsonObject>,
    rowsOf: (document: JsonObject) => readonly TableRow[],
  ): Promise<void> {
    await driver.transaction(async (connection) => {
      for (const document of documents) {
        for (const [at, { table, values }] of rowsOf(document).entries()) {
          const columns = at === 0 ? { ...values, _doc: JSON.stringify(document) } : values;
          const names = Object.keys(columns).map((name) => `"${name}"`);
          const sql = `INSERT INTO "${table}" (${names.join()}) VALUES (${names.map(() => '?').join()})`;
          await connection.run(sql, Object.values(columns));
        }
      }
    });
  }

  async function run(plan: ListPlan): Promise<ListAnswer> {
    const { rows, total, lookahead } = compileList(plan, postgresSql);
    const counted =
      total === null ? null : Number((await driver.get(total.sql, total.parameters))?.['total']);
    if (rows === null) return { ids: [], total: counted, hasNext: false, nextCursor: null };
    const { limit } = plan.paging;
    const found = await driver.all(rows.sql, rows.parameters);
    const hasNext = lookahead ? found.length > limit : null;
    return {
      ids: found.slice(0, limit).map((row) => String(row['id'])),
      total: counted,
      hasNext,
      nextCursor: hasNext === true ? cursorAt(plan, sortValues(plan, found[limit - 1])) : null,
    };
  }

  return {
    connection: driver,
    insert: (slug, documents) =>
      insertAll(documents, (document) => publishedRows(collection(slug), document)),
    insertDrafts: (slug, documents, isLive) =>
      insertAll(documents, (document) => pendingRows(collection(slug), document, isLive)),
    run,
    list: (slug, parameters) =>
      run(parseListQuery(queryString(parameters), { collection: collection(slug), scope })),
    explain: (statement) => explain(driver, statement),
    exec,
    close: () => driver.close(),
  };
}

function sortValues({ sort }: ListPlan, row: Row | undefined): readonly Parameter[] {
  return sort.map((_, at) => (row?.[`k${at}`] ?? null) as Parameter);
}

async function explain(
  driver: Pick<Driver, 'transaction'>,
  { sql, parameters }: Statement,
): Promise<readonly string[]> {
  return driver.transaction(async (connection) => {
    await connection.run('SET LOCAL plan_cache_mode = force_generic_plan', []);
    await connection.run(`PREPARE explained AS ${sql}`, []);
    const values = parameters.map((value) => (value === null ? 'NULL' : quoteLiteral(String(value))));
    const rows = await connection.all(
      `EXPLAIN EXECUTE explained${values.length === 0 ? '' : `(${values.join()})`}`,
      [],
    );
    await connection.run('DEALLOCATE explained', []);
    return rows.map((row) => String(row['QUERY PLAN']));
  });
}
