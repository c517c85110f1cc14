import { columnOption, textLimits } from '../describing.js';
import { textLike } from '../families/text-like.js';
import type { SlugField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';

export const slug: ValueFieldType<SlugField> = {
  ...textLike((config, at) => ({
    ...columnOption(at),
    unique: true,
    from: config.from,
    ...textLimits(config),
  })),
  mayBeBlank: true,
};
