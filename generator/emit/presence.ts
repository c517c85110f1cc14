/** Which fields a body must have, in validators and in types alike. */

import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import { isWritable } from '../../runtime/fields/writable.js';

/**
 * The purpose of a body: `create` requires all required fields; `update` none, since it is merged into the
 * document and into groups; in a `draft` required fields are optional and can be cleared. Rows are replaced
 * as a whole, so rows of an update are like those of a creation.
 */
export type Mode = 'create' | 'update' | 'draft';

/** The purpose of a row in a body. */
export type RowMode = 'create' | 'draft';

/** The purpose of the rows in a body: they are not merged. */
export function rowMode(mode: Mode): RowMode {
  return mode === 'draft' ? 'draft' : 'create';
}

/** A field must be there, may be absent (`optional`), or may be null too (`nullish`). */
export type Presence = 'required' | 'optional' | 'nullish';

/** Whether a body of a kind must have a field. */
export function presenceOf(descriptor: FieldDescriptor, mode: Mode): Presence {
  if (mode === 'draft') return 'nullish';
  if (descriptor.type === 'group') {
    if (!isRequired(descriptor)) return 'nullish';
    const mustBeGiven = descriptor.fields
      .filter(isWritable)
      .some((field) => presenceOf(field, mode) === 'required');
    return mustBeGiven ? 'required' : 'optional';
  }
  if (!isRequired(descriptor)) return 'nullish';
  return mode === 'update' || isFilled(descriptor) ? 'optional' : 'required';
}

/** Required of a body: itself, or a group with a required field: null would clear that one too. */
export function isRequired(descriptor: FieldDescriptor): boolean {
  if (!isWritable(descriptor)) return false;
  return descriptor.type === 'group' ? descriptor.fields.some(isRequired) : descriptor.required === true;
}

/** Whether the runtime has a value if none is given. */
export function isFilled(descriptor: FieldDescriptor): boolean {
  if (descriptor.default !== undefined || descriptor.defaultCallback === true) return true;
  return descriptor.type === 'slug' && descriptor.from !== undefined;
}
