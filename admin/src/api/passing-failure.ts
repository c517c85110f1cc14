import { isSvcError } from '../../../templates/sdk/errors.js';

const passing: ReadonlySet<string> = new Set([
  ...['NETWORK', 'UNAVAILABLE', 'RATE_LIMITED', 'REQUEST_TIMEOUT'],
]);

/** Whether a request failed for a reason that passes by itself: the same request may succeed later. */
export function isPassingFailure(error: unknown): boolean {
  return isSvcError(error) && passing.has(error.code);
}
