import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import type { FieldError } from './field-errors.js';
import { isWritable } from './field-leaves.js';
import { isEmptyValue, isListField, isRowField, rowFields } from './form-values.js';
import { keyOf, type Path, valueAt } from './path.js';
import { isRelation } from './reference.js';

/** Checks that need no request; the catalogues have a message for each. */
export type CheckName =
  | 'required'
  | 'minLength'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'integer'
  | 'pattern'
  | 'shape'
  | 'minRows'
  | 'maxRows';

/** Returns the message of a check of a field; `limit` is the limit that was exceeded or not reached. */
export type CheckMessage = (name: CheckName, limit: number, field: AdminFieldMeta) => string;

export interface CheckOptions {
  /** Whether the document is to be published: a draft may be incomplete. */
  readonly complete: boolean;
  readonly message: CheckMessage;
  /** Whether a text has the form that the field's type asks for. */
  readonly fits: (field: AdminFieldMeta, value: string) => boolean;
}

/**
 * Returns the issues that a save would find, without a request. The service decides; this only saves a round
 * trip. Rows are checked like the document, since the service takes lists as a whole.
 */
export function checkValues(
  fields: readonly AdminFieldMeta[],
  values: JsonObject,
  options: CheckOptions,
): FieldError[] {
  const errors: FieldError[] = [];
  const walk = (own: readonly AdminFieldMeta[], parent: Path, labels: readonly string[]): void => {
    for (const field of own) {
      if (!isWritable(field)) continue;
      const path = [...parent, field.name];
      const chain = [...labels, field.label];
      if (field.type === 'group') {
        walk(field.fields ?? [], path, chain);
        continue;
      }
      const value = valueAt(values, path);
      const issue = issueOf(field, value, options);
      if (issue !== null) {
        errors.push({
          key: keyOf(values, path),
          label: chain.join(' › '),
          message: options.message(...issue, field),
        });
      }
      if (!isRowField(field) || !Array.isArray(value)) continue;
      value.forEach((row: JsonValue, index) => {
        walk(rowFields(field, row), [...path, index], [...chain, String(index + 1)]);
      });
    }
  };
  walk(fields, [], []);
  return errors;
}

type Issue = readonly [CheckName, number];

function issueOf(field: AdminFieldMeta, value: JsonValue, { complete, fits }: CheckOptions): Issue | null {
  if (isEmptyValue(field, value)) return complete && asksForValue(field) ? ['required', 0] : null;
  if (complete && field.required === true && isBlankText(field, value)) return ['required', 0];
  if (!isListField(field)) return valueIssue(field, value, fits);
  const { minRows = 0, maxRows = Infinity } = field;
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (items.length < minRows) return ['minRows', minRows];
  if (items.length > maxRows) return ['maxRows', maxRows];
  for (const item of items) {
    const issue = valueIssue(field, item, fits);
    if (issue !== null) return issue;
  }
  return null;
}

/** The service fills a slug that has a source. */
function asksForValue({ required, type, from }: AdminFieldMeta): boolean {
  return required === true && !(type === 'slug' && from !== undefined);
}

/** The service treats white space as an empty text. */
function isBlankText({ type }: AdminFieldMeta, value: JsonValue): boolean {
  return typeof value === 'string' && (type === 'text' || type === 'textarea') && !/\S/.test(value);
}

function valueIssue(field: AdminFieldMeta, value: JsonValue, fits: CheckOptions['fits']): Issue | null {
  if (typeof value === 'number') return numberIssue(field, value);
  if (typeof value !== 'string' || field.type === 'select' || isRelation(field)) return null;
  const { minLength = 0, maxLength = Infinity, pattern } = field;
  // Characters are code points, as the service counts them: an emoji is one.
  const length = Array.from(value).length;
  if (length < minLength) return ['minLength', minLength];
  if (length > maxLength) return ['maxLength', maxLength];
  if (pattern !== undefined && !new RegExp(pattern.source, pattern.flags).test(value)) return ['pattern', 0];
  return fits(field, value) ? null : ['shape', 0];
}

function numberIssue(
  { min = -Infinity, max = Infinity, integer }: AdminFieldMeta,
  value: number,
): Issue | null {
  if (integer === true && !Number.isInteger(value)) return ['integer', 0];
  if (value < min) return ['min', min];
  return value > max ? ['max', max] : null;
}
