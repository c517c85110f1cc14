import type { DocumentDescriptor } from '../codegen/descriptors.js';
import { parseWhere } from '../query/parse/where.js';
import type { WhereNode } from '../query/plan.js';
import type { QueryScope } from '../query/scope.js';

/**
 * A plain object: an instance of a class (a Map, an error, a document of some library) was not meant as a
 * filter.
 */
export function isConstraint(answer: unknown): answer is object {
  if (typeof answer !== 'object' || answer === null) return false;
  const prototype: unknown = Object.getPrototypeOf(answer);
  return prototype === Object.prototype || prototype === null;
}

/**
 * The filter that a `read` callback returned. It may use every field, hidden ones too.
 *
 * @throws Error when it is not valid: that is an error in the config, and nothing may be read then.
 */
export function parseConstraint(
  document: DocumentDescriptor,
  constraint: object,
  scope: QueryScope,
): WhereNode | null {
  return parseWhere(withDatesAsText(constraint, 0), {
    collection: document,
    scope,
    path: 'constraint',
    trusted: true,
  });
}

/** Far deeper than a filter may nest; it ends circular references. */
const deepest = 64;

/**
 * Dates as filters write them. Nothing is dropped: `{ author: undefined }` must not become a filter for
 * everything.
 */
function withDatesAsText(value: unknown, depth: number): unknown {
  if (depth > deepest) throw new TypeError('The filter nests too deep.');
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((inner) => withDatesAsText(inner, depth + 1));
  if (!isConstraint(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withDatesAsText(inner, depth + 1)]),
  );
}
