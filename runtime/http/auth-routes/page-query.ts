import { badInput } from '../../errors/service-error.js';
import { echo } from '../../fields/input-fault.js';
import { parseQueryString } from '../../query/parse/query-string.js';
import { wholeNumber } from '../../query/parse/whole-number.js';

/** A page of a list of the service itself. */
export interface PageQuery {
  readonly page: number;
  readonly limit: number;
}

const defaultLimit = 10;

/** With the largest `limit` the number of the first item stays an integer that every database takes. */
const mostPages = 1_000_000_000;

/**
 * The parameters `page` and `limit`, as lists of documents take them (contract, section 4).
 *
 * @throws ServiceError BAD_USER_INPUT that names the parameter.
 */
export function readPageQuery(search: string, maxLimit: number): PageQuery {
  const parameters = parseQueryString(search);
  for (const [name, value] of parameters) {
    if (name !== 'page' && name !== 'limit') throw fault(echo(name), 'unknown parameter');
    if (value === '') throw fault(name, 'must not be empty');
  }
  const number = (name: string, range: { from: number; to: number }, unlessGiven: number): number =>
    parameters.has(name) ? wholeNumber(parameters.get(name), name, range) : unlessGiven;
  return {
    page: number('page', { from: 1, to: mostPages }, 1),
    limit: number('limit', { from: 0, to: maxLimit }, Math.min(defaultLimit, maxLimit)),
  };
}

function fault(name: string, message: string): Error {
  return badInput(`${name}: ${message}`, [{ path: name, message }]);
}

/** The pagination envelope of service.md. */
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
