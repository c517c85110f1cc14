import type { ComputableFieldConfig } from '../../config/shared-field-options.js';
import { isJson, unless } from '../../config/validate/issues-of-values.js';
import { computable } from '../../config/validate/shared-options.js';
import type { JsonValue } from '../../util/json.js';
import { jsonValue } from '../families/json-value.js';
import type { JsonField } from '../field-base.js';
import type { PlainType } from '../field-type.js';

/** Any JSON value. */
export interface JsonFieldConfig extends ComputableFieldConfig<JsonValue> {
  readonly type: 'json';
}

/** @internal */
export const json: PlainType<JsonField, JsonFieldConfig> = {
  ...jsonValue(),
  config: {
    noun: 'a json field',
    options: computable,
    issueOf: (_field, given) => unless(isJson(given, new Set()), 'cannot be written as JSON', given),
  },
};
