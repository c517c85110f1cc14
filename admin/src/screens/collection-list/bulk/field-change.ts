import type { AdminFieldMeta } from '../../../../../runtime/codegen/admin-meta.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../../runtime/util/json.js';

/** What becomes of the value of a field: a list can gain and lose members, a number can grow. */
export type ChangeMode = 'set' | 'add' | 'remove' | 'increase';

const listTypes: ReadonlySet<AdminFieldMeta['type']> = new Set([
  ...(['text', 'number', 'select', 'relationship', 'upload'] as const),
]);

/**
 * Returns the ways in which a field can change (docs/spec/content-tools.md#many-at-once), the usual one
 * first: a list of many documents is rarely replaced as a whole.
 */
export function changeModes({ type, hasMany }: AdminFieldMeta): readonly ChangeMode[] {
  if (hasMany === true) return listTypes.has(type) ? ['add', 'remove', 'set'] : ['set'];
  return type === 'number' ? ['set', 'increase'] : ['set'];
}

const operators = { add: '$add', remove: '$remove', increase: '$inc' } as const;

/** Returns the value that the body of a change has. */
export function changeValue(mode: ChangeMode, value: JsonValue): JsonValue {
  return mode === 'set' ? value : { [operators[mode]]: value };
}

/** Returns how a value of the body of a change changes its field. */
export function modeOfValue(field: AdminFieldMeta, value: JsonValue): ChangeMode {
  if (!isJsonObject(value)) return 'set';
  return changeModes(field).find((mode) => mode !== 'set' && operators[mode] in value) ?? 'set';
}

interface Checked {
  /** By path. */
  readonly modeOf: (path: string) => ChangeMode;
  /** Whether the new values may be incomplete. */
  readonly isDraft: boolean;
}

/**
 * Returns the fields as their inputs are checked: what is added to a list is not all of it, what a number
 * grows by is not its value, and neither may be empty.
 */
export function checkedFields(
  fields: readonly AdminFieldMeta[],
  { modeOf, isDraft }: Checked,
): readonly AdminFieldMeta[] {
  return fields.map((field): AdminFieldMeta => {
    if (field.type === 'group') {
      return { ...field, fields: checkedFields(field.fields ?? [], { modeOf, isDraft }) };
    }
    const mode = modeOf(field.path);
    const { required, ...optional } = field;
    if (mode === 'set') return isDraft ? optional : field;
    const { minRows, maxRows, ...list } = optional;
    if (mode !== 'increase') return { ...list, required: true };
    const { min, max, ...number } = list;
    return { ...number, required: true };
  });
}

/** Whether the body of a change, or a document, has a value at a path, also null. */
export function hasValueAt(data: JsonObject, path: readonly string[]): boolean {
  let outer: JsonValue = data;
  for (const step of path) {
    if (!isJsonObject(outer) || !Object.hasOwn(outer, step)) return false;
    outer = outer[step] ?? null;
  }
  return true;
}
