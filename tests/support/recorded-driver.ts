import type { Driver } from '../../runtime/storage/driver.js';

/** The same driver, but it records the text of every statement outside transactions. */
export function recordedDriver(driver: Driver, statements: string[]): Driver {
  return {
    dialect: driver.dialect,
    all(sql, parameters) {
      statements.push(sql);
      return driver.all(sql, parameters);
    },
    get(sql, parameters) {
      statements.push(sql);
      return driver.get(sql, parameters);
    },
    longReads: {
      ...driver.longReads,
      all(sql, parameters, read) {
        statements.push(sql);
        return driver.longReads.all(sql, parameters, read);
      },
    },
    run: (sql, parameters) => driver.run(sql, parameters),
    transaction: (work, hints) => driver.transaction(work, hints),
    briefTransaction: (work, hints) => driver.briefTransaction(work, hints),
    schemaChange: (work) => driver.schemaChange(work),
    schemaSession: (work) => driver.schemaSession(work),
    dataVersion: () => driver.dataVersion(),
    get versionSql() {
      return driver.versionSql;
    },
    check: () => driver.check(),
    close: () => driver.close(),
  };
}
