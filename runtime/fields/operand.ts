/** Operands of `where`: checked against their field, and brought into the form in which values are stored. */

import type { Operator } from '../codegen/operators.js';
import { didYouMean } from '../util/near-miss.js';
import { dayOrTimestamp, isDate } from './date-text.js';
import type { FieldDescriptor, RelationshipField } from './field-descriptor.js';
import { inputIssue, kindOfValue } from './input-issue.js';
import { type Area, readArea } from './shapes.js';

/** A single value as columns store it: text, number, `0` and `1` for booleans. */
export type StoredValue = string | number;

/** A document of one of several collections. */
export interface Reference {
  readonly collection: string;
  readonly id: string;
}

export type Operand =
  | { readonly kind: 'value'; readonly value: StoredValue }
  /** The search text of `contains`. */
  | { readonly kind: 'needle'; readonly text: string }
  | { readonly kind: 'values'; readonly values: readonly StoredValue[] }
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'references'; readonly references: readonly Reference[] }
  | { readonly kind: 'exists'; readonly value: boolean }
  | { readonly kind: 'range'; readonly from: StoredValue; readonly to: StoredValue }
  | { readonly kind: 'area'; readonly area: Area };

/** Max values in one `in` or `not_in`. */
const maxValues = 500;

const loneSurrogate = /\p{Surrogate}/u;

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
  switch (operator) {
    case 'exists':
      if (typeof value !== 'boolean')
        throw inputIssue(path, `must be true or false, not ${kindOfValue(value)}`);
      return { kind: 'exists', value };
    case 'in':
    case 'not_in':
      return readList(field, value, path);
    case 'within':
      return field.type === 'point'
        ? { kind: 'area', area: readArea(value, path) }
        : readRange(field, value, path);
    case 'contains':
    case 'not_contains':
      if ('hasMany' in field && field.hasMany) return readSingle(field, value, path);
      return { kind: 'needle', text: String(readValue(field, value, path)) };
    default:
      return readSingle(field, value, path);
  }
}

function readSingle(field: FieldDescriptor, value: unknown, path: string): Operand {
  return isPolymorphic(field)
    ? { kind: 'reference', reference: readReference(field, value, path) }
    : { kind: 'value', value: readValue(field, value, path) };
}

function readList(field: FieldDescriptor, value: unknown, path: string): Operand {
  if (!Array.isArray(value)) throw inputIssue(path, `must be a list, not ${kindOfValue(value)}`);
  if (value.length > maxValues) {
    throw inputIssue(path, `has ${value.length} values; at most ${maxValues} are allowed`);
  }
  return isPolymorphic(field)
    ? {
        kind: 'references',
        references: value.map((item: unknown, index) => readReference(field, item, `${path}.${index}`)),
      }
    : {
        kind: 'values',
        values: value.map((item: unknown, index) => readValue(field, item, `${path}.${index}`)),
      };
}

function readRange(field: FieldDescriptor, value: unknown, path: string): Operand {
  if (!Array.isArray(value) || value.length !== 2) {
    throw inputIssue(path, `must be a range [from, to], not ${kindOfValue(value)}`);
  }
  const [from, to] = [readValue(field, value[0], `${path}.0`), readValue(field, value[1], `${path}.1`)];
  return { kind: 'range', from, to };
}

function readValue(field: FieldDescriptor, value: unknown, path: string): StoredValue {
  switch (field.type) {
    case 'number':
      if (typeof value !== 'number') throw wrongType(path, 'a number', value);
      return value;
    case 'boolean':
      if (typeof value !== 'boolean') throw wrongType(path, 'true or false', value);
      return value ? 1 : 0;
    case 'date':
      return field.time ? readTimestamp(value, path) : readDate(value, path);
    case 'relationship':
      if (typeof value !== 'string') throw wrongType(path, 'the id of a document', value);
      return readText(value, path);
    default:
      if (typeof value !== 'string') throw wrongType(path, 'a text', value);
      return readText(value, path);
  }
}

function readText(value: string, path: string): string {
  // No stored text contains either, and a database would not store either unchanged.
  if (value.includes('\0')) throw inputIssue(path, 'must not contain the character NUL');
  if (loneSurrogate.test(value)) throw inputIssue(path, 'must not contain half of a surrogate pair');
  return value;
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

function isPolymorphic(field: FieldDescriptor): field is RelationshipField {
  return field.type === 'relationship' && field.polymorphic === true;
}

function readReference(field: RelationshipField, value: unknown, path: string): Reference {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw wrongType(path, 'an object { collection, id }', value);
  }
  const { collection, id, ...others } = value as Readonly<Record<string, unknown>>;
  if (typeof collection !== 'string' || typeof id !== 'string' || Object.keys(others).length > 0) {
    throw inputIssue(path, 'must be an object { collection, id } of two texts');
  }
  if (!field.to.includes(collection)) {
    const known = didYouMean(collection, field.to);
    throw inputIssue(`${path}.collection`, `is none of the collections ${field.to.join(', ')}${known}`);
  }
  return { collection, id: readText(id, `${path}.id`) };
}

function wrongType(path: string, wanted: string, value: unknown): Error {
  return inputIssue(path, `must be ${wanted}, not ${kindOfValue(value)}`);
}
