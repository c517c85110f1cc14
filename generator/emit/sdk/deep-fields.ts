import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { IrField } from '../../ir/ir.js';

/** Whether a field contains a relation that a read at a depth populates. */
export function leadsOn(field: FieldDescriptor): boolean {
  switch (field.type) {
    case 'relationship':
    case 'join':
      return true;
    case 'group':
    case 'array':
      return field.fields.some(leadsOn);
    case 'blocks':
      return field.blocks.some(({ fields }) => fields.some(leadsOn));
    default:
      return false;
  }
}

/** Whether documents with these fields have another type at another depth. */
export function areDeep(fields: readonly IrField[]): boolean {
  return fields.some(({ descriptor }) => leadsOn(descriptor));
}
