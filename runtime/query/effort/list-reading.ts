/** Which statements of a list may take long. */

import type { ListPlan } from '../plan.js';
import type { DialectName } from '../sql/sql-dialect.js';
import { dearestOfCount, dearestOfPage } from './dearest-part.js';
import { countEffort, type Effort, pageEffort } from './list-effort.js';
import type { SizeOf } from './table-size.js';

/** What is known about a statement before it runs. */
export interface ExpectedWork {
  isLong(): boolean;
  /** Its most expensive part. */
  dearest(): string;
}

/**
 * Max cost of a statement that is not run as a long read. On SQLite it blocks everything else, for some ten
 * milliseconds; on PostgreSQL it uses one connection of several.
 */
export const slight: Readonly<Record<DialectName, Effort>> = { sqlite: 30_000, postgres: 300_000 };

export interface WorkedOn {
  readonly dialect: DialectName;
  readonly sizeOf: SizeOf;
}

export function workOfPage(plan: ListPlan, { dialect, sizeOf }: WorkedOn): ExpectedWork {
  return {
    isLong: () => pageEffort(plan, sizeOf) > slight[dialect],
    dearest: () => dearestOfPage(plan, sizeOf),
  };
}

export function workOfCount(plan: ListPlan, { dialect, sizeOf }: WorkedOn): ExpectedWork {
  return {
    isLong: () => countEffort(plan, sizeOf) > slight[dialect],
    dearest: () => dearestOfCount(plan, sizeOf),
  };
}
