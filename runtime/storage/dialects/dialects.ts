import type { DialectName, SqlDialect } from '../../query/sql/sql-dialect.js';
import { postgres } from './postgres/sql.js';
import { sqlite } from './sqlite/sql.js';

const dialects: Readonly<Record<DialectName, SqlDialect>> = Object.freeze({ sqlite, postgres });

/** The SQL dialect of a connection. */
export function dialectOf({ dialect }: { readonly dialect: DialectName }): SqlDialect {
  return dialects[dialect];
}
