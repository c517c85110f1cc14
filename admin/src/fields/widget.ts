import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { Path } from '../documents/path.js';

/** Props of a widget: the field and the path of its value. */
export interface WidgetProps {
  readonly field: AdminFieldMeta;
  readonly path: Path;
}

export type Widget = (props: WidgetProps) => ReactNode;
