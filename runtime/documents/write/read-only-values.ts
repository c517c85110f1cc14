import { issueOfValue } from '../../config/validate/issue-of-value.js';
import type { JsonObject } from '../../util/json.js';
import type { DocumentType } from '../document-type.js';
import { readOnlyValues } from './read-only-fields.js';

/** A value that does not fit the options of its field. */
export interface WrongValue {
  /** With positions of rows. */
  readonly path: string;
  /** `-1 is less than min` */
  readonly text: string;
  /** The field is virtual: it has no value in data at all. */
  readonly isVirtual: boolean;
}

/** The values of read-only fields that do not fit. The validators of bodies do not know these fields. */
export function wrongReadOnlyValues(
  { model, callbacks }: Pick<DocumentType, 'model' | 'callbacks'>,
  data: JsonObject,
): readonly WrongValue[] {
  return readOnlyValues(model.descriptor.fields, data).flatMap(({ field, value, path }): WrongValue[] => {
    if (field.virtual === true) return [{ path, text: 'a virtual field is never written', isVirtual: true }];
    const options = callbacks.get(field)?.options;
    if (options === undefined || value === null) return [];
    const text = issueOfValue(options, value, new Set());
    return text === null ? [] : [{ path, text, isVirtual: false }];
  });
}
