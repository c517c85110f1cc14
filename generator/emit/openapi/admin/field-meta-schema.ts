/** A field in the response of GET /api/admin/meta. */

import { operators } from '../../../../runtime/codegen/operators.js';
import { fieldKinds } from '../../../../runtime/fields/index.js';
import type { Context } from '../context.js';
import { closedObject, type SchemaOrReference } from '../schema.js';
import { hasFiles, hasTextBlocks } from './meta-features.js';
import {
  always,
  count,
  flag,
  functionId,
  iconSchema,
  layoutSchema,
  listOf,
  named,
  text,
  translationsSchema,
} from './meta-parts.js';

const fieldAlways = ['name', 'path', 'type', 'label', 'operators', 'sortable', 'canUpdate'];

/** `AdminFieldMeta` */
export function fieldSchema(context: Context): SchemaOrReference {
  return named('AdminFieldMeta', context, () => {
    const field = fieldSchema(context);
    return closedObject(
      {
        name: text,
        path: { ...text, description: 'With dots, from the root of the document.' },
        type: { type: 'string', enum: [...fieldKinds] },
        label: text,
        description: text,
        placeholder: text,
        hidden: always,
        readOnly: always,
        widget: { ...text, description: 'Name of a widget of the branding.' },
        part: { ...count, description: 'Id of the part of the layout that contains it.' },
        width: { type: 'string', enum: ['full', '3/4', '2/3', '1/2', '1/3', '1/4'] },
        position: { type: 'string', enum: ['sidebar'] },
        condition: functionId,
        rowLabel: { ...text, description: 'Name of the field that is the heading of a row.' },
        rowLabelFunction: functionId,
        translations: translationsSchema(context),
        required: always,
        unique: always,
        hasMany: always,
        operators: listOf({ type: 'string', enum: [...operators] }),
        sortable: flag,
        default: { description: 'A constant default.' },
        canUpdate: { ...flag, description: 'Whether the requester may write the field.' },
        integer: always,
        min: { type: 'number' },
        max: { type: 'number' },
        minLength: count,
        maxLength: count,
        pattern: closedObject({ source: text, flags: text }),
        minRows: count,
        maxRows: count,
        time: always,
        from: text,
        options: listOf(
          closedObject({ label: text, value: text, translations: translationsSchema(context) }, [
            'label',
            'value',
          ]),
        ),
        to: listOf(text),
        polymorphic: always,
        ...(hasFiles(context) && { mimeTypes: listOf(text) }),
        collection: text,
        on: text,
        fields: listOf(field),
        layout: layoutSchema(context),
        blocks: listOf(
          closedObject(
            {
              slug: text,
              label: text,
              description: text,
              icon: iconSchema,
              rowLabel: text,
              rowLabelFunction: functionId,
              fields: listOf(field),
              layout: layoutSchema(context),
              translations: translationsSchema(context),
            },
            ['slug', 'label', 'fields'],
          ),
        ),
        ...(hasTextBlocks(context) && { blocksField: text }),
      },
      fieldAlways,
    );
  });
}
