import type {
  ComputableFieldConfig,
  Indexed,
  Many,
  Rows,
  Single,
} from '../../config/shared-field-options.js';
import { finiteNumber, flag, type PlainObject } from '../../config/validate/checks.js';
import { computable, indexed, many } from '../../config/validate/shared-options.js';
import { showValue } from '../../config/validate/show-value.js';
import type { JsonValue } from '../../util/json.js';
import { columnOption, flagOption, listOptions } from '../describing.js';
import { listOf } from '../families/list-of.js';
import { singleValue } from '../families/single-value.js';
import type { FieldBase, Stored } from '../field-base.js';
import type { PlainType } from '../field-type.js';
import { misfit } from '../fitting.js';
import { wrongType } from '../input-issue.js';
import { equality, order } from '../operators.js';

interface NumberLimits {
  /** Whole numbers only. Default `false`. */
  readonly integer?: boolean;
  /** Min value. */
  readonly min?: number;
  /** Max value. */
  readonly max?: number;
}

export interface NumberFieldConfig extends ComputableFieldConfig<number>, Indexed, Single, NumberLimits {
  readonly type: 'number';
}

export interface NumberListFieldConfig
  extends ComputableFieldConfig<readonly number[]>,
    Many,
    Rows,
    NumberLimits {
  readonly type: 'number';
}

export interface NumberField extends FieldBase, Stored {
  readonly type: 'number';
  readonly hasMany?: true;
  readonly unique?: true;
  readonly integer?: true;
  readonly min?: number;
  readonly max?: number;
  readonly minRows?: number;
  readonly maxRows?: number;
}

const wholeHint = "a whole number is type: 'number', integer: true";

/** @internal */
export const number: PlainType<NumberField, NumberFieldConfig | NumberListFieldConfig> = {
  ...listOf<NumberField, NumberFieldConfig | NumberListFieldConfig>(
    singleValue({
      describe: (config, at) => ({
        ...columnOption(at),
        ...listOptions(config),
        integer: flagOption(config.integer),
        min: config.min,
        max: config.max,
      }),
      columnType: ({ integer }) => (integer ? 'integer' : 'number'),
      valueKind: () => 'number',
      operators: [...equality, ...order, 'within'],
      reader: () => readNumber,
      complete: completeNumber,
    }),
    'list of numbers',
  ),
  isTyped: true,
  config: {
    noun: 'a number field',
    options: { ...computable, ...indexed, ...many, integer: flag, min: finiteNumber, max: finiteNumber },
    issueOf: issueOfNumber,
    otherNames: {
      ...{ biginteger: wholeHint, int: wholeHint, integer: wholeHint },
      ...{ decimal: null, double: null, float: null },
    },
  },
};

function issueOfNumber(field: PlainObject, value: unknown): string | null {
  const { integer, min, max } = field;
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${showValue(value)} is not a number`;
  if (integer === true && !Number.isSafeInteger(value)) return `${value} is not a whole number`;
  if (typeof min === 'number' && value < min) return `${value} is less than min (${min})`;
  return typeof max === 'number' && value > max ? `${value} is more than max (${max})` : null;
}

function readNumber(value: unknown, path: string): number {
  if (typeof value !== 'number') throw wrongType(path, 'number', value);
  return value;
}

function completeNumber(_field: NumberField, value: JsonValue, path: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw misfit(path, 'a number', value);
  // SQLite keeps -0, JSON does not.
  return value === 0 ? 0 : value;
}
