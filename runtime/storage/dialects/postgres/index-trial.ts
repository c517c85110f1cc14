import type { Statement } from '../../../query/compile/statement.js';
import { quoteIdentifier, quoteIdentifiers } from '../../../query/sql/quote.js';
import type { Connection, Driver } from '../../driver.js';
import type { IndexTrial, StatementPlan, TriedIndex } from '../index-trial.js';
import { createIndexSql, postgresType } from './ddl.js';
import { numberPlaceholders } from './placeholders.js';

/** Max rows of a sample, and max characters of a text in it. */
const sampleRows = 20_000;
const sampleLength = 100;

/** A trial must not make others wait: it ends after this time, and waits for no lock longer than that. */
const timeLimits = [`SET LOCAL statement_timeout = '20s'`, `SET LOCAL lock_timeout = '1s'`];

/**
 * Plans statements on a sample of the rows, in a temporary table that only its connection sees and that is
 * rolled back. The table itself is only read.
 */
export function createPostgresTrial(driver: Driver): IndexTrial {
  return {
    explain: (statement, tried) => takenBack(driver, (connection) => explain(connection, statement, tried)),
    close: async () => {},
  };
}

/** Ends a transaction whose result is wanted, but not its changes. */
class TakenBack<T> extends Error {
  override readonly name = 'TakenBack';
  readonly result: T;

  constructor(result: T) {
    super('The change of tables was a trial.');
    this.result = result;
  }
}

async function takenBack<T>(driver: Driver, work: (connection: Connection) => Promise<T>): Promise<T> {
  try {
    return await driver.transaction<T>(async (connection) => {
      throw new TakenBack(await work(connection));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.result as T;
    throw error;
  }
}

async function explain(
  connection: Connection,
  statement: Statement,
  tried: TriedIndex,
): Promise<StatementPlan> {
  for (const sql of timeLimits) await connection.run(sql, []);
  await addSample(connection, tried);
  // A generic plan expects usual values.
  await connection.run('SET LOCAL plan_cache_mode = force_generic_plan', []);
  const { used } = await planned(connection, statement);
  // For the few rows of a sample, a bitmap and a sort are as cheap as an index in order.
  await connection.run('SET LOCAL enable_bitmapscan = off', []);
  const { inOrder } = await planned(connection, statement);
  return { used, inOrder };
}

async function planned(connection: Connection, statement: Statement): Promise<StatementPlan> {
  const { sql, parameters } = withPageSize(statement);
  await connection.run(`PREPARE "_svc_trial" AS ${numberPlaceholders(sql)}`, []);
  const values = parameters.length === 0 ? '' : `(${parameters.map(() => 'NULL').join(', ')})`;
  const row = await connection.get(`EXPLAIN (FORMAT JSON) EXECUTE "_svc_trial"${values}`, []);
  await connection.run('DEALLOCATE "_svc_trial"', []);
  return planOf(row?.['QUERY PLAN']);
}

/** The size of a page is no parameter here: a generic plan would expect a tenth of the table. */
function withPageSize({ sql, parameters }: Statement): Statement {
  const end = / LIMIT \?( OFFSET \?)?$/.exec(sql);
  if (end === null) return { sql, parameters };
  const count = end[1] === undefined ? 1 : 2;
  const [limit, offset = 0] = parameters.slice(-count).map(Number);
  return {
    sql: `${sql.slice(0, end.index)} LIMIT ${limit} OFFSET ${offset}`,
    parameters: parameters.slice(0, -count),
  };
}

/** A temporary table hides the one of the same name, for this transaction. */
async function addSample(connection: Connection, { table, index }: TriedIndex): Promise<void> {
  const real = await connection.get(
    `SELECT n.nspname AS schema, c.reltuples AS rows FROM pg_catalog.pg_class c ` +
      `JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass(?)`,
    [quoteIdentifier(table.name)],
  );
  if (real === undefined) throw new Error(`The table ${table.name} does not exist.`);
  const columns = table.columns.filter(({ name, type }) => name !== '_doc' && type !== 'json');
  const defined = table.columns.map((column) => `${quoteIdentifier(column.name)} ${postgresType(column)}`);
  await connection.get(
    `SELECT set_config('search_path', 'pg_temp, ' || current_setting('search_path'), true)`,
    [],
  );
  const name = `pg_temp.${quoteIdentifier(table.name)}`;
  await connection.run(`CREATE TEMPORARY TABLE ${quoteIdentifier(table.name)} (${defined.join(', ')})`, []);
  const values = columns.map(({ name, type }) =>
    type === 'text' ? `left(${quoteIdentifier(name)}, ${sampleLength})` : quoteIdentifier(name),
  );
  const source = `${quoteIdentifier(String(real['schema']))}.${quoteIdentifier(table.name)}`;
  await connection.run(
    `INSERT INTO ${name} (${quoteIdentifiers(columns.map((column) => column.name))}) ` +
      `SELECT ${values.join(', ')} FROM ${source}${sampleClause(Number(real['rows']))} LIMIT ${sampleRows}`,
    [],
  );
  await connection.run(`ALTER TABLE ${name} ADD PRIMARY KEY (${quoteIdentifiers(table.primaryKey)})`, []);
  for (const one of [...table.indexes.filter(({ unique }) => unique !== true), index]) {
    for (const sql of createIndexSql(table, one)) await connection.run(sql, []);
  }
  await connection.run(`ANALYZE ${name}`, []);
}

function sampleClause(rows: number): string {
  if (rows <= sampleRows) return '';
  return ` TABLESAMPLE SYSTEM (${Math.min(100, (sampleRows * 120) / rows)})`;
}

/** A node of a plan in PostgreSQL's JSON. */
interface PlanNode {
  readonly 'Node Type'?: string;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly PlanNode[];
}

function planOf(json: unknown): StatementPlan {
  const used = new Set<string>();
  const inOrder = new Set<string>();
  const visit = (node: PlanNode, isSorted: boolean): void => {
    const name = node['Index Name'];
    const type = node['Node Type'] ?? '';
    if (name !== undefined) used.add(name);
    // A bitmap has no order.
    if (name !== undefined && !isSorted && !type.startsWith('Bitmap')) inOrder.add(name);
    for (const inner of node.Plans ?? []) visit(inner, isSorted || /Sort$/.test(type));
  };
  const [{ Plan: plan } = { Plan: {} }] = JSON.parse(String(json)) as readonly { readonly Plan: PlanNode }[];
  visit(plan, false);
  return { used, inOrder };
}
