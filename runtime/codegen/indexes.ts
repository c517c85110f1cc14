/** The indexes of a collection's table, and their names. */
import type { IndexConfig } from '../config/collection-config.js';
import { fieldsOf } from '../config/fields-of.js';
import type { FieldsConfig } from '../config/layout-config.js';
import { fieldColumns } from '../fields/columns.js';
import { fieldTypeOf } from '../fields/index.js';
import { isRelation } from '../fields/relation.js';
import type { FieldDescriptor, IndexDescriptor } from './descriptors.js';
import type { NameRoom } from './names.js';

export interface IndexSource {
  readonly slug: string;
  readonly table: string;
  readonly fields: FieldsConfig;
  readonly descriptors: readonly FieldDescriptor[];
  readonly defaultSort: string;
  readonly indexes: readonly IndexConfig[];
  readonly room: NameRoom;
}

interface PlannedIndex {
  readonly columns: readonly string[];
  readonly paths: readonly string[];
  readonly unique: boolean;
}

/**
 * - Lists in the default order, and by `createdAt`, read an index whose last column is the tie-break `id`.
 * - An indexed field whose values are mostly different (text, number, date) is followed by `id`: filter and
 *   sort by it are one scan.
 * - A relation, select or boolean has few values: it is followed by the default order, so that "the newest
 *   posts of this author" and joins read ten rows and not all of them.
 * - Unique fields have an index of their own.
 */
export function describeIndexes(source: IndexSource): IndexDescriptor[] {
  const columns = columnsByPath(source.descriptors);
  const order = sortColumns(source.defaultSort, columns);
  const planned = [
    plain(['createdAt', 'id'], []),
    plain(order, []),
    ...fieldIndexes(source.fields, '', columns, order),
    ...source.indexes.map((index) => configIndex(index, columns)),
  ];
  return withoutRepeats(planned).map(({ columns: names, paths, unique }) => ({
    name: source.room.take(
      `${source.table}__${names.join('_')}${unique ? '_key' : '_idx'}`,
      `index.${source.slug}.${unique}.${names.join(',')}`,
    ),
    columns: names,
    ...(unique ? { unique: true as const } : {}),
    paths,
  }));
}

function plain(columns: readonly string[], paths: readonly string[]): PlannedIndex {
  return { columns, paths, unique: false };
}

function fieldIndexes(
  fields: FieldsConfig,
  parent: string,
  columns: ReadonlyMap<string, readonly string[]>,
  order: readonly string[],
): PlannedIndex[] {
  return fieldsOf(fields).flatMap((field): PlannedIndex[] => {
    const path = parent === '' ? field.name : `${parent}.${field.name}`;
    if (field.type === 'group') return fieldIndexes(field.fields, path, columns, order);
    const own = columns.get(path);
    if (own === undefined) return [];
    if (field.type === 'slug' || ('unique' in field && field.unique === true)) {
      return [{ columns: own, paths: [path], unique: true }];
    }
    const wanted = isRelation(field) || ('index' in field && field.index === true);
    return wanted ? [plain([...own, ...(fieldTypeOf(field).hasFewValues ? order : ['id'])], [path])] : [];
  });
}

function configIndex(index: IndexConfig, columns: ReadonlyMap<string, readonly string[]>): PlannedIndex {
  const own = index.fields.flatMap((path) => columns.get(path) ?? []);
  return index.unique === true
    ? { columns: own, paths: index.fields, unique: true }
    : plain(own.includes('id') ? own : [...own, 'id'], index.fields);
}

function sortColumns(sort: string, columns: ReadonlyMap<string, readonly string[]>): string[] {
  const own = sort.split(',').flatMap((term) => columns.get(term.trim().replace(/_(asc|desc)$/, '')) ?? []);
  return own.includes('id') ? own.slice(0, own.indexOf('id') + 1) : [...own, 'id'];
}

/** Columns of every field that has some of its own, and of the built-in ones. */
function columnsByPath(fields: readonly FieldDescriptor[]): Map<string, readonly string[]> {
  const columns = new Map<string, readonly string[]>(
    ['id', 'createdAt', 'updatedAt'].map((name) => [name, [name]]),
  );
  const visit = (field: FieldDescriptor): void => {
    if (field.type === 'group') field.fields.forEach(visit);
    const own = fieldColumns(field);
    if (own.length > 0) columns.set(field.path, own);
  };
  fields.forEach(visit);
  return columns;
}

function withoutRepeats(indexes: readonly PlannedIndex[]): PlannedIndex[] {
  const seen = new Set<string>();
  return indexes.filter(({ columns, unique }) => {
    const key = `${unique}:${columns.join(',')}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
