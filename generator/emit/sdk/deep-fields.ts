import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { IrField } from '../../ir/ir.js';

/** Whether a field holds something that a read at a depth fills in. */
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

/** Whether documents of these fields look different at another depth. */
export function areDeep(fields: readonly IrField[]): boolean {
  return fields.some(({ descriptor }) => leadsOn(descriptor));
}
