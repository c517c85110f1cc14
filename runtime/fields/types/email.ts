import type { ComputableFieldConfig, Indexed, TextLimits } from '../../config/shared-field-options.js';
import { type IssueOf, issueOfText, unless } from '../../config/validate/issues-of-values.js';
import { computable, indexed, textLimits } from '../../config/validate/shared-options.js';
import { describeText } from '../families/describe-text.js';
import { textLike } from '../families/text-like.js';
import type { TextField } from '../field-base.js';
import type { PlainType } from '../field-type.js';

export interface EmailFieldConfig extends ComputableFieldConfig<string>, Indexed, TextLimits {
  readonly type: 'email';
}

const issueOfEmail: IssueOf = (field, value) =>
  issueOfText(field, value) ??
  unless(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(String(value)), 'is not an email address', value);

/** @internal */
export const email: PlainType<TextField, EmailFieldConfig> = {
  ...textLike(describeText),
  isTyped: true,
  config: {
    noun: 'an email field',
    options: { ...computable, ...indexed, ...textLimits },
    issueOf: issueOfEmail,
  },
};
