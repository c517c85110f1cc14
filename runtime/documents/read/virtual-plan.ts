import type { FieldDescriptor } from '../../codegen/descriptors.js';
import type { VirtualCallback } from '../../config/hook-config.js';
import type { PlainObject } from '../../config/validate/checks.js';
import type { StoredField } from '../../fields/columns.js';
import type { CallbackMap } from '../hooks/field-callbacks.js';

/** A virtual field, and the code of the config that computes it. */
export interface VirtualField {
  readonly field: StoredField;
  readonly compute: VirtualCallback<unknown>;
  /** Its options in the config, which its values must fit. */
  readonly options: PlainObject;
}

/** The virtual fields of a document, group or row, by their names. */
export interface VirtualPlan {
  /** Names of all fields, in the order of the config. */
  readonly order: readonly string[];
  readonly own: ReadonlyMap<string, VirtualField>;
  /** Groups and rows with virtual fields, with one plan for each type of row. */
  readonly inside: ReadonlyMap<string, (blockType: unknown) => VirtualPlan | null>;
}

/** Returns null if none of the fields is virtual, in groups and rows too. */
export function createVirtualPlan(
  fields: readonly FieldDescriptor[],
  callbacks: CallbackMap,
): VirtualPlan | null {
  const own = new Map<string, VirtualField>();
  const inside = new Map<string, (blockType: unknown) => VirtualPlan | null>();
  for (const field of fields) {
    const { compute, options } = callbacks.get(field) ?? {};
    if (field.virtual === true && compute !== undefined && options !== undefined) {
      // The config is checked: a group or a join is never virtual.
      own.set(field.name, { field: field as StoredField, compute, options });
    }
    const below = planInside(field, callbacks);
    if (below !== null) inside.set(field.name, below);
  }
  return own.size + inside.size === 0 ? null : { order: fields.map(({ name }) => name), own, inside };
}

function planInside(
  field: FieldDescriptor,
  callbacks: CallbackMap,
): ((blockType: unknown) => VirtualPlan | null) | null {
  if (field.type === 'group' || field.type === 'array') {
    const plan = createVirtualPlan(field.fields, callbacks);
    return plan === null ? null : () => plan;
  }
  if (field.type !== 'blocks') return null;
  const plans = new Map(
    field.blocks.flatMap((block) => {
      const plan = createVirtualPlan(block.fields, callbacks);
      return plan === null ? [] : [[block.slug, plan] as const];
    }),
  );
  return plans.size === 0 ? null : (blockType) => plans.get(String(blockType)) ?? null;
}
