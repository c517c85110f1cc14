import { lazy, type ReactNode, Suspense } from 'react';
import type { AdminCollectionMeta } from '../../../../runtime/codegen/admin-meta.js';

/** Loaded when it is opened. */
const EditDrawer = lazy(async () => ({ default: (await import('./edit-drawer.js')).EditDrawer }));

interface EditTargetProps {
  readonly meta: AdminCollectionMeta;
  readonly id: string;
  readonly onClose: () => void;
}

/** The drawer of a referenced document. */
export function EditTarget(props: EditTargetProps): ReactNode {
  return (
    <Suspense>
      <EditDrawer {...props} />
    </Suspense>
  );
}
