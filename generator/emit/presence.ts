/** Which fields a body must have, in validators and in types alike. */
import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';

/**
 * What a body is for: `create` asks for all required fields; `update` for none, since it is merged into the document and into
 * groups; `draft` neither asks for required fields nor keeps them from being cleared. Rows are replaced whole, so that those
 * of an update are as those of a creation.
 */
export type Mode = 'create' | 'update' | 'draft';

/** A field must be there, may be absent (`optional`), or may be null too (`nullish`). */
export type Presence = 'required' | 'optional' | 'nullish';

/** Whether a body of a kind must have a field. */
export function presenceOf(descriptor: FieldDescriptor, mode: Mode): Presence {
  if (mode === 'draft') return 'nullish';
  if (descriptor.type === 'group') {
    if (!descriptor.fields.some(isRequired)) return 'nullish';
    const mustBeGiven = descriptor.fields.some((field) => presenceOf(field, mode) === 'required');
    return mustBeGiven ? 'required' : 'optional';
  }
  if (!isRequired(descriptor)) return 'nullish';
  return mode === 'update' || isFilled(descriptor) ? 'optional' : 'required';
}

/** Required itself, or a group that has a required field: null would clear that one too. */
export function isRequired(descriptor: FieldDescriptor): boolean {
  return descriptor.type === 'group' ? descriptor.fields.some(isRequired) : descriptor.required === true;
}

/** The runtime has a value where none is given. */
export function isFilled(descriptor: FieldDescriptor): boolean {
  if (descriptor.default !== undefined || descriptor.defaultCallback === true) return true;
  return descriptor.type === 'slug' && descriptor.from !== undefined;
}
