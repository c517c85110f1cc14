/** Types that their schema describes: they need no module of their own. */
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { ScalarSchema } from '../../../runtime/fields/field-type.js';
import type { ScalarKind } from '../../../runtime/fields/index.js';
import type { Schema } from '../../emit/openapi/schema.js';
import { type Code, raw } from '../../print/code.js';
import type { FieldType } from '../field-type.js';
import { choiceFilter, comparison } from './filters.js';
import { valueType } from './values.js';

/** The type `kind`. Its rule in `templates/validators/rules.ts` has its name. */
export function scalar(
  kind: ScalarKind,
  { type, format, pattern, example }: ScalarSchema,
): FieldType<FieldDescriptor> {
  const value: Schema = { type, ...(format !== undefined && { format }) };
  const types = (): readonly Code[] => [raw(type === 'integer' ? 'number' : type)];
  return valueType({
    rule: (_descriptor, { call }) => call(kind),
    inputSchema: () => ({ ...value, ...(pattern !== undefined && { pattern }) }),
    outputSchema: () => value,
    types,
    filter: comparison({
      name: () => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`,
      value: () => value,
      types,
      single: () => choiceFilter(types()),
    }),
    example: {
      isTelling: true,
      value: () => example,
      test: () => ({ equals: example }),
    },
  });
}
