import type { Translated } from '../../../i18n/catalogue.js';
import type { ListField } from '../columns.js';
import type { en } from '../texts.en.js';

type Names = Translated<typeof en>;

/** The label of an operator. For dates it is "after" instead of "greater". */
export function operatorLabel({ type }: ListField, operator: string, t: Names): string {
  const ofDates: Readonly<Record<string, string>> = {
    gt: t.op_after,
    gte: t.op_from,
    lt: t.op_before,
    lte: t.op_until,
  };
  const words: Readonly<Record<string, string>> = {
    equals: t.op_equals,
    not_equals: t.op_not_equals,
    in: t.op_in,
    not_in: t.op_not_in,
    contains: t.op_contains,
    not_contains: t.op_not_contains,
    gt: t.op_gt,
    gte: t.op_gte,
    lt: t.op_lt,
    lte: t.op_lte,
    exists: t.op_exists,
    within: t.op_within,
  };
  return (type === 'date' ? ofDates[operator] : undefined) ?? words[operator] ?? operator;
}
