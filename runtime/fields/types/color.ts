import type { ComputableFieldConfig, Indexed } from '../../config/shared-field-options.js';
import { unless } from '../../config/validate/issues-of-values.js';
import { computable, indexed } from '../../config/validate/shared-options.js';
import type { JsonValue } from '../../util/json.js';
import { columnOption, flagOption } from '../describing.js';
import { scalar } from '../families/scalar.js';
import type { FieldBase, PatternDescriptor, Stored } from '../field-base.js';
import type { ScalarType } from '../field-type.js';
import { misfit } from '../fitting.js';
import { wrongType } from '../input-issue.js';

/** A colour in hexadecimal digits, `#rrggbb` or `#rrggbbaa`, in any letter case; stored in lower case. */
export interface ColorFieldConfig extends ComputableFieldConfig<string>, Indexed {
  readonly type: 'color';
}

export interface ColorField extends FieldBase, Stored {
  readonly type: 'color';
  readonly unique?: true;
}

/** A stored colour, which is in lower case: equal colours are equal texts. */
const storedForm: PatternDescriptor = { source: '^#(?:[0-9a-f]{6}|[0-9a-f]{8})$', flags: 'u' };

const pattern = new RegExp(storedForm.source, 'iu');

/** @internal */
export const color: ScalarType<ColorField, ColorFieldConfig> = {
  ...scalar<ColorField, ColorFieldConfig>({
    describe: ({ unique, default: given }, at) => ({
      ...columnOption(at),
      unique: flagOption(unique),
      default: typeof given === 'string' ? given.toLowerCase() : undefined,
    }),
    columnType: () => 'text',
    valueKind: () => 'text',
    reader: () => readColor,
    complete: completeColor,
    schema: {
      type: 'string',
      format: 'color',
      pattern: '^#(?:[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$',
      example: '#1a2b3c',
    },
  }),
  isTyped: true,
  valueRules: () => ({ pattern: storedForm }),
  config: {
    noun: 'a color field',
    options: { ...computable, ...indexed },
    issueOf: (_field, given) => unless(isColor(given), 'is not a colour (#rrggbb or #rrggbbaa)', given),
    otherNames: { colour: null },
  },
};

/** `#rrggbb`, or `#rrggbbaa` with its opacity, in any letter case. */
function isColor(given: unknown): given is string {
  return typeof given === 'string' && pattern.test(given);
}

function readColor(given: unknown, path: string): string {
  if (isColor(given)) return given.toLowerCase();
  throw wrongType(path, 'color', given);
}

function completeColor(_field: ColorField, given: JsonValue, path: string): string {
  if (!isColor(given)) throw misfit(path, 'a colour (#rrggbb)', given);
  return given.toLowerCase();
}
