import type { BlocksFieldConfig } from '../../config/field-config.js';
import { elsewhere } from '../../config/validate/checks.js';
import { issueElsewhere } from '../../config/validate/issues-of-values.js';
import { rows, value } from '../../config/validate/shared-options.js';
import { columnOption, rowLimits } from '../describing.js';
import { container } from '../families/container.js';
import type { BlocksField } from '../field-descriptor.js';
import type { WithRules } from '../field-type.js';
import type { RowsType } from '../structured-type.js';

/** @internal */
export const blocks: RowsType<BlocksField> & WithRules<BlocksFieldConfig> = {
  ...container<BlocksField>('blocks', (config, at) => ({
    ...columnOption(at),
    blocks: config.blocks.map(({ slug, fields }) => ({ slug, fields: at.inRows(fields) })),
    ...rowLimits(config),
  })),
  config: {
    noun: 'a blocks field',
    options: { ...value, ...rows, blocks: elsewhere },
    required: ['blocks'],
    issueOf: issueElsewhere,
    otherNames: { dynamiczone: null },
  },
};
