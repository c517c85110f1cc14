/** Columns of a collection's or global's table: one or two for each field outside rows, groups flattened. */
import type { FieldConfig } from '../config/field-config.js';
import { fieldsOf } from '../config/fields-of.js';
import type { FieldsConfig } from '../config/layout-config.js';
import type { FieldColumns } from '../fields/describing.js';
import { isRelation } from '../fields/relation.js';
import { createNameRoom } from './names.js';

/**
 * Columns that every table has or will have, and names that databases reserve (SQLite's row id under its
 * three names, PostgreSQL's system columns).
 */
const reserved = [
  ...['id', 'createdAt', 'updatedAt', '_status', '_pending', '_revision', '_doc', '_live', '_fields'],
  ...['rowid', 'oid', '_rowid_', 'tableoid', 'xmin', 'cmin', 'xmax', 'cmax', 'ctid'],
];

/**
 * Columns of every stored field outside rows, by dotted path. A `hasMany` relation's first names its join
 * table.
 *
 * If several fields want the same name, the choice depends on the fields and not on their order: a name from
 * the config comes before a composed one (`meta_title` before that of `meta.title`), and that of a field
 * before a second column.
 */
export function nameColumns(fields: FieldsConfig): ReadonlyMap<string, FieldColumns> {
  const room = createNameRoom();
  room.reserve(reserved);
  const stored = flatten(fields).sort(byDepth);
  const columns = new Map<string, FieldColumns>();
  for (const { path, field } of stored) {
    if (field.type !== 'point') columns.set(path, { first: room.take(flatName(path), path), second: null });
  }
  for (const { path, field } of stored) {
    const natural = flatName(path);
    if (field.type === 'point') {
      const first = room.take(`${natural}_longitude`, `${path}.longitude`);
      columns.set(path, { first, second: room.take(`${natural}_latitude`, `${path}.latitude`) });
    } else if (isRelation(field) && typeof field.to !== 'string' && field.hasMany !== true) {
      const first = columns.get(path)?.first ?? natural;
      columns.set(path, { first, second: room.take(`${natural}_collection`, `${path}.collection`) });
    }
  }
  return columns;
}

function flatName(path: string): string {
  return path.replaceAll('.', '_');
}

interface FlatField {
  readonly path: string;
  readonly depth: number;
  readonly field: FieldConfig;
}

function flatten(fields: FieldsConfig, parent = '', depth = 0): FlatField[] {
  return fieldsOf(fields).flatMap((field): FlatField[] => {
    const path = parent === '' ? field.name : `${parent}.${field.name}`;
    if (field.type === 'join' || ('virtual' in field && field.virtual !== undefined)) return [];
    return field.type === 'group' ? flatten(field.fields, path, depth + 1) : [{ path, depth, field }];
  });
}

function byDepth(a: FlatField, b: FlatField): number {
  return a.depth - b.depth || (a.path < b.path ? -1 : 1);
}
