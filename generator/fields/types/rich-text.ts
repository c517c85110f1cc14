import type { JsonField } from '../../../runtime/codegen/descriptors.js';
import { richTextSchema } from '../../emit/openapi/values.js';
import { coreType } from '../../emit/sdk/core-names.js';
import { code, string } from '../../print/code.js';
import { presence } from '../families/filters.js';
import { valueType } from '../families/values.js';
import type { FieldType } from '../field-type.js';

/** The tree of a rich text editor. */
export const richText: FieldType<JsonField> = valueType<JsonField>({
  rule: ({ blocksField }, { call }) =>
    blocksField === undefined ? call('richText') : call('textWithBlocks', [string(blocksField)]),
  inputSchema: () => richTextSchema,
  outputSchema: () => richTextSchema,
  types: () => [code`${coreType('Json')}`],
  inputTypes: () => [code`${coreType('JsonInput')}`],
  filter: presence,
  example: {
    isTelling: false,
    value: () => ({}),
    test: () => null,
  },
});
