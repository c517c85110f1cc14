import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { Path } from '../documents/path.js';

/** What draws a field: which one, and where its value stands. */
export interface WidgetProps {
  readonly field: AdminFieldMeta;
  readonly path: Path;
}

export type Widget = (props: WidgetProps) => ReactNode;
