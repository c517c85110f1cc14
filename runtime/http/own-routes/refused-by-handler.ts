import type { RouteConfig } from '../../config/route-config.js';
import { ofRefusal } from '../../documents/hooks/run-hooks.js';
import { causeOfCall } from '../../documents/local/error-of-call.js';
import type { ErrorCode } from '../../errors/codes.js';
import { userText } from '../../errors/reasons/reason.js';
import { isRefusal } from '../../errors/refusal.js';
import { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';

/** The statuses that an error of a handler may have, with the code of the response. */
const codes: Readonly<Record<number, ErrorCode>> = {
  400: 'BAD_USER_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  429: 'RATE_LIMITED',
  503: 'UNAVAILABLE',
};

/**
 * What a handler threw, as an error of the service: a refusal, an error with a status, or an error of the
 * service itself keep their meaning, and everything else is a failure of the route.
 */
export function asServiceError({ id }: RouteConfig, error: unknown): Error {
  if (isRefusal(error)) return ofRefusal(error);
  const ofCall = causeOfCall(error);
  if (ofCall !== null) return ofCall;
  if (isServiceError(error)) return error;
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  const code = typeof status === 'number' ? codes[status] : undefined;
  if (error instanceof Error && code !== undefined)
    return new ServiceError(code, userText(error.message), { cause: error });
  const why = error instanceof Error ? error.message : String(error);
  return new Error(`The handler of the route ${id} failed: ${why}`, { cause: error });
}
