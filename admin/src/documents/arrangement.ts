import type { AdminFieldMeta, AdminLayoutPart } from '../../../runtime/codegen/admin-meta.js';

/** A field, or a row, tabs or a collapsible with what is in it. */
export type LayoutItem =
  | { readonly field: AdminFieldMeta }
  | { readonly part: AdminLayoutPart; readonly items: readonly LayoutItem[] };

/** Puts fields into the parts of their layout. A part without fields is left out. */
export function arranged(
  fields: readonly AdminFieldMeta[],
  layout: readonly AdminLayoutPart[] = [],
): readonly LayoutItem[] {
  const root: LayoutItem[] = [];
  const lists = new Map<number, LayoutItem[]>();
  const parts = new Map(layout.map((part) => [part.id, part]));
  const listOf = (id: number | undefined): LayoutItem[] => {
    const part = id === undefined ? undefined : parts.get(id);
    if (part === undefined) return root;
    const known = lists.get(part.id);
    if (known !== undefined) return known;
    const items: LayoutItem[] = [];
    lists.set(part.id, items);
    listOf(part.in).push({ part, items });
    return items;
  };
  for (const field of fields) listOf(field.part).push({ field });
  return root;
}

/** Names of all fields of the items. */
export function namesIn(items: readonly LayoutItem[]): readonly string[] {
  return items.flatMap((item) => ('field' in item ? [item.field.name] : namesIn(item.items)));
}
