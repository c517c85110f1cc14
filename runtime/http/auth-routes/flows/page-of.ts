import type { LimitsDescriptor } from '../../../codegen/descriptors.js';
import { echo, inputFault } from '../../../fields/input-fault.js';
import { parseQueryString } from '../../../query/parse/query-string.js';
import { wholeNumber } from '../../../query/parse/whole-number.js';

/** A page of a list that is no collection. */
export interface Page {
  readonly page: number;
  readonly limit: number;
}

/** `page` and `limit`, as lists of documents take them (contract, section 4). @throws ServiceError BAD_USER_INPUT */
export function parsePage(search: string, { maxLimit }: Pick<LimitsDescriptor, 'maxLimit'>): Page {
  const parameters = parseQueryString(search);
  for (const name of parameters.keys()) {
    if (name !== 'page' && name !== 'limit')
      throw inputFault(echo(name), 'unknown parameter; known are page, limit');
  }
  const read = (name: string, range: { from: number; to: number }, otherwise: number): number =>
    parameters.has(name) ? wholeNumber(parameters.get(name), name, range) : otherwise;
  const page = read('page', { from: 1, to: Number.MAX_SAFE_INTEGER }, 1);
  return { page, limit: read('limit', { from: 0, to: maxLimit }, Math.min(10, maxLimit)) };
}

/** Where a page begins, as a number that every database takes. */
export function offsetOf({ page, limit }: Page): number {
  return Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER);
}

/** The envelope of service.md around a page. */
export function pageEnvelope<Item>(
  docs: readonly Item[],
  totalDocs: number,
  { page, limit }: Page,
): {
  readonly docs: readonly Item[];
  readonly totalDocs: number;
  readonly page: number;
  readonly totalPages: number;
  readonly hasNextPage: boolean;
  readonly hasPrevPage: boolean;
} {
  const totalPages = limit === 0 ? 0 : Math.ceil(totalDocs / limit);
  return {
    docs,
    totalDocs,
    page,
    totalPages,
    hasNextPage: limit > 0 && page < totalPages,
    hasPrevPage: page > 1,
  };
}
