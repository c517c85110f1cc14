/** What is wrong with a constant in the config as a single value of its field's type; null: nothing. */
import { isBlank } from '../../codegen/required-text.js';
import { isColor } from '../../fields/color-text.js';
import { parseUrl } from '../../util/parse-url.js';
import { isPlainObject, isText, type PlainObject } from './checks.js';
import { quoted, showValue } from './show-value.js';

/** Returns what is wrong with a single value of a field. */
export type IssueOf = (field: PlainObject, value: unknown) => string | null;

/** For types whose values are lists of rows, or which have no value. */
export const issueElsewhere: IssueOf = () => null;

export const issueOfPlainText: IssueOf = (field, value) =>
  issueOfBlank(field, value) ?? issueOfText(field, value);

export const issueOfSlug: IssueOf = (field, value) =>
  issueOfPlainText(field, value) ?? issueOfSegment(field, value);

export const issueOfEmail: IssueOf = (field, value) =>
  issueOfText(field, value) ??
  unless(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(String(value)), 'is not an email address', value);

export const issueOfUrl: IssueOf = (field, value) =>
  issueOfText(field, value) ?? unless(isHttpUrl(String(value)), 'is not an http or https URL', value);

export const issueOfBoolean: IssueOf = (_field, value) =>
  unless(typeof value === 'boolean', 'is neither true nor false', value);

export const issueOfDate: IssueOf = ({ time }, value) =>
  time === true
    ? unless(isTimestamp(value), 'is not an ISO 8601 timestamp with a time zone', value)
    : unless(isDate(value), 'is not a date (YYYY-MM-DD)', value);

export const issueOfColor: IssueOf = (_field, value) =>
  unless(typeof value === 'string' && isColor(value), 'is not a colour (#rrggbb or #rrggbbaa)', value);

export const issueOfJson: IssueOf = (_field, value) =>
  unless(isJson(value, new Set()), 'cannot be written as JSON', value);

export const issueOfRichText: IssueOf = (_field, value) =>
  unless(typeof value === 'object' && isJson(value, new Set()), 'is not a JSON object or list', value);

/** Returns the issue unless the value is fine. */
function unless(isFine: boolean, issue: string, value: unknown): string | null {
  return isFine ? null : `${showValue(value)} ${issue}`;
}

/** A list may not be empty; its entries may be blank. */
function issueOfBlank({ required, hasMany }: PlainObject, value: unknown): string | null {
  const mustHaveText = required === true && hasMany !== true;
  return mustHaveText && typeof value === 'string' && isBlank(value)
    ? `${quoted(value)} is empty, and a required text is not`
    : null;
}

function issueOfText(field: PlainObject, value: unknown): string | null {
  const { minLength, maxLength, pattern } = field;
  if (typeof value !== 'string') return `${showValue(value)} is not text`;
  if (!isText(value)) return `${showValue(value)} is not Unicode text without NUL characters`;
  const length = Array.from(value).length;
  if (typeof minLength === 'number' && length < minLength)
    return `${quoted(value)} is shorter than minLength`;
  if (typeof maxLength === 'number' && length > maxLength) return `${quoted(value)} is longer than maxLength`;
  const expression = expressionOf(pattern);
  return expression === null || expression.test(value) ? null : `${quoted(value)} does not match the pattern`;
}

/** A URL segment, unless the config defines slugs by a pattern. */
function issueOfSegment({ pattern }: PlainObject, value: unknown): string | null {
  const isPart = pattern !== undefined || /^[^\s/\\?#%.][^\s/\\?#%]*$/u.test(String(value));
  return unless(isPart, 'is not a valid part of a URL', value);
}

/** Without the flags that make a test depend on the previous one; null if the pattern is invalid itself. */
function expressionOf(pattern: unknown): RegExp | null {
  try {
    if (typeof pattern === 'string') return new RegExp(pattern);
    return pattern instanceof RegExp ? new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')) : null;
  } catch {
    // Reported as an issue of the pattern.
    return null;
  }
}

export function issueOfNumber(field: PlainObject, value: unknown): string | null {
  const { integer, min, max } = field;
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${showValue(value)} is not a number`;
  if (integer === true && !Number.isSafeInteger(value)) return `${value} is not a whole number`;
  if (typeof min === 'number' && value < min) return `${value} is less than min (${min})`;
  return typeof max === 'number' && value > max ? `${value} is more than max (${max})` : null;
}

export function issueOfChoice({ options }: PlainObject, value: unknown): string | null {
  if (!Array.isArray(options)) return null;
  const values = options.map((option: unknown) => (isPlainObject(option) ? option['value'] : option));
  return unless(values.includes(value), 'is not one of its options', value);
}

export function issueOfPoint(_field: PlainObject, value: unknown): string | null {
  if (!Array.isArray(value) || value.length !== 2) return `${showValue(value)} is not [longitude, latitude]`;
  const [longitude, latitude]: unknown[] = value;
  const within = (part: unknown, bound: number): boolean =>
    typeof part === 'number' && Math.abs(part) <= bound;
  if (!within(longitude, 180)) return `the longitude ${showValue(longitude)} is not from -180 to 180`;
  return within(latitude, 90) ? null : `the latitude ${showValue(latitude)} is not from -90 to 90`;
}

export function issueOfRelation({ to }: PlainObject, value: unknown): string | null {
  if (!Array.isArray(to)) return unless(typeof value === 'string' && value !== '', 'is not an id', value);
  if (!isPlainObject(value) || typeof value['id'] !== 'string' || Object.keys(value).length !== 2) {
    return `${showValue(value)} is not { collection, id }`;
  }
  return unless(
    to.includes(value['collection']),
    'is not one of the collections in "to"',
    value['collection'],
  );
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && parseUrl(text) !== null;
}

function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

function isTimestamp(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  const [, day = '', rest = ''] = /^(\d{4}-\d{2}-\d{2})(T.+)$/.exec(value) ?? [];
  const time = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
  return isDate(day) && time.test(rest);
}

/** Whether a value survives JSON unchanged. */
function isJson(value: unknown, above: ReadonlySet<unknown>): boolean {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'string') return isText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || above.has(value)) return false;
  const holding = new Set([...above, value]);
  if (Array.isArray(value)) return Array.from<unknown>(value).every((entry) => isJson(entry, holding));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  return Object.entries(value).every(([key, entry]) => isText(key) && isJson(entry, holding));
}
