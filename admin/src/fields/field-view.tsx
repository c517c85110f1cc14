import { memo, type ReactNode, useMemo } from 'react';
import type { AdminFieldMeta, AdminLayoutPart } from '../../../runtime/codegen/admin-meta.js';
import { arranged, type LayoutItem, namesIn } from '../documents/arrangement.js';
import type { Path } from '../documents/path.js';
import { useForm } from './form-context.js';
import { Collapsible } from './layout/collapsible.js';
import { FormTabs } from './layout/form-tabs.js';
import { type Span, spanInRow, spanOf } from './layout/span.js';
import { useCondition } from './layout/use-condition.js';
import { drawnFields, SiblingFieldsProvider } from './rich-text/blocks/sibling-fields.js';
import type { WidgetProps } from './widget.js';
import './layout/layout.css';

interface FieldListProps {
  readonly fields: readonly AdminFieldMeta[];
  /** What arranges them. */
  readonly layout?: readonly AdminLayoutPart[] | undefined;
  /** Path of the group or row that contains them; empty at the root. */
  readonly path: Path;
}

/** Renders fields as their layout arranges them; without one, short fields are side by side. */
export function FieldList({ fields, layout, path }: FieldListProps): ReactNode {
  const items = useMemo(() => arranged(drawnFields(fields), layout), [fields, layout]);
  return (
    <SiblingFieldsProvider value={fields}>
      <Items items={items} path={path} />
    </SiblingFieldsProvider>
  );
}

interface ItemsProps {
  readonly items: readonly LayoutItem[];
  readonly path: Path;
  /** They share a line. */
  readonly isRow?: boolean;
}

function Items({ items, path, isRow = false }: ItemsProps): ReactNode {
  return (
    <div className="field-grid">
      <div className="field-list">
        {items.map((item) =>
          'field' in item ? (
            <FieldCell
              key={item.field.name}
              field={item.field}
              path={path}
              span={isRow ? spanInRow(item.field, items.length) : spanOf(item.field)}
            />
          ) : (
            <PartCell key={item.part.id} item={item} path={path} />
          ),
        )}
      </div>
    </div>
  );
}

interface FieldCellProps {
  readonly field: AdminFieldMeta;
  readonly path: Path;
  readonly span: Span;
}

function FieldCell({ field, path, span }: FieldCellProps): ReactNode {
  if (!useCondition({ condition: field.condition, names: [field.name] }, path)) return null;
  return (
    <div className={`cell cell-${span}`}>
      <FieldView field={field} path={[...path, field.name]} />
    </div>
  );
}

interface PartCellProps {
  readonly item: Extract<LayoutItem, { readonly part: AdminLayoutPart }>;
  readonly path: Path;
}

function PartCell({ item, path }: PartCellProps): ReactNode {
  const { part, items } = item;
  if (!useCondition({ condition: part.condition, names: namesIn(items) }, path)) return null;
  return <div className="cell">{drawnPart(part, items, path)}</div>;
}

function drawnPart(part: AdminLayoutPart, items: readonly LayoutItem[], path: Path): ReactNode {
  if (part.type === 'tabs') {
    const tabs = items.flatMap((item) => ('part' in item ? [item] : []));
    return (
      <FormTabs id={part.id} tabs={tabs} path={path} draw={(own) => <Items items={own} path={path} />} />
    );
  }
  if (part.type === 'row') return <Items items={items} path={path} isRow />;
  return (
    <Collapsible part={part} items={items} path={path}>
      <Items items={items} path={path} />
    </Collapsible>
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
