import { quoteIdentifiers } from '../../../query/sql/quote.js';
import type { Dialect } from '../dialect.js';
import { postgresCatalogue } from './catalogue.js';
import { postgresIndexes } from './concurrent-indexes.js';
import { assertNoUnfinishedCopy } from './copy/unfinished-copy.js';
import { locksTableSql, postgresSystemType, reportedType } from './ddl.js';
import { postgresLocks } from './locks.js';
import { postgresMigration } from './migration.js';
import { postgresSearchStorage } from './search.js';
import { postgresSql } from './sql.js';
import { createTables, replaceForeignKeys } from './table-work.js';

export const postgres: Dialect = Object.freeze<Dialect>({
  name: 'postgres',
  title: 'PostgreSQL',
  sql: postgresSql,
  ddl: {
    container: 'database',
    createTables,
    replaceForeignKeys,
    // One statement, since tables may point to each other. Without CASCADE it is refused if a view of the
    // user reads one of them.
    dropTables: (names) => (names.length === 0 ? [] : [`DROP TABLE ${quoteIdentifiers(names)}`]),
    // A table whose rows have deferred checks cannot be altered, so these run now.
    beforeAltering: ['SET CONSTRAINTS ALL IMMEDIATE'],
    reportedType,
    systemType: postgresSystemType,
    systemTableOptions: '',
    createRecordSql:
      `CREATE TABLE IF NOT EXISTS "_svc_schema" ("id" integer PRIMARY KEY CHECK ("id" = 1), "contract" text NOT NULL, ` +
      `"schema" text NOT NULL, "left" text NOT NULL, "changedAt" timestamptz(3) NOT NULL DEFAULT now())`,
    createLocksSql: [locksTableSql],
    catalogue: postgresCatalogue,
    analysisLimitSql: null,
  },
  migration: postgresMigration,
  search: postgresSearchStorage,
  locks: postgresLocks,
  assertComplete: assertNoUnfinishedCopy,
  concurrentIndexes: postgresIndexes,
  hasConcurrentWriters: true,
  isServer: true,
  blocksThread: false,
});
