import type { ListField } from '../columns.js';

/** Kinds of inputs for the operand of a condition. */
export type OperandKind =
  | 'text'
  | 'texts'
  | 'number'
  | 'numbers'
  | 'number-range'
  | 'day'
  | 'moment'
  | 'day-range'
  | 'moment-range'
  | 'yes-no'
  | 'option'
  | 'options'
  | 'reference'
  | 'references'
  | 'circle';

/** Returns the kind of operand for a field and an operator. */
export function operandKind({ type, time }: ListField, operator: string): OperandKind {
  if (operator === 'exists') return 'yes-no';
  const isMany = operator === 'in' || operator === 'not_in';
  switch (type) {
    case 'boolean':
      return 'yes-no';
    case 'select':
      return isMany ? 'options' : 'option';
    case 'relationship':
      return isMany ? 'references' : 'reference';
    case 'number':
      return operator === 'within' ? 'number-range' : isMany ? 'numbers' : 'number';
    case 'date':
      if (operator === 'within') return time ? 'moment-range' : 'day-range';
      return time ? 'moment' : 'day';
    case 'point':
      return 'circle';
    default:
      return isMany ? 'texts' : 'text';
  }
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
