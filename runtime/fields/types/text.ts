import type {
  ComputableFieldConfig,
  Indexed,
  Many,
  Rows,
  Single,
  TextLimits,
} from '../../config/shared-field-options.js';
import { issueOfPlainText } from '../../config/validate/issues-of-values.js';
import { computable, indexed, many, textLimits } from '../../config/validate/shared-options.js';
import { describeText } from '../families/describe-text.js';
import { listOf } from '../families/list-of.js';
import { textLike } from '../families/text-like.js';
import type { TextField } from '../field-base.js';
import type { PlainType } from '../field-type.js';

export interface TextFieldConfig extends ComputableFieldConfig<string>, Indexed, Single, TextLimits {
  readonly type: 'text';
}

export interface TextListFieldConfig
  extends ComputableFieldConfig<readonly string[]>,
    Many,
    Rows,
    TextLimits {
  readonly type: 'text';
}

const listHint = "a list of texts is type: 'text', hasMany: true";

/** @internal */
export const text: PlainType<TextField, TextFieldConfig | TextListFieldConfig> = {
  ...listOf(textLike(describeText), 'list of texts'),
  mayBeBlank: true,
  isTyped: true,
  config: {
    noun: 'a text field',
    options: { ...computable, ...indexed, ...many, ...textLimits },
    issueOf: issueOfPlainText,
    otherNames: { csv: listHint, string: null, tags: listHint, varchar: null },
  },
};
