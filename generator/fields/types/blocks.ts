import type { BlocksField } from '../../../runtime/codegen/descriptors.js';
import { repeated } from '../example-values.js';
import { presence } from '../families/filters.js';
import { listRule, listSchema, listType, readonlyListType } from '../families/lists.js';
import type { FieldType } from '../field-type.js';

/** Rows of several kinds, each with fields of its own. */
export const blocks: FieldType<BlocksField> = {
  input: {
    rule: (field, at) => listRule('rows', at.blockRow(field), { ...at, of: field.descriptor }),
    schema: (field, at) => listSchema(field.descriptor, at.blockRow(field.blocks)),
    type: (field, at) => readonlyListType(field.blocks.map(at.block)),
  },
  output: {
    schema: (field, at) => ({ type: 'array', items: at.blockRow(field.blocks) }),
    type: (field, at) => listType(field.blocks.map(at.block)),
  },
  filter: presence,
  example: {
    isTelling: false,
    value: (field, row) => {
      const [block] = field.blocks;
      const own = block ? row(block.fields) : null;
      return repeated(
        { ...field.descriptor, hasMany: true },
        own && { blockType: block?.descriptor.slug ?? '', ...own },
      );
    },
    test: () => null,
  },
};
