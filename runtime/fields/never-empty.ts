import type { JsonValue } from '../util/json.js';
import type { FieldDescriptor } from './field-descriptor.js';

/**
 * The value that replaces an empty one: of a boolean, or a select of one option, with a constant default.
 * Undefined for other fields, which may be empty.
 */
export function constantFor(field: FieldDescriptor): JsonValue | undefined {
  const isChoice = field.type === 'boolean' || (field.type === 'select' && field.hasMany !== true);
  return isChoice ? field.default : undefined;
}

/** Whether a field is never `null`, though it need not be required. */
export function isNeverEmpty(field: FieldDescriptor): boolean {
  return constantFor(field) !== undefined;
}
