import { noOperand } from '../families/value-operand.js';
import type { JoinField } from '../field-descriptor.js';
import type { FieldType } from '../field-type.js';

export const join: FieldType<JoinField> = {
  describe({ collection, on, limit = 10, sort, where }, { defaultSort }) {
    return { collection, on, limit, sort: sort ?? defaultSort(collection), where };
  },
  isList: () => false,
  columns: () => [],
  operators: () => [],
  operand: noOperand,
  valueKind: () => null,
  isOrdered: false,
  hasFewValues: false,
  mayBeBlank: false,
};
