import type { FieldDescriptor } from '../field-descriptor.js';
import type { FieldType } from '../field-type.js';
import { noOperand } from './value-operand.js';

type Comparison =
  | 'operand'
  | 'valueKind'
  | 'isOrdered'
  | 'hasFewValues'
  | 'mayBeBlank'
  | 'isTyped'
  | 'valueRules';

/** What types have in common whose values no filter compares and no list is sorted by. */
export const notCompared: Pick<FieldType<FieldDescriptor>, Comparison> = {
  operand: noOperand,
  valueKind: () => null,
  isOrdered: false,
  hasFewValues: false,
  mayBeBlank: false,
  isTyped: false,
  valueRules: () => ({}),
};
