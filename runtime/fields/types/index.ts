/**
 * The plain field types, whose value is a whole: no path leads into it. The one list of their names, in the
 * order in which documentation lists them; `fields/index.ts` adds the types that contain others.
 *
 * `svc` exports the types of these modules. The published declarations leave their values out, by a tag, so
 * that an editor of a config loads no more than the options.
 */
import type { JsonValue } from '../../util/json.js';
import type { JsonField, TextField } from '../field-base.js';
import type { PlainType, ScalarSchema } from '../field-type.js';
import { type BooleanField, type BooleanFieldConfig, boolean } from './boolean.js';
import { type ColorField, type ColorFieldConfig, color } from './color.js';
import { type DateField, type DateFieldConfig, date } from './date.js';
import { type EmailFieldConfig, email } from './email.js';
import { type JsonFieldConfig, json } from './json.js';
import { type NumberField, type NumberFieldConfig, type NumberListFieldConfig, number } from './number.js';
import { type Point, type PointField, type PointFieldConfig, point } from './point.js';
import { type RichTextFieldConfig, richText } from './rich-text.js';
import { type SelectField, type SelectFieldConfig, type SelectListFieldConfig, select } from './select.js';
import { type SlugField, type SlugFieldConfig, slug } from './slug.js';
import { type TextFieldConfig, type TextListFieldConfig, text } from './text.js';
import { type TextareaFieldConfig, textarea } from './textarea.js';
import { type UrlFieldConfig, url } from './url.js';

export type { BooleanFieldConfig } from './boolean.js';
export type { ColorFieldConfig } from './color.js';
export type { DateFieldConfig } from './date.js';
export type { EmailFieldConfig } from './email.js';
export type { JsonFieldConfig } from './json.js';
export type { NumberFieldConfig, NumberListFieldConfig } from './number.js';
export type { Point, PointFieldConfig } from './point.js';
export type { RichTextFieldConfig } from './rich-text.js';
export type { SelectFieldConfig, SelectListFieldConfig, SelectOption } from './select.js';
export type { SlugFieldConfig } from './slug.js';
export type { TextFieldConfig, TextListFieldConfig } from './text.js';
export type { TextareaFieldConfig } from './textarea.js';
export type { UrlFieldConfig } from './url.js';

/** The options of a type, the descriptor of its fields, and their value. */
interface Plain<Config, Field, Value> {
  readonly config: Config;
  readonly field: Field;
  readonly value: Value;
}

/** The same of a type that a schema describes, so that the generator needs no module for it. */
interface Scalar<Config, Field, Value> extends Plain<Config, Field, Value> {
  readonly isScalar: true;
}

/** What the types of the rest of the runtime follow from. */
export interface PlainFieldTypes {
  readonly text: Plain<TextFieldConfig | TextListFieldConfig, TextField, string>;
  readonly textarea: Plain<TextareaFieldConfig, TextField, string>;
  readonly richText: Plain<RichTextFieldConfig, JsonField, JsonValue>;
  readonly email: Plain<EmailFieldConfig, TextField, string>;
  readonly url: Plain<UrlFieldConfig, TextField, string>;
  readonly slug: Plain<SlugFieldConfig, SlugField, string>;
  readonly number: Plain<NumberFieldConfig | NumberListFieldConfig, NumberField, number>;
  readonly boolean: Scalar<BooleanFieldConfig, BooleanField, boolean>;
  readonly date: Plain<DateFieldConfig, DateField, string>;
  readonly select: Plain<SelectFieldConfig | SelectListFieldConfig, SelectField, string>;
  readonly color: Scalar<ColorFieldConfig, ColorField, string>;
  readonly json: Plain<JsonFieldConfig, JsonField, JsonValue>;
  readonly point: Plain<PointFieldConfig, PointField, Point>;
}

type TypeOf<Kind extends keyof PlainFieldTypes> = PlainType<
  PlainFieldTypes[Kind]['field'],
  PlainFieldTypes[Kind]['config']
> &
  (PlainFieldTypes[Kind] extends { readonly isScalar: true } ? { readonly schema: ScalarSchema } : unknown);

/** @internal */
export const plainTypes: { readonly [Kind in keyof PlainFieldTypes]: TypeOf<Kind> } = {
  text,
  textarea,
  richText,
  email,
  url,
  slug,
  number,
  boolean,
  date,
  select,
  color,
  json,
  point,
};
