import type { ComputableFieldConfig } from '../../config/shared-field-options.js';
import { must } from '../../config/validate/checks.js';
import { type IssueOf, isJson, unless } from '../../config/validate/issues-of-values.js';
import { computable } from '../../config/validate/shared-options.js';
import type { JsonValue } from '../../util/json.js';
import { columnOption, flagOption } from '../describing.js';
import { jsonValue } from '../families/json-value.js';
import type { JsonField } from '../field-base.js';
import type { PlainType } from '../field-type.js';

/** Structured rich text: a JSON object or list, as an editor produces it. */
export interface RichTextFieldConfig extends ComputableFieldConfig<JsonValue> {
  readonly type: 'richText';
  /**
   * Name of a `blocks` field beside it whose blocks are shown inside the text: a node `block` names one of
   * its rows by `attrs.id`.
   */
  readonly blocks?: string;
}

const issueOfRichText: IssueOf = (_field, value) =>
  unless(typeof value === 'object' && isJson(value, new Set()), 'is not a JSON object or list', value);

/** @internal */
export const richText: PlainType<JsonField, RichTextFieldConfig> = {
  ...jsonValue(),
  describe: (config, at) => ({
    ...columnOption(at),
    blocksField: config.blocks,
    showsFiles: flagOption(at.hasFiles && config.virtual === undefined),
  }),
  config: {
    noun: 'a richText field',
    options: {
      ...computable,
      blocks: must('the name of a blocks field beside it', (name) => typeof name === 'string' && name !== ''),
    },
    issueOf: issueOfRichText,
    otherNames: { lexical: null, slate: null, wysiwyg: null },
  },
};
