import { statusField } from '../../../runtime/codegen/built-in-fields.js';
import type { SelectField } from '../../../runtime/codegen/descriptors.js';
import type { Schema } from '../../emit/openapi/schema.js';
import { array, type Code, string } from '../../print/code.js';
import { repeated } from '../example-values.js';
import { choiceFilter, comparison } from '../families/filters.js';
import { valueType } from '../families/values.js';
import type { FieldType } from '../field-type.js';

/** One of the options of the config. */
export const select: FieldType<SelectField> = valueType({
  rule: ({ options }, { call }) => call('choice', [array(options.map(string))]),
  inputSchema: optionSchema,
  outputSchema: optionSchema,
  types: optionTypes,
  filter: comparison<SelectField>({
    // Options are specific to a field, but for those of the status.
    name: (descriptor) => (descriptor === statusField ? 'Status' : null),
    value: optionSchema,
    types: optionTypes,
    single: (descriptor) => choiceFilter(optionTypes(descriptor)),
  }),
  example: {
    isTelling: true,
    value: ({ descriptor }) => repeated(descriptor, descriptor.options[0] ?? null),
    test: ({ hasMany, options }) => (hasMany ? null : { equals: options[0] ?? '' }),
  },
});

function optionSchema({ options }: SelectField): Schema {
  return { type: 'string', enum: [...options] };
}

function optionTypes({ options }: SelectField): readonly Code[] {
  return options.map(string);
}
