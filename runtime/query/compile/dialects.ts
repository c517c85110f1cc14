import type { Dialect, DialectName } from './dialect.js';
import { postgres } from './postgres.js';
import { sqlite } from './sqlite.js';

const dialects: Readonly<Record<DialectName, Dialect>> = Object.freeze({ sqlite, postgres });

/** The SQL dialect of a connection. */
export function dialectOf({ dialect }: { readonly dialect: DialectName }): Dialect {
  return dialects[dialect];
}
