import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../../runtime/codegen/admin-meta.js';
import { FieldList } from '../../fields/field-view.js';

/** The fields of `position: 'sidebar'`. */
export function BesideFields({ fields }: { readonly fields: readonly AdminFieldMeta[] }): ReactNode {
  if (fields.every(({ hidden }) => hidden === true)) return null;
  return (
    <div className="edit-beside">
      <FieldList fields={fields} path={[]} />
    </div>
  );
}
