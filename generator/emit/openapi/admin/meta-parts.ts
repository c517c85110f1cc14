/** Schemas that several parts of the response of GET /api/admin/meta have. */

import { iconNames } from '../../../../runtime/config/icon-name.js';
import type { Context } from '../context.js';
import { closedObject, type Schema, type SchemaOrReference } from '../schema.js';

export const text: Schema = { type: 'string' };
export const flag: Schema = { type: 'boolean' };
/** A property that is present only where it is true. */
export const always: Schema = { type: 'boolean', enum: [true] };
export const count: Schema = { type: 'integer', minimum: 0 };

/** A list of values of one schema. */
export function listOf(items: SchemaOrReference): Schema {
  return { type: 'array', items };
}

/** A schema with a name of its own, which no schema of the config takes. */
export function named(name: string, { components, names }: Context, make: () => Schema): SchemaOrReference {
  return components.schema(names.shared(name), make);
}

/** Id of a function of the config that runs in the browser. */
export const functionId: Schema = {
  ...text,
  description: 'Name of a function in the module of the branding.',
};

/** `AdminTranslations` */
export function translationsSchema(context: Context): SchemaOrReference {
  return named('AdminTranslations', context, () => ({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: text },
    description: 'Texts in other languages: by language, then by the property that they replace.',
  }));
}

/** A list of `AdminLayoutPart`. */
export function layoutSchema(context: Context): Schema {
  const part = named('AdminLayoutPart', context, () =>
    closedObject(
      {
        id: count,
        type: { type: 'string', enum: ['row', 'tabs', 'tab', 'collapsible'] },
        in: { ...count, description: 'Id of the part around it.' },
        label: text,
        description: text,
        closed: always,
        condition: functionId,
        translations: translationsSchema(context),
      },
      ['id', 'type'],
    ),
  );
  return { ...listOf(part), description: 'What arranges the fields in forms.' };
}

/** `AdminPermission` */
export function permissionSchema(context: Context): SchemaOrReference {
  return named('AdminPermission', context, () => ({
    enum: [true, false, 'row'],
    description: '`row`: a rule decides for each document.',
  }));
}

/** Name of an icon. */
export const iconSchema: Schema = { type: 'string', enum: [...iconNames] };
