import { reason } from '../../errors/reasons/reason.js';
import { gotOf, inputIssue } from '../../fields/input-issue.js';

export interface Bounds {
  readonly from: number;
  readonly to: number;
}

/** Digits only: no sign, space, point, exponent or other notation, and no digits of other scripts. */
const digits = /^(?:0|[1-9][0-9]{0,15})$/;

/** A whole number from a query string (text) or a JSON body (number), within bounds. */
export function wholeNumber(value: unknown, path: string, { from, to }: Bounds): number {
  const number = typeof value === 'string' && digits.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < from || number > to) {
    const max = to === Number.MAX_SAFE_INTEGER ? {} : { max: to };
    // In a message the number of a query string is a number too, if JavaScript can hold it.
    const got = gotOf(Number.isSafeInteger(number) ? number : value);
    throw inputIssue(path, reason('input.notWholeNumber', { min: from, ...max, got }));
  }
  // -0 from a JSON body is 0.
  return number + 0;
}
