import type { ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { Path } from '../documents/path.js';

/** Props of a widget: the field and the path of its value. */
export interface WidgetProps {
  readonly field: AdminFieldMeta;
  readonly path: Path;
}

export type Widget = (props: WidgetProps) => ReactNode;

/** The widgets by their names, which types share. `widget-for.ts` has them: lists do not load these. */
export interface Widgets {
  readonly text: Widget;
  readonly tags: Widget;
  readonly richText: Widget;
  readonly slug: Widget;
  readonly number: Widget;
  readonly boolean: Widget;
  readonly date: Widget;
  readonly select: Widget;
  readonly color: Widget;
  readonly json: Widget;
  readonly point: Widget;
  readonly relationship: Widget;
  readonly join: Widget;
  readonly group: Widget;
  readonly array: Widget;
  readonly blocks: Widget;
}

export type WidgetName = keyof Widgets;
