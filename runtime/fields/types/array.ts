import type { ArrayFieldConfig } from '../../config/field-config.js';
import { elsewhere } from '../../config/validate/checks.js';
import { issueElsewhere } from '../../config/validate/issues-of-values.js';
import { rows, rowsAdmin, value } from '../../config/validate/shared-options.js';
import { columnOption, rowLimits } from '../describing.js';
import { container } from '../families/container.js';
import type { ArrayField } from '../field-descriptor.js';
import type { WithRules } from '../field-type.js';
import type { RowsType } from '../structured-type.js';

/** @internal */
export const array: RowsType<ArrayField> & WithRules<ArrayFieldConfig> = {
  ...container<ArrayField>('rows', (config, at) => ({
    ...columnOption(at),
    fields: at.inRows(config.fields),
    ...rowLimits(config),
  })),
  config: {
    noun: 'an array field',
    options: { ...value, ...rows, fields: elsewhere, admin: rowsAdmin },
    required: ['fields'],
    issueOf: issueElsewhere,
    otherNames: { repeater: null },
  },
};
