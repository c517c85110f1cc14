import type { Driver, Row } from '../../driver.js';
import type { StorageSchema } from '../../schema/storage-schema.js';
import type { IndexTrial, StatementPlan } from '../index-trial.js';
import { createIndexSql, dropIndexSql } from './ddl.js';
import { createSqliteDriver } from './sqlite-driver.js';

/** Plans statements in an empty database with the same tables, and with the statistics of the real one. */
export async function openSqliteTrial(driver: Driver, schema: StorageSchema): Promise<IndexTrial> {
  const scratch = await createSqliteDriver({ path: ':memory:' });
  try {
    await scratch.schemaChange((connection) => scratch.dialect.ddl.createTables(connection, schema.tables));
    await copyStatistics(driver, scratch);
  } catch (error) {
    await scratch.close();
    throw error;
  }
  return {
    explain: ({ sql, parameters }, tried) =>
      scratch.transaction(async (connection) => {
        await connection.run(createIndexSql(tried.table.name, tried.index), []);
        const rows = await connection.all(`EXPLAIN QUERY PLAN ${sql}`, parameters);
        await connection.run(dropIndexSql(tried.index.name), []);
        return planOf(rows);
      }),
    close: () => scratch.close(),
  };
}

/** A database that was never analysed has none; the planner then assumes large tables. */
async function copyStatistics(driver: Driver, scratch: Driver): Promise<void> {
  const found = await driver.get(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'`, []);
  if (found === undefined) return;
  const rows = await driver.all('SELECT tbl, idx, stat FROM sqlite_stat1', []);
  await scratch.transaction(async (connection) => {
    await connection.run('ANALYZE', []);
    for (const { tbl, idx, stat } of rows) {
      const values = [tbl ?? null, idx ?? null, stat ?? null];
      await connection.run('INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES (?, ?, ?)', values);
    }
    await connection.run('ANALYZE sqlite_schema', []);
  });
}

/** Lines with the same parent are steps of one part of a statement. */
function planOf(rows: readonly Row[]): StatementPlan {
  const sorted = new Set(
    rows.flatMap(({ parent, detail }) =>
      /^USE TEMP B-TREE FOR .*ORDER BY/.test(String(detail)) ? [parent] : [],
    ),
  );
  const read = rows.flatMap(({ parent, detail }) => {
    const name = /^(?:SEARCH|SCAN) .* USING (?:COVERING )?INDEX (\S+)/.exec(String(detail))?.[1];
    return name === undefined ? [] : [{ name, isInOrder: !sorted.has(parent) }];
  });
  return {
    used: new Set(read.map(({ name }) => name)),
    inOrder: new Set(read.flatMap(({ name, isInOrder }) => (isInOrder ? [name] : []))),
  };
}
