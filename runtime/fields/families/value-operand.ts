import type { FieldBase } from '../field-base.js';
import type { OperandInput } from '../field-type.js';
import { wrongType } from '../input-issue.js';
import { type Operand, readEach, type StoredValue } from '../operand.js';

/** A field of any type. */
export interface FieldOfType extends FieldBase {
  readonly type: string;
}

type ReadOperand<Field> = (field: Field, input: OperandInput) => Operand;

/** Reads operands that consist of single values of the field. */
export function valueOperand<Field extends FieldBase>(
  readOf: (field: Field) => (value: unknown, path: string) => StoredValue,
): ReadOperand<Field> {
  return (field, { operator, value, path }) => {
    const read = readOf(field);
    switch (operator) {
      case 'in':
      case 'not_in':
        return { kind: 'values', values: readEach(value, path, read) };
      case 'within':
        return readRange(value, path, read);
      case 'contains':
      case 'not_contains':
        return { kind: 'needle', text: String(read(value, path)) };
      case 'equals':
      case 'not_equals':
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return { kind: 'value', value: read(value, path) };
    }
  };
}

/** The same for a list: `contains` compares each member with the operand. */
export function memberOperand<Field extends FieldBase>(operand: ReadOperand<Field>): ReadOperand<Field> {
  return (field, input) => {
    const { operator } = input;
    const isMember = operator === 'contains' || operator === 'not_contains';
    return operand(field, isMember ? { ...input, operator: 'equals' } : input);
  };
}

/** Of fields that only support `exists`, or no operator. */
export function noOperand({ type }: FieldOfType, { operator }: OperandInput): never {
  throw new TypeError(`${operator} fits no field of type ${type}: parseWhere refuses it.`);
}

function readRange(
  value: unknown,
  path: string,
  read: (value: unknown, path: string) => StoredValue,
): Operand {
  if (!Array.isArray(value) || value.length !== 2) {
    throw wrongType(path, 'range', value);
  }
  const [from, to] = [read(value[0], `${path}.0`), read(value[1], `${path}.1`)];
  return { kind: 'range', from, to };
}
