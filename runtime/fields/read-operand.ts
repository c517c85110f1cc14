import type { FieldDescriptor } from './field-descriptor.js';
import { fieldTypeOf } from './index.js';
import { wrongType } from './input-issue.js';
import type { Operand } from './operand.js';
import type { Operator } from './operators.js';

/**
 * Reads an operand other than the `null` of `equals` and `not_equals`. The operator fits the field.
 * Throws a `BAD_USER_INPUT` that names `path`.
 */
export function readOperand(
  field: FieldDescriptor,
  operator: Operator,
  value: unknown,
  path: string,
): Operand {
  if (operator !== 'exists') return fieldTypeOf(field).operand(field, { operator, value, path });
  if (typeof value !== 'boolean') throw wrongType(path, 'boolean', value);
  return { kind: 'exists', value };
}
