import { createRequire } from 'node:module';
import type * as Pg from 'pg';

/** The driver `pg`, loaded when the first PostgreSQL database is opened: SQLite does not need it. */
export function loadPg(): typeof Pg {
  const require = createRequire(import.meta.url);
  try {
    return require('pg') as typeof Pg;
  } catch (error) {
    throw new Error('pg is not installed: run "npm install pg".', { cause: error });
  }
}
