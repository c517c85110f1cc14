import type { ArrayField } from '../../../runtime/codegen/descriptors.js';
import { code, objectType, raw } from '../../print/code.js';
import { repeated } from '../example-values.js';
import { presence } from '../families/filters.js';
import { listRule, listSchema } from '../families/lists.js';
import type { FieldType } from '../field-type.js';

/** Rows of the same fields. */
export const array: FieldType<ArrayField> = {
  input: {
    rule: (field, at) => listRule('rows', at.row(field), { ...at, of: field.descriptor }),
    schema: ({ descriptor, fields }, at) => listSchema(descriptor, at.row(fields)),
    type: ({ fields }, at) => code`readonly ${at.row(fields)}[]`,
  },
  output: {
    schema: ({ fields }, at) => ({ type: 'array', items: at.row(fields, { id: { type: 'string' } }) }),
    type: ({ fields }, at) => code`${objectType([raw('id: string'), ...at.row(fields)])}[]`,
  },
  filter: presence,
  example: {
    isTelling: false,
    value: ({ descriptor, fields }, row) => repeated({ ...descriptor, hasMany: true }, row(fields)),
    test: () => null,
  },
};
