import type { AdminFieldMeta, AdminFieldType } from '../../../../runtime/codegen/admin-meta.js';
import type { FieldType } from '../field-type.js';

/** Every module of this folder exports the type of its name. A test says where one is missing. */
const modules = import.meta.glob<Readonly<Record<string, FieldType>>>(['./*.{ts,tsx}', '!./index.ts'], {
  eager: true,
});

/** The field types by their names. */
export const fieldTypes: Readonly<Record<AdminFieldType, FieldType>> = Object.assign(
  {},
  ...Object.values(modules),
);

/** Returns the type of a field. */
export function fieldTypeOf({ type }: AdminFieldMeta): FieldType {
  return fieldTypes[type];
}
