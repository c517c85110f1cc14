import { builtInFields } from '../../codegen/built-in-fields.js';
import type { DocumentDescriptor, FieldDescriptor } from '../../codegen/descriptors.js';
import { remember } from './remember.js';

type FieldTable = ReadonlyMap<string, FieldDescriptor>;

const tables = new WeakMap<readonly FieldDescriptor[], FieldTable>();
const documentTables = new WeakMap<DocumentDescriptor, FieldTable>();

/** Fields of a group, row or block by name. A Map, since names such as `constructor` are in every object. */
export function fieldsByName(fields: readonly FieldDescriptor[]): FieldTable {
  return remember(tables, fields, () => new Map(fields.map((field) => [field.name, field])));
}

/** Fields of a document by name, those that every document has among them. */
export function documentFields(document: DocumentDescriptor): FieldTable {
  return remember(
    documentTables,
    document,
    () => new Map([...builtInFields(document), ...document.fields].map((field) => [field.name, field])),
  );
}
