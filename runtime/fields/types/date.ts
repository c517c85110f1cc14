import { dayOrTimestamp, isDate } from '../date-text.js';
import { singleValue } from '../families/single-value.js';
import type { DateField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';
import { wrongType } from '../operand.js';
import { equality, order } from '../operators.js';

export const date: StoredFieldType<DateField> = singleValue({
  columnType: dateKind,
  valueKind: dateKind,
  operators: [...equality, ...order, 'within'],
  reader: ({ time }) => (time ? readTimestamp : readDate),
});

function dateKind({ time }: DateField): 'date' | 'timestamp' {
  return time ? 'timestamp' : 'date';
}

function readDate(value: unknown, path: string): string {
  if (typeof value === 'string' && isDate(value)) return value;
  throw wrongType(path, 'a date such as "2026-01-31"', value);
}

function readTimestamp(value: unknown, path: string): string {
  const stored = typeof value === 'string' ? dayOrTimestamp(value) : null;
  if (stored !== null) return stored;
  throw wrongType(path, 'a timestamp with its zone such as "2026-01-31T09:00:00Z"', value);
}
