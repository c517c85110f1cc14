import type { ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import type { Context } from '../context.js';
import type { ErrorName } from '../errors.js';
import type { Properties, Schema, SchemaOrReference } from '../schema.js';

/** A route of the dashboard: what its handler takes and returns. Path, method and guard are in its table. */
export interface AdminEndpoint {
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly answers: string;
  readonly schema: (context: Context) => SchemaOrReference;
  /** It has an `ETag`, so that an unchanged response is not sent again. */
  readonly tagged?: boolean;
  /** Of a POST. */
  readonly body?: (context: Context) => SchemaOrReference;
  readonly errors?: readonly ErrorName[];
}

/** An endpoint for each route of a part of the table. */
export type AdminEndpoints<Id extends string> = Readonly<Record<Id, AdminEndpoint>>;

export const text: Schema = { type: 'string' };
export const flag: Schema = { type: 'boolean' };
export const total: Schema = { type: 'integer', minimum: 0 };
export const kind: Schema = { type: 'string', enum: ['collection', 'global'] };

/** How a response names a document. */
export const nameProperties: Properties = {
  kind,
  slug: text,
  id: { ...text, description: '`global` for a global.' },
  title: {
    type: ['string', 'null'],
    description: 'Value of the title field; null if it is empty or the requester may not read it.',
  },
};

export function listOf(items: SchemaOrReference): Schema {
  return { type: 'array', items };
}

/** A schema of this name that all services have. */
export function named(name: string, { components, names }: Context, make: () => Schema): SchemaOrReference {
  return components.schema(names.shared(name), make);
}

export function slugParameter(description: string): ParameterObject {
  return { name: 'slug', in: 'path', required: true, description, schema: { type: 'string' } };
}
