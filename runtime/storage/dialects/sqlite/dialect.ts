import { quoteIdentifier } from '../../../query/sql/quote.js';
import type { Dialect } from '../dialect.js';
import { sqliteCatalogue } from './catalogue.js';
import { sqliteType } from './ddl.js';
import { sqliteLocks } from './locks.js';
import { sqliteMigration } from './migration.js';
import { sqliteSearchStorage } from './search.js';
import { sqliteSql } from './sql.js';
import { createTables, replaceForeignKeys } from './table-work.js';

export const sqlite: Dialect = Object.freeze<Dialect>({
  name: 'sqlite',
  title: 'SQLite',
  sql: sqliteSql,
  ddl: {
    container: 'file',
    createTables,
    replaceForeignKeys,
    // In the order of their names: a virtual table is before its own tables, which vanish with it.
    dropTables: (names) => [...names].sort().map((name) => `DROP TABLE IF EXISTS ${quoteIdentifier(name)}`),
    beforeAltering: [],
    reportedType: ({ type }) => sqliteType(type),
    systemType: sqliteType,
    systemTableOptions: ' STRICT',
    createRecordSql:
      `CREATE TABLE IF NOT EXISTS "_svc_schema" ("id" INTEGER PRIMARY KEY CHECK ("id" = 1), "contract" TEXT NOT NULL, ` +
      `"schema" TEXT NOT NULL, "left" TEXT NOT NULL, "changedAt" TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))) STRICT`,
    createLocksSql: [],
    catalogue: sqliteCatalogue,
    // Without this limit every entry of every index is read.
    analysisLimitSql: 'PRAGMA analysis_limit = 1000',
  },
  migration: sqliteMigration,
  search: sqliteSearchStorage,
  locks: sqliteLocks,
  // Nothing is copied to it.
  assertComplete: async () => {},
  concurrentIndexes: null,
  // One connection writes.
  hasConcurrentWriters: false,
  isServer: false,
  blocksThread: true,
});
