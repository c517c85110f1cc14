/** The fields inside a field: of a group, of rows, and of blocks. */
import { type JsonObject, ownValue } from '../util/json.js';
import type { FieldDescriptor } from './field-descriptor.js';

type Fields = readonly FieldDescriptor[];

/** The lists of fields inside a field: one for each kind of block. */
export function fieldsInside(field: FieldDescriptor): readonly Fields[] {
  if (field.type === 'group' || field.type === 'array') return [field.fields];
  return field.type === 'blocks' ? field.blocks.map(({ fields }) => fields) : [];
}

/** The fields of one row; none for a block of a kind that the field does not have. */
export function rowFields(field: FieldDescriptor, row: JsonObject): Fields {
  if (field.type === 'array') return field.fields;
  if (field.type !== 'blocks') return [];
  return field.blocks.find(({ slug }) => slug === ownValue(row, 'blockType'))?.fields ?? [];
}
