import { columnOption, rowLimits } from '../describing.js';
import { container } from '../families/container.js';
import type { BlocksField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const blocks: StoredFieldType<BlocksField> = container('blocks', (config, at) => ({
  ...columnOption(at),
  blocks: config.blocks.map(({ slug, fields }) => ({ slug, fields: at.inRows(fields) })),
  ...rowLimits(config),
}));
