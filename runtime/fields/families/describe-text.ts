import {
  type ConfigOf,
  columnOption,
  type DescribeContext,
  listOptions,
  type OptionsOf,
  textLimits,
} from '../describing.js';
import type { TextField } from '../field-descriptor.js';

/** Describes the options of a text, an email address or a URL. */
export function describeText(config: ConfigOf<TextField>, at: DescribeContext): OptionsOf<TextField> {
  return { ...columnOption(at), ...listOptions(config), ...textLimits(config) };
}
