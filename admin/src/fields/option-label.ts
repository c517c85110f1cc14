import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonValue } from '../../../runtime/util/json.js';

/** Returns the label of an option; undefined for a value that is none. */
export function optionLabel({ options }: AdminFieldMeta, value: JsonValue): string | undefined {
  return options?.find((option) => option.value === value)?.label;
}

/** Returns the text of one value of a list: the label of its option, or the value itself. */
export function itemText(field: AdminFieldMeta, item: JsonValue): string {
  return optionLabel(field, item) ?? String(item);
}
