import type { ErrorCode } from '../../errors/codes.js';
import { userText } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';

/** What calls of `local` have thrown, and the error of the service that each of them describes. */
const causes = new WeakMap<Error, ServiceError>();

/** Notes that an error was thrown by a call of `local`. */
export function noteErrorOfCall(error: Error, cause: ServiceError): void {
  causes.set(error, cause);
}

/** Returns the error of the service behind an error that a call of `local` has thrown; null for others. */
export function causeOfCall(error: unknown): ServiceError | null {
  return error instanceof Error ? (causes.get(error) ?? null) : null;
}

/** What remains as it is: the requester lacks a right, or the service cannot serve anybody now. */
const unchanged: ReadonlySet<ErrorCode> = new Set(['FORBIDDEN', 'INTERNAL_ERROR', 'UNAVAILABLE']);

/**
 * How an error that a call of `local` has thrown ends the write whose hook did not catch it. Issues of
 * another document are no issues of this one: they are a refusal with the same message, without paths and
 * revision. Null for other errors.
 */
export function errorOfCall(error: unknown): ServiceError | null {
  const cause = causeOfCall(error);
  if (cause === null) return null;
  // Its own error: the driver finds in it why a transaction can be tried again.
  if (unchanged.has(cause.code) && cause.details === undefined) return cause;
  const code = cause.status === 401 || cause.status === 403 ? 'FORBIDDEN' : 'BAD_USER_INPUT';
  return new ServiceError(code, userText(cause.message), { cause });
}
