import type { JsonField } from '../../../runtime/codegen/descriptors.js';
import { presentJsonSchema } from '../../emit/openapi/values.js';
import { coreType } from '../../emit/sdk/core-names.js';
import { code } from '../../print/code.js';
import { presence } from '../families/filters.js';
import { valueType } from '../families/values.js';
import type { FieldType } from '../field-type.js';

/** Any JSON value. */
export const json: FieldType<JsonField> = valueType({
  rule: (_descriptor, { call }) => call('json'),
  inputSchema: ({ required }) => (required ? presentJsonSchema : {}),
  outputSchema: (_descriptor, { isRequired }) => (isRequired ? presentJsonSchema : {}),
  types: () => [code`${coreType('Json')}`],
  inputTypes: () => [code`${coreType('JsonInput')}`],
  filter: presence,
  example: {
    isTelling: false,
    value: () => ({}),
    test: () => null,
  },
});
