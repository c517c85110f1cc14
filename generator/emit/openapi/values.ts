import { nullable, type Schema, type SchemaOrReference } from './schema.js';

/** Schemas of values that many fields share. */

export const idSchema: Schema = { type: 'string', format: 'uuid' };

export const timestampSchema: Schema = { type: 'string', format: 'date-time' };

/** Integers that every JSON parser represents exactly; others are refused, so that none is stored wrong. */
export const safeIntegerSchema: Schema = {
  type: 'integer',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
};

/** The tree of a rich text editor. */
export const richTextSchema: Schema = { type: ['object', 'array'], additionalProperties: true, items: {} };

/** Any JSON value but `null`, which means that the field is empty. */
export const presentJsonSchema: Schema = {
  type: ['object', 'array', 'string', 'number', 'boolean'],
  additionalProperties: true,
  items: {},
};

/** The schema where the field is required, else the schema or `null`. */
export function nullableUnless(required: boolean, schema: SchemaOrReference): SchemaOrReference {
  return required ? schema : nullable(schema);
}
