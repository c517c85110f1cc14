import type { JoinField } from '../field-descriptor.js';
import type { FieldType } from '../field-type.js';

export const join: FieldType<JoinField> = {
  isList: () => false,
  columns: () => [],
};
