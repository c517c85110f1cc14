import { columnOption, rowLimits } from '../describing.js';
import { container } from '../families/container.js';
import type { ArrayField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';

export const array: StoredFieldType<ArrayField> = container('rows', (config, at) => ({
  ...columnOption(at),
  fields: at.inRows(config.fields),
  ...rowLimits(config),
}));
