import { noOperand } from '../families/value-operand.js';
import type { JoinField } from '../field-descriptor.js';
import type { FieldType } from '../field-type.js';

export const join: FieldType<JoinField> = {
  isList: () => false,
  columns: () => [],
  operators: () => [],
  operand: noOperand,
  valueKind: () => null,
  isOrdered: false,
  mayBeBlank: false,
};
