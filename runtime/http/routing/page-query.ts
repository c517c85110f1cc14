import { reason } from '../../errors/reasons/reason.js';
import { badInputAt } from '../../errors/service-error.js';
import { echo } from '../../fields/input-issue.js';
import { parseQueryString } from '../../query/parse/query-string.js';
import { wholeNumber } from '../../query/parse/whole-number.js';

/** Page parameters of the service's own lists. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

const defaultLimit = 10;

/** With the max `limit`, the number of the first item is still an integer that every database accepts. */
const maxPages = 1_000_000_000;

/**
 * Reads the parameters `page` and `limit`, as lists of documents accept them (docs/spec/contract.md#pages).
 *
 * @throws ServiceError BAD_USER_INPUT that names the parameter.
 */
export function readPageQuery(search: string, maxLimit: number): PageQuery {
  const parameters = parseQueryString(search);
  for (const [name, value] of parameters) {
    if (name !== 'page' && name !== 'limit') throw badInputAt(echo(name), reason('parameter.unknown', {}));
    if (value === '') throw badInputAt(name, reason('input.empty'));
  }
  const number = (name: string, range: { from: number; to: number }, unlessGiven: number): number =>
    parameters.has(name) ? wholeNumber(parameters.get(name), name, range) : unlessGiven;
  return {
    page: number('page', { from: 1, to: maxPages }, 1),
    limit: number('limit', { from: 0, to: maxLimit }, Math.min(defaultLimit, maxLimit)),
  };
}

/** Returns the pagination envelope (docs/spec/service.md#pagination-envelope). */
export function pageEnvelope<Item>(
  docs: readonly Item[],
  totalDocs: number,
  { page, limit }: PageQuery,
): {
  readonly docs: readonly Item[];
  readonly totalDocs: number;
  readonly page: number;
  readonly totalPages: number;
  readonly hasNextPage: boolean;
  readonly hasPrevPage: boolean;
} {
  const totalPages = limit === 0 ? 0 : Math.ceil(totalDocs / limit);
  return { docs, totalDocs, page, totalPages, hasNextPage: page < totalPages, hasPrevPage: page > 1 };
}
