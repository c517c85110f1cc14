/** What is wrong with a constant in the config as a single value of its field's type; null: nothing. */
import { isBlank } from '../../util/is-blank.js';
import { isText, type PlainObject } from './checks.js';
import { quoted, showValue } from './show-value.js';

/** Returns what is wrong with a single value of a field. */
export type IssueOf = (field: PlainObject, value: unknown) => string | null;

/** For types whose values are lists of rows, or which have no value. */
export const issueElsewhere: IssueOf = () => null;

export const issueOfPlainText: IssueOf = (field, value) =>
  issueOfBlank(field, value) ?? issueOfText(field, value);

/** Returns the issue unless the value is fine. */
export function unless(isFine: boolean, issue: string, value: unknown): string | null {
  return isFine ? null : `${showValue(value)} ${issue}`;
}

/** A list may not be empty; its entries may be blank. */
function issueOfBlank({ required, hasMany }: PlainObject, value: unknown): string | null {
  const mustHaveText = required === true && hasMany !== true;
  return mustHaveText && typeof value === 'string' && isBlank(value)
    ? `${quoted(value)} is empty, and a required text is not`
    : null;
}

/** What is wrong with a text, which may be blank. */
export function issueOfText(field: PlainObject, value: unknown): string | null {
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

/** Whether a value survives JSON unchanged. */
export function isJson(value: unknown, above: ReadonlySet<unknown>): boolean {
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
