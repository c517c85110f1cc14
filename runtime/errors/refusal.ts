import type { ErrorDetail } from './error-detail.js';

/** Thrown by a hook to refuse a write: the response is 400 with the message. Made by {@link refuse}. */
export interface Refusal extends Error {
  readonly name: 'Refusal';
  readonly code: 'REFUSED';
  readonly details: readonly ErrorDetail[] | undefined;
}

/**
 * An error that refuses a write: 400 `BAD_USER_INPUT` with this message. Throw it in a `before` hook.
 *
 * @example
 * ```ts
 * beforeChange: ({ data }) => {
 *   if (data.start > data.end) {
 *     throw refuse('The end is before the start.', [{ path: 'end', message: 'too early' }]);
 *   }
 * }
 * ```
 */
export function refuse(message: string, details?: readonly ErrorDetail[]): Refusal {
  return Object.assign(new Error(message), { name: 'Refusal', code: 'REFUSED', details } as const);
}

/**
 * Recognises a refusal by its name and code: the config's copy of this package may be another than the
 * server's.
 */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal' && 'code' in error && error.code === 'REFUSED';
}
