/** Documents that a field leads to, as they are inside other documents. */
import type { Context } from '../../emit/openapi/context.js';
import type { Relations } from '../../emit/openapi/output-shape.js';
import { reference, type SchemaOrReference } from '../../emit/openapi/schema.js';
import { hasRelations } from '../../emit/openapi/walk.js';

/** A related document: at depth 0 on the last level, populated above it; or reduced by `select`. */
export function relatedForms(
  slug: string,
  relations: Relations,
  { collection, names }: Context,
): readonly SchemaOrReference[] {
  const target = collection(slug);
  const { type } = target.names;
  if (relations === 'selected') return [reference(names.of(type, 'Selected'))];
  const flat = reference(target.descriptor.drafts ? names.of(type, 'Merged') : type);
  return hasRelations(target.fields) ? [flat, reference(names.of(type, 'Populated'))] : [flat];
}
