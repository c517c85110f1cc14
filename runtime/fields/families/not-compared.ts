import type { FieldType } from '../field-type.js';
import { type FieldOfType, noOperand } from './value-operand.js';

type Comparison =
  | 'operand'
  | 'valueKind'
  | 'isOrdered'
  | 'hasFewValues'
  | 'mayBeBlank'
  | 'isTyped'
  | 'valueRules';

/** What types have in common whose values no filter compares and no list is sorted by. */
export const notCompared: Pick<FieldType<FieldOfType, never>, Comparison> = {
  operand: noOperand,
  valueKind: () => null,
  isOrdered: false,
  hasFewValues: false,
  mayBeBlank: false,
  isTyped: false,
  valueRules: () => ({}),
};
