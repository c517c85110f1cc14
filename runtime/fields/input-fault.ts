import { badInput, type ServiceError } from '../errors/service-error.js';

const longestEcho = 100;
const loneSurrogates = /\p{Surrogate}/gu;

/** A 400 about one place of the input: `where.title.contians: unknown operator`. */
export function inputFault(path: string, message: string): ServiceError {
  const place = echo(path, 4 * longestEcho);
  return badInput(`${place}: ${message}`, [{ path: place, message }]);
}

/** A piece of the input as messages repeat it: shortened, and valid as UTF-8. */
export function echo(text: string, longest: number = longestEcho): string {
  const whole = text.length <= longest ? text : `${text.slice(0, longest)}...`;
  return whole.replace(loneSurrogates, '\ufffd');
}

/** What a value of the wrong type is, for messages: `a list`, `null`, `the text "x"`. */
export function kindOfValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return `the text ${JSON.stringify(echo(value))}`;
  if (typeof value === 'object') return 'an object';
  return `${value}`;
}
