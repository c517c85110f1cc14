import type { NumberField } from '../../../runtime/codegen/descriptors.js';
import type { Schema } from '../../emit/openapi/schema.js';
import { safeIntegerSchema } from '../../emit/openapi/values.js';
import { coreType } from '../../emit/sdk/core-names.js';
import { code, raw } from '../../print/code.js';
import { exampleNumber, repeated } from '../example-values.js';
import { comparison } from '../families/filters.js';
import { valueType } from '../families/values.js';
import type { FieldType } from '../field-type.js';

/** A number, or with `integer` a whole one. */
export const number: FieldType<NumberField> = valueType({
  rule: ({ integer, min, max }, { callWith }) =>
    callWith('number', [], { integer: integer ? raw('true') : undefined, min, max }),
  inputSchema,
  outputSchema: ({ integer }) => ({ type: integer ? 'integer' : 'number' }),
  types: () => [raw('number')],
  filter: comparison({
    name: () => 'Number',
    value: () => ({ type: 'number' }),
    types: () => [raw('number')],
    single: () => code`${coreType('NumberFilter')}`,
  }),
  example: {
    isTelling: true,
    value: ({ descriptor }) => repeated(descriptor, exampleNumber(descriptor)),
    test: (descriptor) => (descriptor.hasMany ? null : { gte: descriptor.min ?? 1 }),
  },
});

function inputSchema({ integer, min, max }: NumberField): Schema {
  return {
    ...(integer ? safeIntegerSchema : { type: 'number' }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
  };
}
