import type { ComputableFieldConfig, Indexed, TextLimits } from '../../config/shared-field-options.js';
import { type IssueOf, issueOfText, unless } from '../../config/validate/issues-of-values.js';
import { computable, indexed, textLimits } from '../../config/validate/shared-options.js';
import { parseUrl } from '../../util/parse-url.js';
import { describeText } from '../families/describe-text.js';
import { textLike } from '../families/text-like.js';
import type { TextField } from '../field-base.js';
import type { PlainType } from '../field-type.js';

export interface UrlFieldConfig extends ComputableFieldConfig<string>, Indexed, TextLimits {
  readonly type: 'url';
}

const issueOfUrl: IssueOf = (field, value) =>
  issueOfText(field, value) ?? unless(isHttpUrl(String(value)), 'is not an http or https URL', value);

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && parseUrl(text) !== null;
}

/** @internal */
export const url: PlainType<TextField, UrlFieldConfig> = {
  ...textLike(describeText),
  isTyped: true,
  config: {
    noun: 'a url field',
    options: { ...computable, ...indexed, ...textLimits },
    issueOf: issueOfUrl,
  },
};
