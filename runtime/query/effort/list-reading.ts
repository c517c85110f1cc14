/** Which statements of a list may take long. */

import type { Reason } from '../../errors/reasons/reason.js';
import type { ListPlan } from '../plan.js';
import type { SqlDialect } from '../sql/sql-dialect.js';
import { costliestOfCount, costliestOfPage } from './costliest-part.js';
import { countEffort, pageEffort } from './list-effort.js';
import type { SizeOf } from './table-size.js';

/** What is known about a statement before it runs. */
export interface ExpectedWork {
  isLong(): boolean;
  /** Its most expensive part. */
  costliest(): Reason;
}

export interface WorkedOn {
  readonly dialect: Pick<SqlDialect, 'maxShortCost'>;
  readonly sizeOf: SizeOf;
}

export function workOfPage(plan: ListPlan, { dialect, sizeOf }: WorkedOn): ExpectedWork {
  return {
    isLong: () => pageEffort(plan, sizeOf) > dialect.maxShortCost,
    costliest: () => costliestOfPage(plan, sizeOf),
  };
}

export function workOfCount(plan: ListPlan, { dialect, sizeOf }: WorkedOn): ExpectedWork {
  return {
    isLong: () => countEffort(plan, sizeOf) > dialect.maxShortCost,
    costliest: () => costliestOfCount(plan, sizeOf),
  };
}
