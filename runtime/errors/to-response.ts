import { errorCodes } from './codes.js';
import { reason } from './reasons/reason.js';
import { ServiceError } from './service-error.js';

/** An error as it leaves the server. */
export interface ErrorResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly string[];
  /** `{ error, code, reason?, params?, details?, currentRevision?, requestId? }` as JSON text. */
  readonly body: string;
}

/** More are of no use to a client; the response to a body of unknown keys must not be five times its size. */
const maxDetails = 100;

/**
 * The one place where an error becomes a response. Any error other than a {@link ServiceError} is an
 * `INTERNAL_ERROR` without details.
 */
export function toErrorResponse(error: unknown, requestId: string): ErrorResponse {
  const known = isServiceError(error) && error.code !== 'INTERNAL_ERROR' ? error : internalError(error);
  return {
    status: errorCodes[known.code].status,
    headers: errorHeaders(known),
    cookies: known.cookies ?? [],
    body: JSON.stringify({
      error: known.message,
      code: known.code,
      reason: known.reason,
      params: known.params,
      details: known.details?.slice(0, known.maxDetails ?? maxDetails),
      currentRevision: known.currentRevision,
      requestId: known.code === 'INTERNAL_ERROR' ? requestId : undefined,
    }),
  };
}

/** By name and code, not by class: a config may load a second copy of the package. */
export function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error &&
    error.name === 'ServiceError' &&
    'code' in error &&
    typeof error.code === 'string' &&
    Object.hasOwn(errorCodes, error.code)
  );
}

function internalError(cause: unknown): ServiceError {
  return new ServiceError('INTERNAL_ERROR', reason('service.internalError'), { cause });
}

function errorHeaders(error: ServiceError): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (error.retryAfter !== undefined) headers['Retry-After'] = String(error.retryAfter);
  else if (error.code === 'UNAVAILABLE') headers['Retry-After'] = '1';
  if (error.allow) headers['Allow'] = error.allow.join(', ');
  if (error.contentRange !== undefined) headers['Content-Range'] = error.contentRange;
  return headers;
}
