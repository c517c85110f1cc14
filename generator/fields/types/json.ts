import type { JsonField } from '../../../runtime/codegen/descriptors.js';
import { rasterTypes } from '../../../runtime/util/media-types.js';
import type { Context } from '../../emit/openapi/context.js';
import { closedObject, type SchemaOrReference } from '../../emit/openapi/schema.js';
import { presentJsonSchema } from '../../emit/openapi/values.js';
import { coreType, uploadType } from '../../emit/sdk/core-names.js';
import { type Code, code, key, objectType } from '../../print/code.js';
import { presence } from '../families/filters.js';
import { valueType } from '../families/values.js';
import type { FieldType } from '../field-type.js';

/** Any JSON value, or the sizes of an image. */
export const json: FieldType<JsonField> = valueType<JsonField>({
  rule: (_descriptor, { call }) => call('json'),
  inputSchema: ({ required }) => (required ? presentJsonSchema : {}),
  outputSchema: ({ imageSizes }, { isRequired, context }) => {
    if (imageSizes !== undefined) return sizesSchema(imageSizes, context);
    return isRequired ? presentJsonSchema : {};
  },
  types: ({ imageSizes }) => [imageSizes === undefined ? code`${coreType('Json')}` : sizesType(imageSizes)],
  inputTypes: () => [code`${coreType('JsonInput')}`],
  filter: presence,
  example: {
    isTelling: false,
    value: () => ({}),
    test: () => null,
  },
});

function sizesType(names: readonly string[]): Code {
  return objectType(names.map((name) => code`${key(name)}: ${uploadType('ImageSize')}`));
}

function sizesSchema(
  names: readonly string[],
  { names: components, components: { schema } }: Context,
): SchemaOrReference {
  const size = schema(components.shared('ImageSize'), () => ({
    description: 'An image in one of its sizes.',
    ...closedObject({
      url: { type: 'string', description: 'Path of the image. It is new when the image looks different.' },
      width: { type: 'integer', description: 'Pixels.' },
      height: { type: 'integer', description: 'Pixels.' },
      mimeType: { type: 'string', enum: [...rasterTypes] },
    }),
  }));
  return closedObject(Object.fromEntries(names.map((name) => [name, size])));
}
