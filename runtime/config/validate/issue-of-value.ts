/** Checks whether a constant in the config is a valid value of its field. */
import { isBlank } from '../../codegen/required-text.js';
import { isPlainObject, isText, type PlainObject } from './checks.js';
import { quoted, showValue } from './show-value.js';

/**
 * Returns what is wrong with a value for a field, or null. `above` are the enclosing objects, to detect a
 * cycle.
 */
export function issueOfValue(field: PlainObject, value: unknown, above: ReadonlySet<unknown>): string | null {
  const { type } = field;
  if (field['hasMany'] === true) return issueOfList(field, value, (entry) => issueOfSingle(field, entry));
  if (type === 'array')
    return issueOfList(field, value, (row) => issueOfRow(field['fields'], row, ['id'], above));
  if (type === 'blocks') return issueOfList(field, value, (row) => issueOfBlock(field['blocks'], row, above));
  return issueOfSingle(field, value);
}

function issueOfSingle(field: PlainObject, value: unknown): string | null {
  switch (field['type']) {
    case 'text':
    case 'textarea':
      return issueOfBlank(field, value) ?? issueOfText(field, value);
    case 'slug':
      return issueOfBlank(field, value) ?? issueOfText(field, value) ?? issueOfSlug(field, value);
    case 'email':
      return (
        issueOfText(field, value) ??
        unless(/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(String(value)), 'is no email address', value)
      );
    case 'url':
      return (
        issueOfText(field, value) ?? unless(isHttpUrl(String(value)), 'is no http or https address', value)
      );
    case 'number':
      return issueOfNumber(field, value);
    case 'boolean':
      return unless(typeof value === 'boolean', 'is neither true nor false', value);
    case 'date':
      return field['time'] === true
        ? unless(isTimestamp(value), 'is no ISO 8601 timestamp with a time zone', value)
        : unless(isDate(value), 'is no date (YYYY-MM-DD)', value);
    case 'select':
      return issueOfChoice(field['options'], value);
    case 'json':
      return unless(isJson(value, new Set()), 'cannot be written as JSON', value);
    case 'richText':
      return unless(
        typeof value === 'object' && isJson(value, new Set()),
        'is no JSON object or list',
        value,
      );
    case 'point':
      return issueOfPoint(value);
    case 'relationship':
      return issueOfRelation(field['to'], value);
    default:
      return null;
  }
}

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
  if (typeof value !== 'string') return `${showValue(value)} is no text`;
  if (!isText(value)) return `${showValue(value)} is no Unicode text without NUL characters`;
  const length = Array.from(value).length;
  if (typeof minLength === 'number' && length < minLength)
    return `${quoted(value)} is shorter than minLength`;
  if (typeof maxLength === 'number' && length > maxLength) return `${quoted(value)} is longer than maxLength`;
  const expression = expressionOf(pattern);
  return expression === null || expression.test(value) ? null : `${quoted(value)} does not match the pattern`;
}

/** A URL segment, unless the config defines slugs by a pattern. */
function issueOfSlug({ pattern }: PlainObject, value: unknown): string | null {
  const isPart = pattern !== undefined || /^[^\s/\\?#%.][^\s/\\?#%]*$/u.test(String(value));
  return unless(isPart, 'is no part of an address', value);
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

function issueOfNumber(field: PlainObject, value: unknown): string | null {
  const { integer, min, max } = field;
  if (typeof value !== 'number' || !Number.isFinite(value)) return `${showValue(value)} is no number`;
  if (integer === true && !Number.isSafeInteger(value)) return `${value} is no whole number`;
  if (typeof min === 'number' && value < min) return `${value} is less than min (${min})`;
  return typeof max === 'number' && value > max ? `${value} is more than max (${max})` : null;
}

function issueOfChoice(options: unknown, value: unknown): string | null {
  if (!Array.isArray(options)) return null;
  const values = options.map((option: unknown) => (isPlainObject(option) ? option['value'] : option));
  return unless(values.includes(value), 'is none of its options', value);
}

function issueOfPoint(value: unknown): string | null {
  if (!Array.isArray(value) || value.length !== 2) return `${showValue(value)} is not [longitude, latitude]`;
  const [longitude, latitude]: unknown[] = value;
  const within = (part: unknown, bound: number): boolean =>
    typeof part === 'number' && Math.abs(part) <= bound;
  if (!within(longitude, 180)) return `the longitude ${showValue(longitude)} is not from -180 to 180`;
  return within(latitude, 90) ? null : `the latitude ${showValue(latitude)} is not from -90 to 90`;
}

function issueOfRelation(to: unknown, value: unknown): string | null {
  if (!Array.isArray(to)) return unless(typeof value === 'string' && value !== '', 'is no id', value);
  if (!isPlainObject(value) || typeof value['id'] !== 'string' || Object.keys(value).length !== 2) {
    return `${showValue(value)} is not { collection, id }`;
  }
  return unless(to.includes(value['collection']), 'is none of the collections in "to"', value['collection']);
}

function issueOfList(
  { minRows, maxRows, required }: PlainObject,
  value: unknown,
  issueOfEntry: (entry: unknown) => string | null,
): string | null {
  if (!Array.isArray(value)) return `${showValue(value)} is no list`;
  const { length } = value;
  if (typeof minRows === 'number' && length < minRows && length > 0)
    return `it has ${length} entries, fewer than minRows`;
  if (typeof maxRows === 'number' && length > maxRows) return `it has ${length} entries, more than maxRows`;
  if (required === true && length === 0) return 'a required list is not empty';
  for (const entry of Array.from<unknown>(value)) {
    const issue = issueOfEntry(entry);
    if (issue !== null) return issue;
  }
  return null;
}

function issueOfRow(
  fields: unknown,
  row: unknown,
  extra: readonly string[],
  above: ReadonlySet<unknown>,
): string | null {
  if (!isPlainObject(row) || above.has(row)) return `${showValue(row)} is no row`;
  const known = fieldsByName(fields);
  const holding = new Set([...above, row]);
  for (const name of Object.keys(row)) {
    const field = known.get(name);
    if (field === undefined && !extra.includes(name)) return `its rows have no field ${quoted(name)}`;
  }
  for (const [name, field] of known) {
    const value = Object.hasOwn(row, name) ? row[name] : undefined;
    const issue = issueOfMember(field, value, holding);
    if (issue !== null) return `in ${quoted(name)}, ${issue}`;
  }
  return null;
}

function issueOfMember(field: PlainObject, value: unknown, above: ReadonlySet<unknown>): string | null {
  if (field['type'] === 'group')
    return value === undefined ? null : issueOfRow(field['fields'], value, [], above);
  if (value !== undefined && value !== null) return issueOfValue(field, value, above);
  const isMissing = field['required'] === true && (value === null || field['default'] === undefined);
  return isMissing ? 'a required value is missing' : null;
}

function issueOfBlock(blocks: unknown, row: unknown, above: ReadonlySet<unknown>): string | null {
  if (!isPlainObject(row)) return `${showValue(row)} is no row`;
  const block = recordsIn(blocks).find(({ slug }) => slug === row['blockType']);
  if (block === undefined) return `${showValue(row['blockType'])} is none of its blocks`;
  return issueOfRow(block['fields'], row, ['id', 'blockType'], above);
}

function fieldsByName(fields: unknown): ReadonlyMap<string, PlainObject> {
  return new Map(recordsIn(fields).map((field) => [String(field['name']), field]));
}

function recordsIn(list: unknown): readonly PlainObject[] {
  return Array.isArray(list) ? list.filter(isPlainObject) : [];
}

function isHttpUrl(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text);
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
