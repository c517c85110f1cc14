import {
  columnOption,
  type DescribeContext,
  type ListConfig,
  listOptions,
  type OptionsOf,
  type TextLimitsConfig,
  textLimits,
} from '../describing.js';
import type { TextField } from '../field-base.js';

/** Describes the options of a text, an email address or a URL. */
export function describeText(
  config: ListConfig & TextLimitsConfig,
  at: DescribeContext,
): OptionsOf<TextField> {
  return { ...columnOption(at), ...listOptions(config), ...textLimits(config) };
}
