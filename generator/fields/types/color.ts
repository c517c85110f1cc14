import type { ColorField } from '../../../runtime/codegen/descriptors.js';
import { raw } from '../../print/code.js';
import { choiceFilter, comparison } from '../families/filters.js';
import { valueType } from '../families/values.js';
import type { FieldType } from '../field-type.js';

const example = '#1a2b3c';

/** A colour in hexadecimal digits, with or without its opacity. */
export const color: FieldType<ColorField> = valueType({
  rule: (_descriptor, { call }) => call('color'),
  inputSchema: () => ({
    type: 'string',
    format: 'color',
    pattern: '^#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$',
  }),
  outputSchema: () => ({ type: 'string', format: 'color' }),
  types: () => [raw('string')],
  filter: comparison({
    name: () => 'Color',
    value: () => ({ type: 'string', format: 'color' }),
    types: () => [raw('string')],
    single: () => choiceFilter([raw('string')]),
  }),
  example: {
    isTelling: true,
    value: () => example,
    test: () => ({ equals: example }),
  },
});
