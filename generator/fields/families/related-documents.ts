/** Documents that a field leads to, as they are inside other documents. */
import type { Context } from '../../emit/openapi/context.js';
import { reference, type SchemaOrReference } from '../../emit/openapi/schema.js';
import { hasRelations } from '../../emit/openapi/walk.js';

/** A related document: at depth 0 on the last level, populated above it. */
export function populatedForms(slug: string, { collection, names }: Context): readonly SchemaOrReference[] {
  const target = collection(slug);
  const { type } = target.names;
  const flat = reference(type);
  return hasRelations(target.fields) ? [flat, reference(names.of(type, 'Populated'))] : [flat];
}
