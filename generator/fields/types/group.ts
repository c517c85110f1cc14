import type { GroupField } from '../../../runtime/codegen/descriptors.js';
import { coreType } from '../../emit/sdk/core-names.js';
import { code, objectType } from '../../print/code.js';
import type { FieldType } from '../field-type.js';

/** Fields under one name. Filters name the fields inside. */
export const group: FieldType<GroupField> = {
  input: {
    rule: (field, at) => at.group(field),
    schema: ({ fields }, at) => at.group(fields),
    type: ({ fields }, at) => at.group(fields),
  },
  output: {
    schema: ({ fields }, at) => at.group(fields),
    type: ({ fields }, at) => {
      const stored = fields.filter((field) => field.descriptor.type !== 'join');
      const joins = fields.filter((field) => field.descriptor.type === 'join');
      const own = objectType(at.group(stored));
      // Joins exist only at some depths.
      if (joins.length === 0) return own;
      return code`${own} & ${coreType('AtDepth')}<D, ${objectType(at.group(joins))}>`;
    },
  },
  filter: null,
  example: {
    isTelling: false,
    value: ({ fields }, row) => row(fields),
    test: () => null,
  },
};
