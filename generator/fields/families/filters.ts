/** The filters of fields. */
import type { FieldDescriptor } from '../../../runtime/codegen/descriptors.js';
import { nullable, type Schema } from '../../emit/openapi/schema.js';
import { coreType } from '../../emit/sdk/core-names.js';
import { type Code, code, union } from '../../print/code.js';
import type { FieldFilter } from '../field-type.js';
import { hasMany } from './lists.js';

const flag: Schema = { type: 'boolean' };
/** Max length: docs/spec/contract.md#operators. */
const searchText: Schema = { type: 'string', maxLength: 1_000 };

interface Comparison<D extends FieldDescriptor> {
  /** Names the shared schema: `Text` for `TextFilter` and `TextListFilter`. */
  name(descriptor: D): string | null;
  /** One value to compare with. */
  value(descriptor: D): Schema;
  /** Its types in the SDK. */
  types(descriptor: D): readonly Code[];
  /** The SDK's filter of a single value. */
  single(descriptor: D): Code;
}

/** The filter of fields that are compared with values. */
export function comparison<D extends FieldDescriptor>({
  name,
  value,
  types,
  single,
}: Comparison<D>): FieldFilter<D> {
  return {
    schemaName: (descriptor) => {
      const stem = name(descriptor);
      return stem && `${stem}${hasMany(descriptor) ? 'List' : ''}Filter`;
    },
    operand: (descriptor, operator) => {
      switch (operator) {
        case 'equals':
        case 'not_equals':
          return nullable(value(descriptor));
        case 'in':
        case 'not_in':
          return { type: 'array', items: value(descriptor), maxItems: 500 };
        case 'exists':
          return flag;
        case 'within':
          return range(value(descriptor));
        case 'contains':
        case 'not_contains':
          return hasMany(descriptor) ? value(descriptor) : searchText;
        case 'gt':
        case 'gte':
        case 'lt':
        case 'lte':
          return value(descriptor);
      }
    },
    type: (descriptor) =>
      hasMany(descriptor) ? code`${coreType('ListFilter')}<${union(types(descriptor))}>` : single(descriptor),
  };
}

function range(value: Schema): Schema {
  return { description: 'From and to, inclusive.', type: 'array', items: value, minItems: 2, maxItems: 2 };
}

/** The SDK's filter of values that are only equal or not. */
export function choiceFilter(types: readonly Code[]): Code {
  return code`${coreType('ChoiceFilter')}<${union(types)}>`;
}

/** The filter of fields that are only there or not. */
export const presence: FieldFilter<FieldDescriptor> = {
  schemaName: () => 'PresenceFilter',
  operand: () => flag,
  type: () => code`${coreType('PresenceFilter')}`,
};
