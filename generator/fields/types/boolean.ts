import type { BooleanField } from '../../../runtime/codegen/descriptors.js';
import { raw } from '../../print/code.js';
import { choiceFilter, comparison } from '../families/filters.js';
import { valueType } from '../families/values.js';
import type { FieldType } from '../field-type.js';

/** True or false. */
export const boolean: FieldType<BooleanField> = valueType({
  rule: (_descriptor, { call }) => call('boolean'),
  inputSchema: () => ({ type: 'boolean' }),
  outputSchema: () => ({ type: 'boolean' }),
  types: () => [raw('boolean')],
  filter: comparison({
    name: () => 'Boolean',
    value: () => ({ type: 'boolean' }),
    types: () => [raw('boolean')],
    single: () => choiceFilter([raw('boolean')]),
  }),
  example: {
    isTelling: true,
    value: () => true,
    test: () => ({ equals: true }),
  },
});
