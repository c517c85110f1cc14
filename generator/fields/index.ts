/** Every field type: what the emitters print for its fields. */
import type { FieldDescriptor } from '../../runtime/codegen/descriptors.js';
import type { FieldType } from './field-type.js';
import { array } from './types/array.js';
import { blocks } from './types/blocks.js';
import { boolean } from './types/boolean.js';
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

/** The descriptor of a type: that of the union whose `type` has this name. */
type DescriptorOf<T extends FieldDescriptor['type']> = FieldDescriptor extends infer D
  ? D extends { readonly type: infer Names }
    ? T extends Names
      ? Extract<D, FieldDescriptor>
      : never
    : never
  : never;

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
  json,
  point,
  relationship,
  join,
  group,
  array,
  blocks,
} satisfies { [T in FieldDescriptor['type']]: FieldType<DescriptorOf<T>> };

/** The same by any name: a type is given only fields with its own descriptor. */
const byName: Readonly<Record<FieldDescriptor['type'], FieldType>> = fieldTypes;

/** The names of all types, in the order in which documentation lists them. */
export const fieldTypeNames: readonly string[] = Object.keys(fieldTypes);

/** The type of a field. */
export function fieldTypeOf({ type }: Pick<FieldDescriptor, 'type'>): FieldType {
  return byName[type];
}
