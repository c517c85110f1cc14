/** Parses `title_asc,createdAt_desc` to terms. */
import { isStateField } from '../../codegen/built-in-fields.js';
import type { CollectionDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { isSortable } from '../../codegen/operators.js';
import { reason } from '../../errors/reasons/reason.js';
import type { ValueKind } from '../../fields/field-type.js';
import { fieldTypeOf } from '../../fields/index.js';
import { echo, inputIssue } from '../../fields/input-issue.js';
import { isRelation } from '../../fields/relation.js';
import { nearestName, nearestSort, suggested } from '../../util/near-miss.js';
import type { SortTerm } from '../plan.js';
import { documentFields, fieldsByName } from './fields-by-name.js';
import { remember } from './remember.js';

/** Each further term doubles the work of a cursor page; no real request sorts by more. */
const maxTerms = 10;
const rememberedSorts = 200;
const remembered = new WeakMap<CollectionDescriptor, Map<string, readonly SortTerm[]>>();

/**
 * Parses a sort. The result ends with `id` in the direction of the last term, so that no two documents are
 * equal and pages never overlap.
 *
 * @throws ServiceError BAD_USER_INPUT, with `path`.
 */
export function parseSort(
  sort: string,
  { collection, path = 'sort' }: { readonly collection: CollectionDescriptor; readonly path?: string },
): readonly SortTerm[] {
  const sorts = remember(remembered, collection, () => new Map<string, readonly SortTerm[]>());
  const known = sorts.get(sort);
  if (known !== undefined) return known;
  const terms = readTerms(sort, { collection, path });
  if (sorts.size >= rememberedSorts) sorts.clear();
  sorts.set(sort, terms);
  return terms;
}

function readTerms(sort: string, { collection, path }: Sorted): readonly SortTerm[] {
  const names = sort.split(',', maxTerms + 1).map((name) => name.trim());
  if (names.length > maxTerms) throw inputIssue(path, reason('sort.tooManyFields', { max: maxTerms }));
  const terms = names.map((name) => readTerm(name, { collection, path }));
  const twice = terms.find((term, index) => terms.findIndex((other) => other.path === term.path) < index);
  if (twice !== undefined) throw inputIssue(path, reason('sort.duplicate', { path: twice.path }));
  const id = terms.findIndex((term) => term.path === 'id');
  // Every `id` is unique, so the terms after it have no effect.
  if (id >= 0) return terms.slice(0, id + 1);
  const direction = terms.at(-1)?.direction ?? 'asc';
  return [...terms, { path: 'id', column: 'id', direction, nullable: false, type: 'text' }];
}

/** All paths of a sort, including those after `id`, which have no effect. */
export function sortedPaths(sort: string): readonly string[] {
  return sort.split(',').map((term) => splitTerm(term.trim()).name);
}

function splitTerm(term: string): { readonly name: string; readonly direction: string } {
  const [, name = '', direction = 'asc'] = /^(.*?)(?:_(asc|desc))?$/s.exec(term) ?? [];
  return { name, direction };
}

function readTerm(term: string, { collection, path }: Sorted): SortTerm {
  const { name, direction } = splitTerm(term);
  if (name === '') throw inputIssue(path, reason('path.emptyName'));
  const field = findField(name, { collection, path });
  const column = 'column' in field ? field.column : undefined;
  if (isStateField(field)) throw inputIssue(path, reason('sort.byStatus', { name }));
  if (field.virtual === true) throw inputIssue(path, reason('sort.byVirtual', { name }));
  if (field.unqueried === true) throw inputIssue(path, reason('path.isUnqueried', { name }));
  if (!isSortable(field) || column === undefined) {
    throw inputIssue(path, reason('sort.byType', { name, type: field.type }));
  }
  return {
    path: name,
    column,
    direction: direction === 'desc' ? 'desc' : 'asc',
    nullable: !builtIn.has(name),
    type: isNumber(fieldTypeOf(field).valueKind(field)) ? 'number' : 'text',
  };
}

/** Booleans are stored as numbers, or read as such. */
function isNumber(kind: ValueKind | null): boolean {
  return kind === 'number' || kind === 'boolean';
}

const builtIn: ReadonlySet<string> = new Set(['id', 'createdAt', 'updatedAt']);
interface Sorted {
  readonly collection: CollectionDescriptor;
  readonly path: string;
}

function findField(name: string, { collection, path }: Sorted): FieldDescriptor {
  const names = name.split('.', 32);
  let fields = documentFields(collection);
  for (const [index, own] of names.entries()) {
    const field = fields.get(own);
    if (field === undefined) {
      const nearest = names.length === 1 ? nearestSort(own, fields.keys()) : nearestName(own, fields.keys());
      throw inputIssue(
        path,
        reason('path.unknownField', { field: { name: echo(name) }, ...suggested(nearest) }),
      );
    }
    if (index === names.length - 1) return field;
    if (isRelation(field)) {
      throw inputIssue(path, reason('sort.throughRelation', { name: field.name }));
    }
    if (field.type !== 'group') {
      throw inputIssue(path, reason('sort.insideType', { name: field.name, type: field.type }));
    }
    fields = fieldsByName(field.fields);
  }
  throw inputIssue(path, reason('path.emptyName'));
}
