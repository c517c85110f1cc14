import type { WantedKind } from '../../errors/reasons/kinds.js';
import { type ErrorText, type Reason, reason, userText } from '../../errors/reasons/reason.js';

/** An issue of zod 4, as far as it is used here. */
export interface ZodIssue {
  readonly message: string;
  readonly code?: string;
  readonly expected?: unknown;
  readonly origin?: unknown;
  readonly format?: unknown;
  readonly pattern?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly inclusive?: unknown;
  readonly values?: unknown;
}

/** How the texts of zod begin that a schema gives no message of its own. */
const ownText = /^(?:Invalid |Too (?:small|big): )/;

/**
 * What an issue of zod says, in the words of the service where it has some for it. A message of the schema
 * (`z.string().min(3, 'Too short!')`), another language of zod and everything else stay as they are.
 */
export function textOfIssue(issue: ZodIssue): ErrorText {
  return (ownText.test(issue.message) ? reasonOf(issue) : null) ?? userText(issue.message);
}

function reasonOf(issue: ZodIssue): Reason | null {
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue);
    case 'too_small':
      return outOfRange(issue.minimum, issue, { text: 'text.tooShort', list: 'list.tooShort' });
    case 'too_big':
      return outOfRange(issue.maximum, issue, { text: 'text.tooLong', list: 'list.tooLong' });
    case 'invalid_format':
      return wrongFormat(issue);
    case 'invalid_value':
      return notAllowed(issue.values);
    default:
      return null;
  }
}

const types: ReadonlyMap<unknown, WantedKind> = new Map<unknown, WantedKind>([
  ['string', 'text'],
  ['number', 'number'],
  ['int', 'integer'],
  ['boolean', 'boolean'],
  ['array', 'list'],
  ['object', 'object'],
  ['record', 'object'],
]);

function wrongType({ expected, message }: ZodIssue): Reason | null {
  // zod says only in its text what it received.
  if (message.endsWith('received undefined')) return reason('value.required');
  const wanted = types.get(expected);
  return wanted === undefined ? null : reason('value.wrongType', { wanted });
}

const formats: ReadonlyMap<unknown, WantedKind> = new Map<unknown, WantedKind>([
  ['email', 'email'],
  ['date', 'date'],
  ['datetime', 'timestamp'],
  ['safeint', 'integer'],
]);

function wrongFormat({ format, pattern }: ZodIssue): Reason | null {
  if (format === 'regex' && typeof pattern === 'string') return reason('text.patternMismatch', { pattern });
  const wanted = formats.get(format);
  return wanted === undefined ? null : reason('value.wrongType', { wanted });
}

interface SizeReasons {
  readonly text: 'text.tooShort' | 'text.tooLong';
  readonly list: 'list.tooShort' | 'list.tooLong';
}

/** Bounds that do not belong to the allowed values (`gt`, `lt`) have no words. */
function outOfRange(bound: unknown, { origin, inclusive }: ZodIssue, reasons: SizeReasons): Reason | null {
  if (typeof bound !== 'number' || inclusive === false) return null;
  switch (origin) {
    case 'string':
      return sized(reasons.text, bound);
    case 'array':
      return sized(reasons.list, bound);
    case 'number':
    case 'int':
      return reasons.text === 'text.tooShort'
        ? reason('number.tooSmall', { min: bound })
        : reason('number.tooLarge', { max: bound });
    default:
      return null;
  }
}

function sized(id: SizeReasons['text'] | SizeReasons['list'], bound: number): Reason {
  return id === 'text.tooShort' || id === 'list.tooShort'
    ? reason(id, { min: bound })
    : reason(id, { max: bound });
}

function notAllowed(values: unknown): Reason | null {
  const isTexts = Array.isArray(values) && values.every((value) => typeof value === 'string');
  return isTexts ? reason('value.notAllowed', { values }) : null;
}
