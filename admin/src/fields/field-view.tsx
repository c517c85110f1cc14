import { memo, type ReactNode } from 'react';
import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { Path } from '../documents/path.js';
import { useForm } from './form-context.js';
import type { WidgetProps } from './widget.js';

interface FieldListProps {
  readonly fields: readonly AdminFieldMeta[];
  /** Path of the group or row that contains them; empty at the root. */
  readonly path: Path;
}

/** Renders fields one below the other. */
export function FieldList({ fields, path }: FieldListProps): ReactNode {
  return (
    <div className="field-list">
      {fields
        .filter(({ hidden }) => hidden !== true)
        .map((field) => (
          <FieldView key={field.name} field={field} path={[...path, field.name]} />
        ))}
    </div>
  );
}

/**
 * Renders one field by the widget of its type or by its own widget. A change elsewhere in the form does not
 * render it again.
 */
export const FieldView: (props: WidgetProps) => ReactNode = memo(
  function FieldView({ field, path }: WidgetProps): ReactNode {
    const { widgetFor } = useForm();
    const Widget = widgetFor(field);
    return <Widget field={field} path={path} />;
  },
  (before, after) => before.field === after.field && before.path.join('.') === after.path.join('.'),
);
