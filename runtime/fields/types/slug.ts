import type { Indexed, TextLimits, ValueFieldConfig } from '../../config/shared-field-options.js';
import type { PlainObject } from '../../config/validate/checks.js';
import { type IssueOf, issueOfPlainText, unless } from '../../config/validate/issues-of-values.js';
import { indexed, someText, textLimits, value } from '../../config/validate/shared-options.js';
import { columnOption, textLimits as describedLimits } from '../describing.js';
import { textLike } from '../families/text-like.js';
import type { FieldBase, PatternDescriptor, Stored } from '../field-base.js';
import type { PlainType } from '../field-type.js';

/**
 * A URL segment, unique in the collection. A slug that is already in use gets a suffix. Not empty, no leading
 * dot, no spaces and none of `/ \ ? # %`, unless `pattern` allows them.
 */
export interface SlugFieldConfig<From extends string = string>
  extends ValueFieldConfig<string>,
    Indexed,
    TextLimits {
  readonly type: 'slug';
  /**
   * The text field that the slug is made from, once, if none is given: a sibling, or a path from the
   * document's root.
   */
  readonly from?: From;
}

export interface SlugField extends FieldBase, Stored {
  readonly type: 'slug';
  readonly unique: true;
  /** Path of the field it is filled from once. */
  readonly from?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: PatternDescriptor;
}

const issueOfSlug: IssueOf = (field, value) => issueOfPlainText(field, value) ?? issueOfSegment(field, value);

/** A URL segment, unless the config defines slugs by a pattern. */
function issueOfSegment({ pattern }: PlainObject, value: unknown): string | null {
  const isPart = pattern !== undefined || /^[^\s/\\?#%.][^\s/\\?#%]*$/u.test(String(value));
  return unless(isPart, 'is not a valid part of a URL', value);
}

/** @internal */
export const slug: PlainType<SlugField, SlugFieldConfig> = {
  ...textLike<SlugField, SlugFieldConfig>((config, at) => ({
    ...columnOption(at),
    unique: true,
    from: config.from,
    ...describedLimits(config),
  })),
  mayBeBlank: true,
  config: {
    noun: 'a slug field',
    options: { ...value, ...indexed, ...textLimits, from: someText },
    issueOf: issueOfSlug,
    otherNames: { uid: null },
  },
};
