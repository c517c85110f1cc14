import type { AdminFieldMeta, AdminFieldType } from '../../../../runtime/codegen/admin-meta.js';
import type { FieldType } from '../field-type.js';
import { array } from './array.js';
import { blocks } from './blocks.js';
import { boolean } from './boolean.js';
import { color } from './color.js';
import { date } from './date.js';
import { email } from './email.js';
import { group } from './group.js';
import { join } from './join.js';
import { json } from './json.js';
import { number } from './number.js';
import { point } from './point.js';
import { relationship } from './relationship.js';
import { richText } from './rich-text.js';
import { select } from './select.js';
import { slug } from './slug.js';
import { text } from './text.js';
import { textarea } from './textarea.js';
import { url } from './url.js';

const fieldTypes: { readonly [Type in AdminFieldType]: FieldType } = {
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
};

/** Returns the type of a field. */
export function fieldTypeOf({ type }: AdminFieldMeta): FieldType {
  return fieldTypes[type];
}
