import { quoteIdentifier } from '../query/sql/quote.js';
import type { Driver } from './driver.js';

/**
 * Updates the database's statistics of tables that were just filled, so that the first query already gets a
 * good plan.
 */
export async function analyseTables(driver: Driver, tables: readonly string[]): Promise<void> {
  const statements = tables.map((table) => `ANALYZE ${quoteIdentifier(table)}`);
  if (driver.dialect === 'postgres') {
    for (const sql of statements) await driver.run(sql, []);
    return;
  }
  await driver.transaction(async (connection) => {
    // Without this limit every entry of every index is read.
    await connection.get('PRAGMA analysis_limit = 1000', []);
    for (const sql of statements) await connection.run(sql, []);
  });
}
