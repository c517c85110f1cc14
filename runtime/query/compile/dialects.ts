import type { Dialect, DialectName } from './dialect.js';
import { postgres } from './postgres.js';
import { sqlite } from './sqlite.js';

const dialects: Readonly<Record<DialectName, Dialect>> = Object.freeze({ sqlite, postgres });

/** The dialect that statements on a connection are written in. */
export function dialectOf({ dialect }: { readonly dialect: DialectName }): Dialect {
  return dialects[dialect];
}
