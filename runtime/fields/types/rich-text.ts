import type { ComputableFieldConfig } from '../../config/shared-field-options.js';
import { type IssueOf, isJson, unless } from '../../config/validate/issues-of-values.js';
import { computable } from '../../config/validate/shared-options.js';
import type { JsonValue } from '../../util/json.js';
import { columnOption, flagOption } from '../describing.js';
import { jsonValue } from '../families/json-value.js';
import type { TypeModule } from '../field-type.js';

/** Structured rich text: a JSON object or list, as an editor produces it. */
export interface RichTextFieldConfig extends ComputableFieldConfig<JsonValue> {
  readonly type: 'richText';
}

const issueOfRichText: IssueOf = (_field, value) =>
  unless(typeof value === 'object' && isJson(value, new Set()), 'is not a JSON object or list', value);

/** @internal */
export const richText: TypeModule<'richText'> = {
  ...jsonValue(),
  describe: ({ virtual }, at) => ({
    ...columnOption(at),
    showsFiles: flagOption(at.hasFiles && virtual === undefined),
  }),
  config: {
    noun: 'a richText field',
    options: computable,
    issueOf: issueOfRichText,
    otherNames: { lexical: null, slate: null, wysiwyg: null },
  },
};
