import type { FieldDescriptor } from '../../codegen/descriptors.js';
import type { FieldConfig } from '../../config/field-config.js';
import { fieldsOf } from '../../config/fields-of.js';
import type { DefaultCallback, ValidateCallback, VirtualCallback } from '../../config/hook-config.js';
import type { FieldsConfig } from '../../config/layout-config.js';
import type { PlainObject } from '../../config/validate/checks.js';

/** The functions of a field's config. */
export interface FieldCallbacks {
  readonly validate?: ValidateCallback<unknown>;
  readonly makeDefault?: DefaultCallback<unknown>;
  readonly compute?: VirtualCallback<unknown>;
  /** Of a field whose value comes from the config's code alone: its options, which the value must fit. */
  readonly options?: PlainObject;
}

/** The functions of every field that has some, rows included. */
export type CallbackMap = ReadonlyMap<FieldDescriptor, FieldCallbacks>;

/**
 * Finds the functions of a config's fields. Descriptors carry no functions, so both trees are walked side by
 * side.
 */
export function bindFieldCallbacks(fields: readonly FieldDescriptor[], configs: FieldsConfig): CallbackMap {
  const bound = new Map<FieldDescriptor, FieldCallbacks>();
  bindFields(fields, configs, bound);
  return bound;
}

function bindFields(
  fields: readonly FieldDescriptor[],
  configs: FieldsConfig,
  bound: Map<FieldDescriptor, FieldCallbacks>,
): void {
  const byName = new Map(fieldsOf(configs).map((config) => [config.name, config]));
  for (const field of fields) {
    const config = byName.get(field.name);
    if (config !== undefined) bindField(field, config, bound);
  }
}

function bindField(
  field: FieldDescriptor,
  config: FieldConfig,
  bound: Map<FieldDescriptor, FieldCallbacks>,
): void {
  const callbacks = callbacksOf(config);
  if (Object.keys(callbacks).length > 0) bound.set(field, callbacks);
  if ((field.type === 'group' || field.type === 'array') && 'fields' in config) {
    bindFields(field.fields, config.fields, bound);
  }
  if (field.type === 'blocks' && config.type === 'blocks') {
    const bySlug = new Map(config.blocks.map((block) => [block.slug, block]));
    for (const block of field.blocks) bindFields(block.fields, bySlug.get(block.slug)?.fields ?? [], bound);
  }
}

function callbacksOf(config: FieldConfig): FieldCallbacks {
  const {
    validate,
    readOnly,
    virtual,
    default: given,
  } = config as {
    readonly validate?: ValidateCallback<unknown>;
    readonly readOnly?: boolean;
    readonly virtual?: VirtualCallback<unknown>;
    readonly default?: unknown;
  };
  return {
    ...(validate === undefined ? {} : { validate }),
    ...(typeof given === 'function' ? { makeDefault: given as DefaultCallback<unknown> } : {}),
    ...(virtual === undefined ? {} : { compute: virtual }),
    ...(readOnly === true || virtual !== undefined ? { options: config as unknown as PlainObject } : {}),
  };
}
