import type { DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { remember } from './remember.js';

type FieldTable = ReadonlyMap<string, FieldDescriptor>;

/** Fields that every document has. They are filtered and sorted like those of the config. */
const builtInFields: readonly FieldDescriptor[] = [
  { type: 'text', name: 'id', path: 'id', column: 'id' },
  { type: 'date', time: true, name: 'createdAt', path: 'createdAt', column: 'createdAt' },
  { type: 'date', time: true, name: 'updatedAt', path: 'updatedAt', column: 'updatedAt' },
];

const tables = new WeakMap<readonly FieldDescriptor[], FieldTable>();
const documentTables = new WeakMap<DocumentDescriptor, FieldTable>();

/** Fields of a group, row or block by name. A Map, since names such as `constructor` are in every object. */
export function fieldsByName(fields: readonly FieldDescriptor[]): FieldTable {
  return remember(tables, fields, () => new Map(fields.map((field) => [field.name, field])));
}

/** Fields of a document by name, `id`, `createdAt` and `updatedAt` among them. */
export function documentFields(document: DocumentDescriptor): FieldTable {
  return remember(
    documentTables,
    document,
    () => new Map([...builtInFields, ...document.fields].map((field) => [field.name, field])),
  );
}
