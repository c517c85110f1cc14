import type { ComputableFieldConfig, Indexed, TextLimits } from '../../config/shared-field-options.js';
import { issueOfPlainText } from '../../config/validate/issues-of-values.js';
import { computable, indexed, textLimits } from '../../config/validate/shared-options.js';
import { describeText } from '../families/describe-text.js';
import { textLike } from '../families/text-like.js';
import type { TextField } from '../field-base.js';
import type { PlainType } from '../field-type.js';

export interface TextareaFieldConfig extends ComputableFieldConfig<string>, Indexed, TextLimits {
  readonly type: 'textarea';
}

/** @internal */
export const textarea: PlainType<TextField, TextareaFieldConfig> = {
  ...textLike(describeText),
  mayBeBlank: true,
  isTyped: true,
  config: {
    noun: 'a textarea field',
    options: { ...computable, ...indexed, ...textLimits },
    issueOf: issueOfPlainText,
    otherNames: { code: null, markdown: null },
  },
};
