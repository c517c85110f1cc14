import {
  type ConfigOf,
  columnOption,
  type DescribeContext,
  listOptions,
  type OptionsOf,
} from '../describing.js';
import { listOf } from '../families/list-of.js';
import { textLike } from '../families/text-like.js';
import type { SelectField } from '../field-descriptor.js';
import type { ValueFieldType } from '../field-type.js';
import { equality } from '../operators.js';

export const select: ValueFieldType<SelectField> = {
  ...listOf(textLike(describeSelect, equality), 'list of texts'),
  hasFewValues: true,
};

function describeSelect(config: ConfigOf<SelectField>, at: DescribeContext): OptionsOf<SelectField> {
  const options = config.options.map((option) => (typeof option === 'string' ? option : option.value));
  return { ...columnOption(at), ...listOptions(config), options };
}
