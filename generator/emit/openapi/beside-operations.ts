import type { ISpecificationExtension, ResponseObject } from 'openapi3-ts/oas31';
import { type ErrorCode, errorCodes } from '../../../runtime/errors/codes.js';
import type { Context } from './context.js';
import { errorBody, errorResponse } from './errors.js';
import { answerHeaders, type HeaderName, headerObject } from './headers.js';

/**
 * What OpenAPI has no place for: responses that belong to no operation, and the table of all error codes.
 * Extensions, so that tools which do not know them skip them; written out, since tools do not resolve
 * references in there.
 */
export function besideOperations(context: Context): ISpecificationExtension {
  const { auth } = context.ir.contract;
  const limited = auth && { 429: errorResponse('RateLimited', context) };
  // Rate-limited and checked for CSRF before a route is looked up.
  const refused = auth && { 403: errorResponse('Forbidden', context), ...limited };
  return {
    'x-beside-operations': {
      unknownPath: { 404: errorResponse('NotFound', context), ...refused },
      unknownMethod: { 405: methodNotAllowed(context), ...refused },
      options: { 204: allowed(context), ...limited },
    },
    'x-error-codes': codesOf(context),
  };
}

/** Codes that only services with authentication return. */
const authCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'INVALID_TOKEN',
  'INVALID_CREDENTIALS',
  'EMAIL_NOT_VERIFIED',
  'ACCOUNT_LOCKED',
]);

/** Codes of credentials: those of users, and preview tokens, which every service with drafts has. */
const credentialCodes: ReadonlySet<string> = new Set<ErrorCode>(['UNAUTHENTICATED']);

/** Codes that only services with files and authentication return. */
const signingCodes: ReadonlySet<string> = new Set<ErrorCode>(['INVALID_SIGNATURE']);

/** Codes that only services with authentication, files or both return: both limit what a requester may do. */
const limitCodes: ReadonlySet<string> = new Set<ErrorCode>(['RATE_LIMITED']);

/** Codes that only services with files return. */
const fileCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'REQUEST_TIMEOUT',
  'RANGE_NOT_SATISFIABLE',
  'INVALID_FILE',
  'GONE',
  'UNSUPPORTED_VERSION',
  'CHECKSUM_MISMATCH',
  'INSUFFICIENT_STORAGE',
]);

/** What other codes also mean where there are files. */
const withFiles: Partial<Record<ErrorCode, { readonly status: number; readonly when: string }>> = {
  PAYLOAD_TOO_LARGE: {
    status: 413,
    when: 'The request body is larger than `limits.bodyBytes`, or a file larger than its collection takes.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    when: 'The request body has another media type than the route takes, or the file has.',
  },
};

function codesOf({ ir: { contract } }: Context): object {
  const hasFiles = contract.collections.some(({ upload }) => upload !== undefined);
  const hasDrafts = [...contract.collections, ...contract.globals].some(({ drafts }) => drafts);
  const codes = Object.entries(errorCodes).filter(
    ([code]) =>
      (contract.auth || hasDrafts || !credentialCodes.has(code)) &&
      (contract.auth || !authCodes.has(code)) &&
      (hasFiles || !fileCodes.has(code)) &&
      (hasFiles || contract.auth || !limitCodes.has(code)) &&
      ((hasFiles && contract.auth) || !signingCodes.has(code)),
  );
  return { ...Object.fromEntries(codes), ...(hasFiles && withFiles) };
}

function methodNotAllowed(context: Context): ResponseObject {
  return {
    description: 'The path does not support this method.',
    headers: { Allow: headerObject('Allow'), ...answerHeaders([], context) },
    content: { 'application/json': { schema: errorBody('MethodNotAllowed', context) } },
  };
}

/** OPTIONS: the methods of a path and, if other origins are allowed, the preflight of browsers. */
function allowed(context: Context): ResponseObject {
  const names: readonly HeaderName[] = context.ir.cors
    ? ['Access-Control-Allow-Methods', 'Access-Control-Allow-Headers', 'Access-Control-Max-Age']
    : [];
  const preflight = Object.fromEntries(names.map((name) => [name, headerObject(name)]));
  // Each of the two kinds has only some of the headers, so no header is required.
  const allow = { ...headerObject('Allow'), required: false };
  return {
    description: 'The methods that the path supports.',
    headers: { Allow: allow, ...preflight, ...answerHeaders([], context) },
  };
}
