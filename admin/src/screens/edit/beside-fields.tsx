import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { FieldList } from '../../fields/field-view.js';

/** Returns the fields below and beside each other. */
export function arranged(fields: readonly AdminFieldMeta[]): {
  readonly main: readonly AdminFieldMeta[];
  readonly beside: readonly AdminFieldMeta[];
} {
  const isBeside = ({ position }: AdminFieldMeta): boolean => position === 'sidebar';
  return { main: fields.filter((field) => !isBeside(field)), beside: fields.filter(isBeside) };
}

/** The fields of `position: 'sidebar'`. */
export function BesideFields({ fields }: { readonly fields: readonly AdminFieldMeta[] }): ReactNode {
  if (fields.every(({ hidden }) => hidden === true)) return null;
  return (
    <div className="edit-beside">
      <FieldList fields={fields} path={[]} />
    </div>
  );
}
