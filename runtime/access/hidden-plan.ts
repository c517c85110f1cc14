import type { FieldDescriptor } from '../codegen/descriptors.js';
import type { HiddenFields } from '../query/parse/hidden-fields.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../util/json.js';

/** The hidden fields of a document, group or row, and the path to those nested inside. */
export interface HiddenPlan {
  readonly names: ReadonlySet<string>;
  readonly inside: ReadonlyMap<string, HiddenInside>;
}

export type HiddenInside =
  | { readonly kind: 'fields'; readonly plan: HiddenPlan }
  /** By the slug of the block. */
  | { readonly kind: 'blocks'; readonly plans: ReadonlyMap<string, HiddenPlan> };

/** Null where nothing is hidden. */
export function createHiddenPlan(
  fields: readonly FieldDescriptor[],
  hidden: HiddenFields,
): HiddenPlan | null {
  const names = fields.filter((field) => hidden.has(field)).map(({ name }) => name);
  const inside = fields.flatMap((field): readonly (readonly [string, HiddenInside])[] => {
    const found = hidden.has(field) ? null : insideOf(field, hidden);
    return found === null ? [] : [[field.name, found]];
  });
  if (names.length === 0 && inside.length === 0) return null;
  return { names: new Set(names), inside: new Map(inside) };
}

function insideOf(field: FieldDescriptor, hidden: HiddenFields): HiddenInside | null {
  if (field.type === 'group' || field.type === 'array') {
    const plan = createHiddenPlan(field.fields, hidden);
    return plan === null ? null : { kind: 'fields', plan };
  }
  if (field.type !== 'blocks') return null;
  const plans = field.blocks.flatMap(({ slug, fields }) => {
    const plan = createHiddenPlan(fields, hidden);
    return plan === null ? [] : [[slug, plan] as const];
  });
  return plans.length === 0 ? null : { kind: 'blocks', plans: new Map(plans) };
}

/** A copy of a document, group or row without what is hidden. */
export function withoutHidden(data: JsonObject, plan: HiddenPlan): Record<string, JsonValue> {
  const left: Record<string, JsonValue> = {};
  for (const key of Object.keys(data)) {
    if (plan.names.has(key)) continue;
    const inside = plan.inside.get(key);
    const value = data[key] ?? null;
    // A field may be called `__proto__` in no config, but a hook may return anything.
    Object.defineProperty(left, key, {
      value: inside === undefined ? value : cleared(value, inside),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return left;
}

function cleared(value: JsonValue, inside: HiddenInside): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((row) => cleared(row, inside));
  if (!isJsonObject(value)) return value;
  if (inside.kind === 'fields') return withoutHidden(value, inside.plan);
  const plan = inside.plans.get(String(Object.hasOwn(value, 'blockType') ? value['blockType'] : ''));
  return plan === undefined ? value : withoutHidden(value, plan);
}
