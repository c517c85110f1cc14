import type { OperandKind } from '../../../fields/field-type.js';
import { fieldTypeOf } from '../../../fields/types/index.js';
import type { ListField } from '../columns.js';

/** Returns the kind of operand for a field and an operator. */
export function operandKind(field: ListField, operator: string): OperandKind {
  return operator === 'exists' ? 'yes-no' : fieldTypeOf(field).operand(field, operator);
}

/** Whether an operand of one kind is still valid for another kind. */
export function keepsOperand(before: OperandKind, after: OperandKind): boolean {
  return before === after;
}

/** The operators of a field that this editor supports. */
export function editableOperators(field: ListField): readonly string[] {
  const dates = field.type === 'date' ? ['in', 'not_in'] : [];
  return field.operators.filter((operator) => !dates.includes(operator));
}
