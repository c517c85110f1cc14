import type { ListField } from '../columns.js';

/** What is asked for as the other side of a condition. */
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

/** From the field's type and the operator. */
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

/** Whether a filled-in value of one kind still makes sense for another. */
export function keepsOperand(before: OperandKind, after: OperandKind): boolean {
  return before === after;
}

/** Operators that a field has and this editor knows how to ask for. */
export function editableOperators(field: ListField): readonly string[] {
  const dates = field.type === 'date' ? ['in', 'not_in'] : [];
  return field.operators.filter((operator) => !dates.includes(operator));
}
