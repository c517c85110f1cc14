/** Parses the parameters of a change or deletion of all documents that meet a filter. */
import { reason } from '../../errors/reasons/reason.js';
import { echo, inputIssue, wrongType } from '../../fields/input-issue.js';
import { nearTo } from '../../util/near-miss.js';
import { alwaysHolds } from '../always-holds.js';
import type { ListPlan } from '../plan.js';
import { both } from '../visible.js';
import { nothingHidden } from './hidden-fields.js';
import { parseWhereText } from './list-query.js';
import { parseQueryString } from './query-string.js';
import { readShape } from './read-shape.js';
import type { ListContext } from './reader.js';
import { parseSearch } from './search.js';
import { parseSort } from './sort.js';
import { wholeNumber } from './whole-number.js';

/** Every parameter of such a request. */
export const manyParameters = [
  'where',
  'search',
  'all',
  'draft',
  'expect',
  'dryRun',
  'atomic',
  'async',
] as const;

const ofTrash = [...manyParameters, 'permanent'] as const;

export interface ManyQuery {
  /** Finds the documents, in the order of their ids. */
  readonly plan: ListPlan;
  /** The expected number of documents; null: any number. */
  readonly expect: number | null;
  readonly dryRun: boolean;
  readonly atomic: boolean;
  /** Whether the documents are deleted for good, where deleted ones are kept. */
  readonly permanent: boolean;
}

/** The documents that parameters are about. */
export interface ManyContext extends ListContext {
  /** Max number of documents. */
  readonly limit: number;
  /** Whether they are deleted, and could be kept in a trash. */
  readonly isForTrash?: boolean;
}

/**
 * Parses the raw query string (without `?`) of `PATCH` and `DELETE /api/{slug}`.
 *
 * @throws ServiceError BAD_USER_INPUT, with the parameter. In particular for a missing or empty filter: a
 * mistake must not affect every document.
 */
export function parseManyQuery(
  search: string,
  { collection, scope, hidden = nothingHidden, limit, isForTrash = false }: ManyContext,
): ManyQuery {
  const parameters = parseQueryString(search);
  const known: readonly string[] = isForTrash ? ofTrash : manyParameters;
  for (const [name, value] of parameters) {
    if (!known.includes(name)) throw inputIssue(echo(name), reason('parameter.unknown', nearTo(name, known)));
    if (value === '') throw inputIssue(name, reason('input.empty'));
  }
  if (flag(parameters, 'async', false)) throw inputIssue('async', reason('many.async'));
  const draft = parameters.get('draft');
  const filter = parameters.get('where');
  const text = parameters.get('search');
  const reader = { collection, scope, hidden };
  const where = both(
    filter === undefined ? null : parseWhereText(reader, filter),
    text === undefined ? null : parseSearch(text, reader),
  );
  if (!flag(parameters, 'all', false)) {
    if (filter === undefined && text === undefined) throw inputIssue('where', reason('filter.required'));
    if (where === null) throw inputIssue('where', reason('filter.empty'));
    if (alwaysHolds(where, !collection.drafts || draft === 'false'))
      throw inputIssue('where', reason('filter.alwaysHolds'));
  }
  const expect = parameters.get('expect');
  const paging = { kind: 'page', page: 1, limit } as const;
  const shape = readShape(new Map(draft === undefined ? [] : [['draft', draft]]), {
    document: collection,
    scope,
  });
  return {
    plan: { collection, where, sort: parseSort('id_asc', { collection }), paging, count: 'exact', shape },
    expect:
      expect === undefined ? null : wholeNumber(expect, 'expect', { from: 0, to: Number.MAX_SAFE_INTEGER }),
    dryRun: flag(parameters, 'dryRun', false),
    atomic: flag(parameters, 'atomic', true),
    permanent: flag(parameters, 'permanent', false),
  };
}

function flag(parameters: ReadonlyMap<string, string>, name: string, unless: boolean): boolean {
  const value = parameters.get(name);
  if (value === undefined) return unless;
  if (value !== 'true' && value !== 'false') throw wrongType(name, 'boolean', value);
  return value === 'true';
}
