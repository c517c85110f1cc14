/** Every field type by its name: the one list of the names. */
import type { FieldConfig } from '../config/field-config.js';
import type { FieldDescriptor, FieldKind, StoredField, ValueField } from './field-descriptor.js';
import type { DescriptorOf, FieldType, StoredFieldType, ValueFieldType } from './field-type.js';
import { array } from './types/array.js';
import { blocks } from './types/blocks.js';
import { boolean } from './types/boolean.js';
import { color } from './types/color.js';
import { date } from './types/date.js';
import { email } from './types/email.js';
import { group } from './types/group.js';
import { join } from './types/join.js';
import { json } from './types/json.js';
import { number } from './types/number.js';
import { point } from './types/point.js';
import { relationship } from './types/relationship.js';
import { richText } from './types/rich-text.js';
import { select } from './types/select.js';
import { slug } from './types/slug.js';
import { text } from './types/text.js';
import { textarea } from './types/textarea.js';
import { url } from './types/url.js';

type TypeOf<Kind extends FieldKind> =
  DescriptorOf<Kind> extends ValueField
    ? ValueFieldType<DescriptorOf<Kind>>
    : DescriptorOf<Kind> extends StoredField
      ? StoredFieldType<DescriptorOf<Kind>>
      : FieldType<DescriptorOf<Kind>>;

const fieldTypes = {
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
  relationship,
  join,
  group,
  array,
  blocks,
} satisfies { readonly [Kind in FieldKind]: TypeOf<Kind> };

/** The names of the field types, in the order in which documentation lists them. */
export const fieldKinds: readonly FieldKind[] = Object.keys(fieldTypes) as FieldKind[];

/** The type of a field of a config or contract. */
export function fieldTypeOf({
  type,
}: {
  readonly type: FieldKind;
}): FieldType<FieldDescriptor, FieldConfig, object> {
  return fieldTypes[type];
}

export function storedTypeOf(field: StoredField): StoredFieldType<StoredField, FieldConfig, object> {
  return fieldTypes[field.type];
}

export function valueTypeOf(field: ValueField): ValueFieldType<ValueField, FieldConfig, object> {
  return fieldTypes[field.type];
}
