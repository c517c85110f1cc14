import { columnValue, oneColumn } from '../families/one-column.js';
import type { RelationshipField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

/** A `hasMany` relation outside rows has a table of its own and no columns. */
export const relationship: StoredFieldType<RelationshipField> = {
  isList: ({ hasMany }) => hasMany === true,
  columns(field) {
    const id = oneColumn(field, 'text');
    if (id.length === 0 || field.collectionColumn === undefined) return id;
    return [...id, { name: field.collectionColumn, type: 'text' }];
  },
  storageKind({ hasMany, polymorphic, to }) {
    const noun = hasMany ? 'references' : 'reference';
    return polymorphic ? `${noun} to several collections` : `${noun} to ${to[0] ?? ''}`;
  },
  encode({ collectionColumn }, value) {
    if (collectionColumn === undefined) return [value as string | null];
    const reference = value as { readonly collection: string; readonly id: string } | null;
    return [reference?.id ?? null, reference?.collection ?? null];
  },
  decode({ column, collectionColumn }, row) {
    const id = columnValue(column, row);
    if (collectionColumn === undefined || id === null) return id;
    return { collection: columnValue(collectionColumn, row), id };
  },
};
