/** How the dashboard arranges a list of fields: rows, tabs and collapsibles, apart from the fields. */
import type { AdminLayoutPart } from '../../runtime/codegen/admin-meta.js';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import { isLayout } from '../../runtime/config/fields-of.js';
import type { FieldsConfig, LayoutConfig, TabConfig } from '../../runtime/config/layout-config.js';
import { textOrNull, translationsIn } from './translations.js';

/** The id of a function of the config that runs in the browser. */
export type FunctionId = (own: unknown) => string | null;

export interface Arrangement {
  readonly parts: readonly AdminLayoutPart[];
  /** The part that directly contains each field that is in one. */
  readonly partOf: ReadonlyMap<FieldConfig, number>;
}

export function arrangementOf(list: FieldsConfig, functionId: FunctionId): Arrangement {
  const parts: AdminLayoutPart[] = [];
  const partOf = new Map<FieldConfig, number>();
  const add = (part: Omit<AdminLayoutPart, 'id'>): number => parts.push({ id: parts.length, ...part }) - 1;
  const arrange = (entries: FieldsConfig, around: number | null): void => {
    for (const entry of entries) {
      if (isLayout(entry)) arrangeLayout(entry, around);
      else if (around !== null) partOf.set(entry, around);
    }
  };
  const arrangeLayout = (layout: LayoutConfig, around: number | null): void => {
    const id = add({ type: layout.type, ...inside(around), ...shownBy(layout, functionId) });
    if (layout.type !== 'tabs') arrange(layout.fields, id);
    else {
      for (const tab of layout.tabs) {
        arrange(tab.fields, add({ type: 'tab', in: id, ...shownBy(tab, functionId) }));
      }
    }
  };
  arrange(list, null);
  return { parts, partOf };
}

function inside(around: number | null): Pick<AdminLayoutPart, 'in'> {
  return around === null ? {} : { in: around };
}

function shownBy(
  layout: LayoutConfig | TabConfig,
  functionId: FunctionId,
): Omit<AdminLayoutPart, 'id' | 'type'> {
  const condition = functionId(layout.admin?.condition);
  const { label, description } = 'label' in layout ? layout : {};
  const translations = translationsIn({ label, description });
  const text = { label: textOrNull(label), description: textOrNull(description) };
  return {
    ...(text.label !== null && { label: text.label }),
    ...(text.description !== null && { description: text.description }),
    ...('open' in layout && layout.open === false && { closed: true }),
    ...(condition !== null && { condition }),
    ...(translations !== null && { translations }),
  };
}
