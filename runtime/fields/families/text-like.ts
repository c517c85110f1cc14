import type { SelectField, SlugField, TextField } from '../field-descriptor.js';
import type { StoredFieldType } from '../field-type.js';
import { singleValue } from './single-value.js';

/** The type of fields whose value is a text. */
export function textLike<Field extends TextField | SlugField | SelectField>(): StoredFieldType<Field> {
  return singleValue(() => 'text');
}
