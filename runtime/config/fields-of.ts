import type { FieldConfig } from './field-config.js';
import type { FieldsConfig, LayoutConfig } from './layout-config.js';

/** The types in a list of fields that hold no data. */
export const layoutKinds = ['row', 'tabs', 'collapsible'] as const;

export type LayoutKind = (typeof layoutKinds)[number];

export function isLayoutKind(type: unknown): type is LayoutKind {
  return (layoutKinds as readonly unknown[]).includes(type);
}

export function isLayout(entry: FieldConfig | LayoutConfig): entry is LayoutConfig {
  return isLayoutKind(entry.type);
}

/**
 * The fields of a list in the order of the config: what is in a row, in tabs or in a collapsible is a field
 * of the same list.
 */
export function fieldsOf(list: FieldsConfig): readonly FieldConfig[] {
  return list.flatMap((entry) => (isLayout(entry) ? fieldsInside(entry) : [entry]));
}

function fieldsInside(layout: LayoutConfig): readonly FieldConfig[] {
  return layout.type === 'tabs'
    ? layout.tabs.flatMap(({ fields }) => fieldsOf(fields))
    : fieldsOf(layout.fields);
}
