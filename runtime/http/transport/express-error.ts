import { type ErrorCode, errorCodes } from '../../errors/codes.js';
import { userText } from '../../errors/reasons/reason.js';
import { ServiceError } from '../../errors/service-error.js';
import { isServiceError } from '../../errors/to-response.js';

/**
 * Express and its middleware mark an error of the client with a status; returns the error with the code of
 * this status.
 */
export function fromExpress(error: unknown): unknown {
  if (!(error instanceof Error) || isServiceError(error)) return error;
  const status = 'status' in error ? error.status : undefined;
  if (typeof status !== 'number' || status < 400 || status > 499) return error;
  return new ServiceError(codeOf(status), userText(error.message), { cause: error });
}

/** Codes that say more than their status does. */
const codesOfFiles: ReadonlySet<ErrorCode> = new Set([
  'REQUEST_TIMEOUT',
  'RANGE_NOT_SATISFIABLE',
  'INVALID_FILE',
]);

function codeOf(status: number): ErrorCode {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  return (
    codes.find((code) => errorCodes[code].status === status && !codesOfFiles.has(code)) ?? 'BAD_USER_INPUT'
  );
}
