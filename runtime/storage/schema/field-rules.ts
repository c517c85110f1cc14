import type { FieldDescriptor } from '../../codegen/descriptors.js';
import { fieldTypeOf } from '../../fields/index.js';
import { isNeverEmpty } from '../../fields/never-empty.js';
import type { FieldRules } from './storage-schema.js';

const limits = ['min', 'max', 'minLength', 'maxLength', 'minRows', 'maxRows'] as const;

/** Returns the rules of a field that existing values may break. */
export function fieldRules(field: FieldDescriptor): FieldRules {
  const { type, required } = field;
  return {
    type,
    ...(required && { required }),
    ...(isNeverEmpty(field) && { filled: true }),
    ...((required || isNeverEmpty(field)) && field.default !== undefined && { default: field.default }),
    ...fieldTypeOf(field).valueRules(field),
    ...limitsOf(field),
    ...('pattern' in field && field.pattern !== undefined && { pattern: field.pattern }),
  };
}

function limitsOf(field: FieldDescriptor): Partial<Record<(typeof limits)[number], number>> {
  // A field has only the limits of its type.
  const given = field as Partial<Record<(typeof limits)[number], number>>;
  return Object.fromEntries(
    limits.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const])),
  );
}
