import { builtInFields } from '../../codegen/built-in-fields.js';
import type { DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { remember } from './remember.js';

type FieldTable = ReadonlyMap<string, FieldDescriptor>;

const tables = new WeakMap<readonly FieldDescriptor[], FieldTable>();
const documentTables = new WeakMap<DocumentDescriptor, FieldTable>();

/** Fields of a group, row or block by name. A Map, since every object has names such as `constructor`. */
export function fieldsByName(fields: readonly FieldDescriptor[]): FieldTable {
  return remember(tables, fields, () => new Map(fields.map((field) => [field.name, field])));
}

/** Fields of a document by name, including the built-in ones. */
export function documentFields(document: DocumentDescriptor): FieldTable {
  return remember(
    documentTables,
    document,
    () => new Map([...builtInFields(document), ...document.fields].map((field) => [field.name, field])),
  );
}
