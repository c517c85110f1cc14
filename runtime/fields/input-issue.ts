import type { Got } from '../errors/reasons/got.js';
import type { InputKind } from '../errors/reasons/kinds.js';
import { type Reason, reason } from '../errors/reasons/reason.js';
import { badInputAt, type Issue, issueAt, type ServiceError } from '../errors/service-error.js';

const maxEchoLength = 100;
const loneSurrogates = /\p{Surrogate}/gu;

/** A 400 for one position in the input: `where.title.contians: unknown operator`. */
export function inputIssue(path: string, why: Reason): ServiceError {
  return badInputAt(echo(path, 4 * maxEchoLength), why);
}

/** A 400 for a value of the wrong type. */
export function wrongType(path: string, wanted: InputKind, value: unknown): ServiceError {
  return inputIssue(path, wrongTypeReason(wanted, value));
}

/** The same as one of several issues of an input. */
export function wrongTypeAt(path: string, wanted: InputKind, value: unknown): Issue {
  return issueAt(path, wrongTypeReason(wanted, value));
}

function wrongTypeReason(wanted: InputKind, value: unknown): Reason {
  return reason('input.wrongType', { wanted, got: gotOf(value) });
}

/** A piece of the input for messages: shortened, and valid as UTF-8. */
export function echo(text: string, longest: number = maxEchoLength): string {
  const whole = text.length <= longest ? text : `${text.slice(0, longest)}...`;
  return whole.replace(loneSurrogates, '\ufffd');
}

/** A value of the wrong type, for messages: texts are shortened. */
export function gotOf(value: unknown): Got {
  if (value === undefined) return { is: 'nothing' };
  if (value === null) return { is: 'null' };
  if (Array.isArray(value)) return { is: 'list' };
  if (typeof value === 'string') return { is: 'value', value: echo(value) };
  if (typeof value === 'number' || typeof value === 'boolean') return { is: 'value', value };
  return { is: 'object' };
}
