import { badInput, type ServiceError } from '../errors/service-error.js';

const maxEchoLength = 100;
const loneSurrogates = /\p{Surrogate}/gu;

/** A 400 for one position in the input: `where.title.contians: unknown operator`. */
export function inputIssue(path: string, message: string): ServiceError {
  const place = echo(path, 4 * maxEchoLength);
  return badInput(`${place}: ${message}`, [{ path: place, message }]);
}

/** A piece of the input for messages: shortened, and valid as UTF-8. */
export function echo(text: string, longest: number = maxEchoLength): string {
  const whole = text.length <= longest ? text : `${text.slice(0, longest)}...`;
  return whole.replace(loneSurrogates, '\ufffd');
}

/** The kind of a value of the wrong type, for messages: `a list`, `null`, `the text "x"`. */
export function kindOfValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text ${JSON.stringify(echo(value))}`;
  if (typeof value === 'object') return 'an object';
  return `${value}`;
}
