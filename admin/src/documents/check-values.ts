import type { AdminFieldMeta } from '../../../runtime/codegen/admin-meta.js';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import type { FieldError } from './field-errors.js';
import { isWritable } from './field-leaves.js';
import { isEmptyValue, isListField, isRowField, rowFields } from './form-values.js';
import { keyOf, type Path, valueAt } from './path.js';

/** Checks that need no request; the catalogues have a message for each. */
export type CheckName =
  | 'required'
  | 'minLength'
  | 'maxLength'
  | 'min'
  | 'max'
  | 'integer'
  | 'pattern'
  | 'slug'
  | 'email'
  | 'url'
  | 'color'
  | 'minRows'
  | 'maxRows';

/** Returns the message of a check; `limit` is the limit that was exceeded or not reached. */
export type CheckMessage = (name: CheckName, limit: number) => string;

export interface CheckOptions {
  /** Whether the document is to be published: a draft may be incomplete. */
  readonly complete: boolean;
  readonly message: CheckMessage;
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
      const issue = issueOf(field, value, options.complete);
      if (issue !== null) {
        errors.push({
          key: keyOf(values, path),
          label: chain.join(' › '),
          message: options.message(...issue),
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

function issueOf(field: AdminFieldMeta, value: JsonValue, complete: boolean): Issue | null {
  if (isEmptyValue(value)) return complete && asksForValue(field) ? ['required', 0] : null;
  if (complete && field.required === true && isBlankText(field, value)) return ['required', 0];
  if (!isListField(field)) return valueIssue(field, value);
  const { minRows = 0, maxRows = Infinity } = field;
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [];
  if (items.length < minRows) return ['minRows', minRows];
  if (items.length > maxRows) return ['maxRows', maxRows];
  for (const item of items) {
    const issue = valueIssue(field, item);
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

function valueIssue(field: AdminFieldMeta, value: JsonValue): Issue | null {
  if (typeof value === 'number') return numberIssue(field, value);
  if (typeof value !== 'string' || field.type === 'select' || field.type === 'relationship') return null;
  const { minLength = 0, maxLength = Infinity, pattern } = field;
  // Characters are code points, as the service counts them: an emoji is one.
  const length = Array.from(value).length;
  if (length < minLength) return ['minLength', minLength];
  if (length > maxLength) return ['maxLength', maxLength];
  if (pattern !== undefined && !new RegExp(pattern.source, pattern.flags).test(value)) return ['pattern', 0];
  // The config may define the form of a slug by a pattern.
  const isFree = field.type === 'slug' && pattern !== undefined;
  return !isFree && isShaped(field.type) && !shapes[field.type](value) ? [field.type, 0] : null;
}

/**
 * The format of a value of these types: the rules of templates/validators/rules.ts without its library. A
 * test keeps both in step.
 */
const shapes = {
  slug: (value: string): boolean => /^[^\s/\\?#%.][^\s/\\?#%]*$/u.test(value),
  email: (value: string): boolean => value.length <= 254 && emailAddress.test(value),
  url: (value: string): boolean => /^https?:\/\/[^\s\\]+$/i.test(value) && URL.canParse(value),
  color: (value: string): boolean => /^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(value),
};

/** From zod: `z.regexes.email`. */
const emailAddress =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

function isShaped(type: AdminFieldMeta['type']): type is keyof typeof shapes {
  return Object.hasOwn(shapes, type);
}

function numberIssue(
  { min = -Infinity, max = Infinity, integer }: AdminFieldMeta,
  value: number,
): Issue | null {
  if (integer === true && !Number.isInteger(value)) return ['integer', 0];
  if (value < min) return ['min', min];
  return value > max ? ['max', max] : null;
}
