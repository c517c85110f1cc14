import type { GroupFieldConfig } from '../../config/field-config.js';
import { elsewhere } from '../../config/validate/checks.js';
import { issueElsewhere } from '../../config/validate/issues-of-values.js';
import { base } from '../../config/validate/shared-options.js';
import { notCompared } from '../families/not-compared.js';
import type { GroupField } from '../field-descriptor.js';
import type { WithRules } from '../field-type.js';
import type { UnstoredType } from '../structured-type.js';

/**
 * The fields of a group have columns of their own.
 *
 * @internal
 */
export const group: UnstoredType<GroupField> & WithRules<GroupFieldConfig> = {
  ...notCompared,
  describe: ({ fields }, at) => ({ fields: at.inGroup(fields) }),
  isList: () => false,
  columns: () => [],
  operators: () => [],
  config: {
    noun: 'a group',
    options: { ...base, fields: elsewhere },
    required: ['fields'],
    issueOf: issueElsewhere,
    otherNames: { component: "a repeatable component is type: 'array'", object: null },
  },
};
