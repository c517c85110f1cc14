import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas31';

/** A JSON Schema 2020-12 as OpenAPI 3.1 uses it, with the keywords that the model's type leaves out. */
export interface Schema extends SchemaObject {
  patternProperties?: { [pattern: string]: SchemaOrReference };
  /** Of a string: the schema of the parsed text. */
  contentSchema?: SchemaOrReference;
}

export type SchemaOrReference = Schema | ReferenceObject;

export type Properties = { [name: string]: SchemaOrReference };

export function isReference(schema: SchemaOrReference): schema is ReferenceObject {
  return schema.$ref !== undefined;
}

export function reference(schema: string): ReferenceObject {
  return { $ref: `#/components/schemas/${schema}` };
}

/**
 * An object with these properties and no other. `required` names those that are always present; default: all.
 */
export function closedObject(
  properties: Properties,
  required: readonly string[] = Object.keys(properties),
): Schema {
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required: [...required] }),
    additionalProperties: false,
  };
}

/** One of several schemas; a single schema is returned as it is. */
export function anyOf(choices: readonly SchemaOrReference[]): SchemaOrReference {
  const [only] = choices;
  return only !== undefined && choices.length === 1 ? only : { anyOf: [...choices] };
}

/** One of several objects, distinguished by a property: the schema for each of its values. */
export function choiceBy(property: string, schemas: ReadonlyMap<string, ReferenceObject>): SchemaOrReference {
  const choice = anyOf([...schemas.values()]);
  if (schemas.size < 2) return choice;
  const mapping = Object.fromEntries([...schemas].map(([value, { $ref }]) => [value, $ref]));
  return { ...choice, discriminator: { propertyName: property, mapping } };
}

/** The schema, or `null`. */
export function nullable(schema: SchemaOrReference): SchemaOrReference {
  if (isReference(schema)) return anyOf([schema, { type: 'null' }]);
  const { type } = schema;
  if (schema.anyOf) return nullableChoice(schema, schema.anyOf);
  // A schema without a type allows every value, including `null`.
  if (type === undefined) return schema;
  return {
    ...schema,
    type: [...(Array.isArray(type) ? type : [type]), 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

/**
 * A choice of schemas gets one more; next to a type (a list with a choice of lengths) it is an additional
 * condition.
 */
function nullableChoice(schema: Schema, choices: readonly SchemaOrReference[]): Schema {
  if (schema.type === undefined) return { ...schema, anyOf: [...choices, { type: 'null' }] };
  return { anyOf: [schema, { type: 'null' }] };
}

/** The schema with a description, if there is one. */
export function described(schema: SchemaOrReference, description: string | null): SchemaOrReference {
  return description === null ? schema : { ...schema, description };
}
