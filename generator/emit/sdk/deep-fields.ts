import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { isRelation } from '../../../runtime/fields/relation.js';
import type { IrField } from '../../ir/ir.js';

/** Whether a field contains a relation that a read at a depth populates. */
export function leadsOn(field: FieldDescriptor): boolean {
  if (isRelation(field) || field.type === 'join') return true;
  return innerFields(field).some(leadsOn);
}

/** The fields inside a field. */
function innerFields(field: FieldDescriptor): readonly FieldDescriptor[] {
  if ('fields' in field) return field.fields;
  return 'blocks' in field ? field.blocks.flatMap(({ fields }) => fields) : [];
}

/** Whether documents with these fields have another type at another depth. */
export function areDeep(fields: readonly IrField[]): boolean {
  return fields.some(({ descriptor }) => leadsOn(descriptor));
}
