import type * as Pg from 'pg';
import { ownRequire } from '../../../util/package-root.js';

/** The driver `pg`, loaded when the first PostgreSQL database is opened: SQLite does not need it. */
export function loadPg(): typeof Pg {
  try {
    return ownRequire('pg') as typeof Pg;
  } catch (error) {
    throw new Error('pg is not installed: run "npm install pg".', { cause: error });
  }
}
