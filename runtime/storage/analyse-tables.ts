import type { Driver } from './driver.js';
import { quoteName } from './schema/sqlite-ddl.js';

/** Lets the database look at tables that were just filled, so that it plans queries for what is there from the first one on. */
export async function analyseTables(driver: Driver, tables: readonly string[]): Promise<void> {
  const statements = tables.map((table) => `ANALYZE ${quoteName(table)}`);
  if (driver.dialect === 'postgres') {
    for (const sql of statements) await driver.run(sql, []);
    return;
  }
  await driver.transaction(async (connection) => {
    // Without it every entry of every index is read.
    await connection.get('PRAGMA analysis_limit = 1000', []);
    for (const sql of statements) await connection.run(sql, []);
  });
}
