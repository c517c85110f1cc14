/** Every field type: what the emitters print for its fields. */
import type { DescriptorOf, FieldDescriptor, FieldKind } from '../../runtime/fields/field-descriptor.js';
import { type ScalarKind, scalarSchemas } from '../../runtime/fields/index.js';
import { isWritable } from '../../runtime/fields/writable.js';
import { scalar } from './families/scalar.js';
import type { FieldType } from './field-type.js';
import { array } from './types/array.js';
import { blocks } from './types/blocks.js';
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

/** Those that have a module of their own: the others follow from their schema. */
const fieldTypes = {
  text,
  textarea,
  richText,
  email,
  url,
  slug,
  number,
  date,
  select,
  json,
  point,
  relationship,
  upload: relationship,
  join,
  group,
  array,
  blocks,
} satisfies { readonly [Kind in Exclude<FieldKind, ScalarKind>]: FieldType<DescriptorOf<Kind>> };

const scalars = Object.fromEntries(
  (Object.keys(scalarSchemas) as ScalarKind[]).map((kind) => [kind, scalar(kind, scalarSchemas[kind])]),
) as Readonly<Record<ScalarKind, FieldType>>;

/** The methods of a type are called with fields of this type only, so any field may be given to them. */
const byName: Readonly<Record<FieldKind, FieldType>> = { ...fieldTypes, ...scalars };

/** The type of a field. A field that no body may name has no input, and a virtual one no filter. */
export function fieldTypeOf(field: FieldDescriptor): FieldType {
  const type = byName[field.type];
  if (field.virtual === true) {
    return { ...type, input: null, filter: null, example: { ...type.example, test: () => null } };
  }
  return isWritable(field) || type.input === null ? type : { ...type, input: null };
}
