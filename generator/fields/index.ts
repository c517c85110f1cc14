/** Every field type: what the emitters print for its fields. */
import type { FieldDescriptor, FieldKind } from '../../runtime/fields/field-descriptor.js';
import type { DescriptorOf } from '../../runtime/fields/field-type.js';
import type { FieldType } from './field-type.js';
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
} satisfies { readonly [Kind in FieldKind]: FieldType<DescriptorOf<Kind>> };

/** The methods of a type are called with fields of this type only, so any field may be given to them. */
const byName: Readonly<Record<FieldKind, FieldType>> = fieldTypes;

/** The type of a field. */
export function fieldTypeOf({ type }: Pick<FieldDescriptor, 'type'>): FieldType {
  return byName[type];
}
