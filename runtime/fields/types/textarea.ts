import type { ComputableFieldConfig, Indexed, TextLimits } from '../../config/shared-field-options.js';
import { issueOfPlainText } from '../../config/validate/issues-of-values.js';
import { computable, indexed, textLimits } from '../../config/validate/shared-options.js';
import { describeText } from '../families/describe-text.js';
import { textLike } from '../families/text-like.js';
import type { TypeModule } from '../field-type.js';

export interface TextareaFieldConfig extends ComputableFieldConfig<string>, Indexed, TextLimits {
  readonly type: 'textarea';
}

/** @internal */
export const textarea: TypeModule<'textarea'> = {
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
