import { isRelation } from '../fields/relation.js';
import type { CollectionDescriptor, DocumentDescriptor, FieldDescriptor } from './descriptors.js';
import { pendingSearch } from './search-descriptor.js';

/** The table for pending drafts that belongs to a table of documents. */
export function pendingTable(table: string): string {
  return `${table}__pending`;
}

const made = new WeakMap<DocumentDescriptor, DocumentDescriptor>();

/**
 * The same collection or global with the tables of its pending drafts: the code that compiles queries and
 * writes documents works on them unchanged. Always the same object for the same descriptor.
 */
export function pendingDescriptor<T extends DocumentDescriptor>(descriptor: T): T {
  let pending = made.get(descriptor);
  if (pending === undefined) {
    pending = makePending(descriptor);
    made.set(descriptor, pending);
  }
  // The result has the kind of its source: a collection or a global.
  return pending as T;
}

function makePending(descriptor: DocumentDescriptor): DocumentDescriptor {
  const table = pendingTable(descriptor.table);
  const fields = descriptor.fields.map(pendingField);
  if (descriptor.kind === 'global') return { ...descriptor, table, fields };
  const { search } = descriptor;
  return {
    ...descriptor,
    table,
    fields,
    indexes: descriptor.indexes.map(pendingIndex),
    ...(search !== undefined && { search: pendingSearch(search) }),
  };
}

function pendingIndex(
  index: CollectionDescriptor['indexes'][number],
): CollectionDescriptor['indexes'][number] {
  return { ...index, name: pendingTable(index.name) };
}

const madeFields = new WeakMap<FieldDescriptor, FieldDescriptor>();

/** The field in pending documents: it differs only if its values have a table of their own. */
export function pendingField<T extends FieldDescriptor>(field: T): T {
  let pending = madeFields.get(field);
  if (pending === undefined) {
    pending = makeField(field);
    madeFields.set(field, pending);
  }
  return pending as T;
}

function makeField(field: FieldDescriptor): FieldDescriptor {
  if (isRelation(field)) {
    return field.table === undefined ? field : { ...field, table: pendingTable(field.table) };
  }
  // Rows are JSON: nothing inside of them has a table.
  return field.type === 'group' ? { ...field, fields: field.fields.map(pendingField) } : field;
}
