/**
 * Which operators of `where` fit which field. Part of the entry point: the query engine checks requests
 * against it, and the SDK's types and the OpenAPI document are printed from it.
 */
import type { FieldDescriptor } from './descriptors.js';

/** Every operator, in the order in which documentation lists them. */
export const operators = [
  'equals',
  'not_equals',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'gt',
  'gte',
  'lt',
  'lte',
  'exists',
  'within',
] as const;

export type Operator = (typeof operators)[number];

const equality = ['equals', 'not_equals', 'in', 'not_in', 'exists'] as const satisfies readonly Operator[];
const order = ['gt', 'gte', 'lt', 'lte'] as const satisfies readonly Operator[];
const text: readonly Operator[] = [...equality, 'contains', 'not_contains', ...order];
const ordered: readonly Operator[] = [...equality, ...order, 'within'];
const list: readonly Operator[] = ['contains', 'not_contains', 'in', 'not_in', 'exists'];
const point: readonly Operator[] = ['within', 'exists'];
const presence: readonly Operator[] = ['exists'];
const none: readonly Operator[] = [];

/** The operators that fit a field. None fit a `group` (its fields are filtered) and a `join`. */
export function operatorsOf(field: FieldDescriptor): readonly Operator[] {
  if ('hasMany' in field && field.hasMany) return list;
  switch (field.type) {
    case 'text':
    case 'textarea':
    case 'email':
    case 'url':
    case 'slug':
      return text;
    case 'number':
    case 'date':
      return ordered;
    case 'boolean':
    case 'select':
    case 'relationship':
      return equality;
    case 'point':
      return point;
    case 'json':
    case 'richText':
    case 'array':
    case 'blocks':
      return presence;
    case 'group':
    case 'join':
      return none;
  }
}

/** Whether lists can be sorted by a field: single values with an order, outside rows. */
export function isSortable(field: FieldDescriptor): boolean {
  if ('hasMany' in field && field.hasMany) return false;
  switch (field.type) {
    case 'text':
    case 'textarea':
    case 'email':
    case 'url':
    case 'slug':
    case 'number':
    case 'date':
    case 'boolean':
    case 'select':
      return field.column !== undefined;
    default:
      return false;
  }
}
