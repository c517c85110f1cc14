import { notCompared } from '../families/not-compared.js';
import type { GroupField } from '../field-descriptor.js';
import type { FieldType } from '../field-type.js';

/** The fields of a group have columns of their own. */
export const group: FieldType<GroupField> = {
  ...notCompared,
  describe: ({ fields }, at) => ({ fields: at.inGroup(fields) }),
  isList: () => false,
  columns: () => [],
  operators: () => [],
};
