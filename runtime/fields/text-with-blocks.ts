/** Rich texts that show the blocks of a field beside them (docs/spec/contract.md#blocks-in-rich-text). */

import type { JsonField } from './field-base.js';
import type { FieldDescriptor } from './field-descriptor.js';
import { fieldsInside } from './inner-fields.js';

type Fields = readonly FieldDescriptor[];

/** A rich text that shows blocks. */
export type TextWithBlocks = JsonField & { readonly blocksField: string };

export function isTextWithBlocks(field: FieldDescriptor): field is TextWithBlocks {
  return field.type === 'richText' && field.blocksField !== undefined;
}

/** The names of the blocks fields that rich texts beside them show. */
export function shownFields(fields: Fields): readonly string[] {
  return fields.flatMap((field) => (isTextWithBlocks(field) ? [field.blocksField] : []));
}

const known = new WeakMap<Fields, boolean>();

/** Whether any of the fields is a rich text with blocks, in groups and rows too. */
export function hasTextWithBlocks(fields: Fields): boolean {
  const found =
    known.get(fields) ??
    fields.some((field) => isTextWithBlocks(field) || fieldsInside(field).some(hasTextWithBlocks));
  known.set(fields, found);
  return found;
}
