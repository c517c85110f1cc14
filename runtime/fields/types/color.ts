import type { JsonValue } from '../../util/json.js';
import { isColor } from '../color-text.js';
import { columnOption, flagOption } from '../describing.js';
import { singleValue } from '../families/single-value.js';
import type { ColorField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';
import { misfit } from '../fitting.js';
import { wrongType } from '../input-issue.js';
import { equality } from '../operators.js';

export const color: ValueFieldType<ColorField> = singleValue({
  describe: ({ unique, default: given }, at) => ({
    ...columnOption(at),
    unique: flagOption(unique),
    default: typeof given === 'string' ? given.toLowerCase() : undefined,
  }),
  columnType: () => 'text',
  valueKind: () => 'text',
  operators: equality,
  reader: () => readColor,
  complete: completeColor,
});

function readColor(value: unknown, path: string): string {
  if (typeof value === 'string' && isColor(value)) return value.toLowerCase();
  throw wrongType(path, 'color', value);
}

function completeColor(_field: ColorField, value: JsonValue, path: string): string {
  if (typeof value !== 'string' || !isColor(value)) throw misfit(path, 'a colour (#rrggbb)', value);
  return value.toLowerCase();
}
