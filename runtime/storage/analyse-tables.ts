import { quoteIdentifier } from '../query/sql/quote.js';
import type { Driver } from './driver.js';

/**
 * Updates the database's statistics of tables that were just filled, so that the first query already gets a
 * good plan.
 */
export async function analyseTables(driver: Driver, tables: readonly string[]): Promise<void> {
  const statements = tables.map((table) => `ANALYZE ${quoteIdentifier(table)}`);
  const { analysisLimitSql } = driver.dialect.ddl;
  if (analysisLimitSql === null) {
    for (const sql of statements) await driver.run(sql, []);
    return;
  }
  await driver.transaction(async (connection) => {
    await connection.get(analysisLimitSql, []);
    for (const sql of statements) await connection.run(sql, []);
  });
}
