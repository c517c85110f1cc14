/** Parses the parameters of a list of the trash: docs/spec/content-tools.md#trash. */
import type { CollectionDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { reason } from '../../errors/reasons/reason.js';
import { issueAt, ServiceError } from '../../errors/service-error.js';
import { echo, gotOf, inputIssue } from '../../fields/input-issue.js';
import { isJsonObject } from '../../util/json.js';
import { nearestName, suggested } from '../../util/near-miss.js';
import type { SortTerm, WhereNode } from '../plan.js';
import type { QueryScope } from '../scope.js';
import { type HiddenFields, namesHidden, nothingHidden, refuseHidden } from './hidden-fields.js';
import { parseWhereText } from './list-query.js';
import { parseQueryString } from './query-string.js';
import { parseSort } from './sort.js';
import { wholeNumber } from './whole-number.js';

/** A page of the trash. */
export interface TrashPlan {
  readonly page: number;
  readonly limit: number;
  readonly sort: readonly SortTerm[];
  readonly where: WhereNode | null;
}

/** Every parameter of such a list. */
export const trashParameters = ['trash', 'page', 'limit', 'sort', 'where'] as const;

/** What documents in the trash are found and sorted by. */
export const trashPaths = ['_deletedAt', 'title', 'id'] as const;

const defaultLimit = 10;
const maxPages = 1_000_000_000;
const made = new WeakMap<CollectionDescriptor, CollectionDescriptor>();

/** What the trash of a collection is for filters and sorts: rows with three columns. */
export function trashRowsOf(collection: CollectionDescriptor): CollectionDescriptor {
  const known = made.get(collection);
  if (known !== undefined) return known;
  const fields: readonly FieldDescriptor[] = [
    { type: 'date', time: true, name: '_deletedAt', path: '_deletedAt', column: '_deletedAt' },
    { type: 'text', name: 'title', path: 'title', column: 'title' },
  ];
  const rows: CollectionDescriptor = {
    ...{ kind: 'collection', slug: collection.slug, table: `${collection.table}__trash`, drafts: false },
    ...{ defaultSort: '_deletedAt_desc', fields, indexes: [] },
  };
  made.set(collection, rows);
  return rows;
}

/** Whether a request is about the trash: its parameter is checked by {@link parseTrashParameter}. */
export function namesTrash(search: string): boolean {
  return /(?:^|&)trash=/.test(search);
}

/**
 * Checks the value of `trash`.
 *
 * @throws ServiceError BAD_USER_INPUT unless it is `only`.
 */
export function refuseOtherTrash(value: string | undefined): void {
  if (value === 'only') return;
  throw inputIssue('trash', reason('input.notAllowed', { values: ['only'], got: gotOf(value) }));
}

/**
 * Parses the query string of `GET /api/{slug}?trash=only`.
 *
 * @throws ServiceError BAD_USER_INPUT with the parameter or the path; FORBIDDEN for a filter or sort by a
 * title that the requester may not read.
 */
export function parseTrashQuery(
  search: string,
  {
    collection,
    scope,
    hidden = nothingHidden,
    isUnread = false,
  }: {
    readonly collection: CollectionDescriptor;
    readonly scope: QueryScope;
    readonly hidden?: HiddenFields | undefined;
    /** Whether the requester reads no document of the collection: then titles decide nothing either. */
    readonly isUnread?: boolean;
  },
): TrashPlan {
  const parameters = parseQueryString(search);
  for (const [name, value] of parameters) {
    if (!(trashParameters as readonly string[]).includes(name)) {
      throw inputIssue(
        echo(name),
        reason('parameter.unknown', suggested(nearestName(name, trashParameters))),
      );
    }
    if (value === '') throw inputIssue(name, reason('input.empty'));
  }
  refuseOtherTrash(parameters.get('trash'));
  const { maxLimit } = scope.limits;
  const number = (name: string, range: { from: number; to: number }, unlessGiven: number): number =>
    parameters.has(name) ? wholeNumber(parameters.get(name), name, range) : unlessGiven;
  const rows = trashRowsOf(collection);
  const named = new Set<string>();
  const sortText = parameters.get('sort');
  if (sortText !== undefined) noteSorted(sortText, named);
  const whereText = parameters.get('where');
  const where =
    whereText === undefined
      ? null
      : parseWhereText({ collection: rows, scope, hidden: nothingHidden }, notedWhere(whereText, named));
  refuseOtherPaths(named);
  const place = where === null ? 'sort' : 'where';
  if (isUnread && named.has('title')) {
    const why = reason('access.hiddenField', { path: 'title' });
    throw new ServiceError('FORBIDDEN', why, { details: [issueAt(place, why)] });
  }
  const title = collection.trash?.title;
  if (
    title !== undefined &&
    named.has('title') &&
    namesHidden({ document: collection, path: title }, { hidden, scope })
  ) {
    refuseHidden({ document: collection, path: title, place }, { hidden, scope });
  }
  return {
    page: number('page', { from: 1, to: maxPages }, 1),
    limit: number('limit', { from: 0, to: maxLimit }, Math.min(defaultLimit, maxLimit)),
    sort: parseSort(sortText ?? rows.defaultSort, { collection: rows }),
    where,
  };
}

function noteSorted(text: string, named: Set<string>): void {
  for (const term of text.split(',')) named.add(term.trim().replace(/_(?:asc|desc)$/, ''));
}

/** Notes the paths of a filter, and returns its text. One that is no JSON is refused by its parser. */
function notedWhere(text: string, named: Set<string>): string {
  try {
    notePaths(JSON.parse(text), named, 0);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return text;
}

/** Deeper filters are refused by their parser. */
const maxDepth = 20;

function notePaths(filter: unknown, named: Set<string>, depth: number): void {
  if (!isJsonObject(filter) || depth > maxDepth) return;
  for (const [path, value] of Object.entries(filter)) {
    if (path !== 'AND' && path !== 'OR') named.add(path);
    else if (Array.isArray(value)) for (const one of value) notePaths(one, named, depth + 1);
  }
}

function refuseOtherPaths(named: ReadonlySet<string>): void {
  for (const path of named) {
    if ((trashPaths as readonly string[]).includes(path)) continue;
    throw inputIssue(echo(path), reason('trash.notSearchable', { paths: trashPaths }));
  }
}
