/** The operators of `where`. */

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

/** Of values without an order. */
export const equality: readonly Operator[] = ['equals', 'not_equals', 'in', 'not_in', 'exists'];
/** Of values with an order. */
export const order: readonly Operator[] = ['gt', 'gte', 'lt', 'lte'];
/** Of lists, which are tested by their members. */
export const membership: readonly Operator[] = ['contains', 'not_contains', 'in', 'not_in', 'exists'];
/** Of values that filters cannot look into. */
export const presence: readonly Operator[] = ['exists'];
