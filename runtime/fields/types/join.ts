import type { JoinFieldConfig } from '../../config/field-config.js';
import { isPlainObject, must, wholeNumber } from '../../config/validate/checks.js';
import { issueElsewhere } from '../../config/validate/issues-of-values.js';
import { base, someText } from '../../config/validate/shared-options.js';
import { notCompared } from '../families/not-compared.js';
import type { JoinField } from '../field-descriptor.js';
import type { WithRules } from '../field-type.js';
import type { UnstoredType } from '../structured-type.js';

/** @internal */
export const join: UnstoredType<JoinField> & WithRules<JoinFieldConfig> = {
  ...notCompared,
  describe({ collection, on, limit = 10, sort, where }, { defaultSort }) {
    return { collection, on, limit, sort: sort ?? defaultSort(collection), where };
  },
  isList: () => false,
  columns: () => [],
  operators: () => [],
  config: {
    noun: 'a join field',
    options: {
      ...base,
      collection: someText,
      on: someText,
      limit: wholeNumber(1),
      sort: someText,
      where: must('an object', isPlainObject),
    },
    required: ['collection', 'on'],
    issueOf: issueElsewhere,
    otherNames: { o2m: null },
  },
};
