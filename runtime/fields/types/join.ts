import { isPlainObject, must, wholeNumber } from '../../config/validate/checks.js';
import { issueElsewhere } from '../../config/validate/issues-of-values.js';
import { base, someText } from '../../config/validate/shared-options.js';
import { notCompared } from '../families/not-compared.js';
import type { TypeModule } from '../field-type.js';

/** @internal */
export const join: TypeModule<'join'> = {
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
