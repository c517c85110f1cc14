/** Lists: of rows, and of the values of a field with many. */
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import type { Schema, SchemaOrReference } from '../../emit/openapi/schema.js';
import { type Code, code, raw, union } from '../../print/code.js';
import type { RuleContext } from '../field-type.js';

interface ListRules {
  readonly required?: true;
  readonly minRows?: number;
  readonly maxRows?: number;
}

/** Whether the field's value is a list of values. */
export function hasMany(descriptor: FieldDescriptor): boolean {
  return 'hasMany' in descriptor && descriptor.hasMany === true;
}

/** The rule of a list: `list` of values, or `rows`. */
export function listRule(
  rule: 'list' | 'rows',
  item: Code,
  at: RuleContext & { readonly of: ListRules },
): Code {
  const { required, minRows, maxRows } = at.of;
  return at.callWith(rule, [item], {
    required: required === true && at.mode !== 'draft' ? raw('true') : undefined,
    min: minRows,
    max: maxRows,
  });
}

/** The schema of a list in a body. */
export function listSchema({ required, minRows = 0, maxRows }: ListRules, items: SchemaOrReference): Schema {
  return {
    type: 'array',
    items,
    ...(required && { minItems: Math.max(1, minRows) }),
    ...(maxRows !== undefined && { maxItems: maxRows }),
    // An empty list is no value, so if the field is optional, `minRows` does not apply to it.
    ...(!required && minRows > 1 && { anyOf: [{ maxItems: 0 }, { minItems: minRows }] }),
  };
}

/** `string[]`, `(A | B)[]`. */
export function listType(types: readonly Code[]): Code {
  return types.length > 1 ? code`(${union(types)})[]` : code`${union(types)}[]`;
}

/** The type of a list in a body. */
export function readonlyListType(types: readonly Code[]): Code {
  return code`readonly ${listType(types)}`;
}
