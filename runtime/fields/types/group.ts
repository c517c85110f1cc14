import { noOperand } from '../families/value-operand.js';
import type { GroupField } from '../field-descriptor.js';
import type { FieldType } from '../field-type.js';

/** The fields of a group have columns of their own. */
export const group: FieldType<GroupField> = {
  describe: ({ fields }, at) => ({ fields: at.inGroup(fields) }),
  isList: () => false,
  columns: () => [],
  operators: () => [],
  operand: noOperand,
  valueKind: () => null,
  isOrdered: false,
  hasFewValues: false,
  mayBeBlank: false,
};
