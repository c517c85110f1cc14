import type { Dialect, DialectName } from './dialect.js';
import { postgres } from './postgres/dialect.js';
import { sqlite } from './sqlite/dialect.js';

/** Every database, for work that concerns no connection: the files of a migration. */
export const dialects: Readonly<Record<DialectName, Dialect>> = Object.freeze({ sqlite, postgres });
