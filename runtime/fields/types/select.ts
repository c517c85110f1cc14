import type {
  ComputableFieldConfig,
  Indexed,
  Many,
  Rows,
  Single,
} from '../../config/shared-field-options.js';
import type { TranslatedText } from '../../config/translated-text.js';
import {
  type Check,
  checkOptions,
  listOf as each,
  isPlainObject,
  isText,
  type PlainObject,
  translated,
} from '../../config/validate/checks.js';
import { unless } from '../../config/validate/issues-of-values.js';
import { inside } from '../../config/validate/problem.js';
import { computable, indexed, many } from '../../config/validate/shared-options.js';
import { quoted, showValue } from '../../config/validate/show-value.js';
import { columnOption, type DescribeContext, listOptions, type OptionsOf } from '../describing.js';
import { listOf } from '../families/list-of.js';
import { textLike } from '../families/text-like.js';
import type { FieldBase, Stored } from '../field-base.js';
import type { PlainType } from '../field-type.js';
import { equality } from '../operators.js';

/** An option of a `select` field. */
export type SelectOption = string | { readonly label: TranslatedText; readonly value: string };

export interface SelectFieldConfig<Value extends string = string>
  extends ComputableFieldConfig<Value, string>,
    Indexed,
    Single {
  readonly type: 'select';
  /** The allowed values. */
  readonly options: readonly SelectOption[];
}

export interface SelectListFieldConfig<Value extends string = string>
  extends ComputableFieldConfig<readonly Value[], readonly string[]>,
    Many,
    Rows {
  readonly type: 'select';
  /** The allowed values. */
  readonly options: readonly SelectOption[];
}

export interface SelectField extends FieldBase, Stored {
  readonly type: 'select';
  readonly hasMany?: true;
  readonly unique?: true;
  readonly options: readonly string[];
  readonly minRows?: number;
  readonly maxRows?: number;
}

const selectOption: Check = (option, place, problems) => {
  if (isPlainObject(option)) {
    checkOptions(
      option,
      { options: { label: translated, value: optionValue }, required: ['label', 'value'] },
      place,
      problems,
    );
  } else if (typeof option === 'string') optionValue(option, place, problems);
  else problems.add(place, `must be text or { label, value }, not ${showValue(option)}`);
};

const optionValue: Check = (option, place, problems) => {
  if (typeof option !== 'string') problems.add(place, `must be text, not ${showValue(option)}`);
  else if (option === '') problems.add(place, 'must not be empty');
  else if (!isText(option)) problems.add(place, 'must be Unicode text without NUL characters');
};

const selectOptions: Check = (given, place, problems) => {
  each(selectOption)(given, place, problems);
  if (!Array.isArray(given)) return;
  if (given.length === 0) problems.add(place, 'must not be empty');
  const values = given.map((option: unknown) => (isPlainObject(option) ? option['value'] : option));
  for (const [position, one] of values.entries()) {
    if (typeof one === 'string' && values.indexOf(one) < position) {
      problems.add(inside(place, position), `repeats the value ${quoted(one)}`);
    }
  }
};

/** @internal */
export const select: PlainType<SelectField, SelectFieldConfig | SelectListFieldConfig> = {
  ...listOf(textLike(describeSelect, equality), 'list of texts'),
  hasFewValues: true,
  valueRules: ({ options }) => ({ options }),
  config: {
    noun: 'a select field',
    options: { ...computable, ...indexed, ...many, options: selectOptions },
    required: ['options'],
    issueOf: issueOfChoice,
    otherNames: {
      ...{ enum: null, enumeration: null, radio: null },
      multiselect: "several options are type: 'select', hasMany: true",
    },
  },
};

function issueOfChoice({ options }: PlainObject, value: unknown): string | null {
  if (!Array.isArray(options)) return null;
  const values = options.map((option: unknown) => (isPlainObject(option) ? option['value'] : option));
  return unless(values.includes(value), 'is not one of its options', value);
}

function describeSelect(
  config: SelectFieldConfig | SelectListFieldConfig,
  at: DescribeContext,
): OptionsOf<SelectField> {
  const options = config.options.map((option) => (typeof option === 'string' ? option : option.value));
  return { ...columnOption(at), ...listOptions(config), options };
}
