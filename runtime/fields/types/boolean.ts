import type { ComputableFieldConfig } from '../../config/shared-field-options.js';
import { flag } from '../../config/validate/checks.js';
import { unless } from '../../config/validate/issues-of-values.js';
import { computable } from '../../config/validate/shared-options.js';
import type { JsonValue } from '../../util/json.js';
import { columnOption } from '../describing.js';
import { columnValue } from '../families/one-column.js';
import { scalar } from '../families/scalar.js';
import type { FieldBase, Stored } from '../field-base.js';
import type { ScalarType } from '../field-type.js';
import { misfit } from '../fitting.js';
import { wrongType } from '../input-issue.js';

export interface BooleanFieldConfig extends ComputableFieldConfig<boolean> {
  readonly type: 'boolean';
  /** Creates an index for filters by the field. Default `false`. */
  readonly index?: boolean;
}

export interface BooleanField extends FieldBase, Stored {
  readonly type: 'boolean';
}

/** @internal */
export const boolean: ScalarType<BooleanField, BooleanFieldConfig> = {
  ...scalar<BooleanField, BooleanFieldConfig>({
    describe: (_config, at) => columnOption(at),
    columnType: () => 'boolean',
    valueKind: () => 'boolean',
    reader: () => readBoolean,
    complete: completeBoolean,
    schema: { type: 'boolean', example: true },
  }),
  hasFewValues: true,
  encode: (_field, given) => [given === null ? null : Number(given)],
  decode(field, row) {
    const stored = columnValue(field.column, row);
    return stored === null ? null : stored !== 0;
  },
  config: {
    noun: 'a boolean field',
    options: { ...computable, index: flag },
    issueOf: (_field, given) => unless(typeof given === 'boolean', 'is neither true nor false', given),
    otherNames: { bool: null, checkbox: null, switch: null, toggle: null },
  },
};

function readBoolean(value: unknown, path: string): number {
  if (typeof value !== 'boolean') throw wrongType(path, 'boolean', value);
  return value ? 1 : 0;
}

function completeBoolean(_field: BooleanField, value: JsonValue, path: string): boolean {
  if (typeof value !== 'boolean') throw misfit(path, 'a boolean', value);
  return value;
}
