/**
 * Every error code of the HTTP interface: one row each, never reused.
 * Docs, the OpenAPI document and the SDK's union are tested against this table.
 */
export const errorCodes = {
  BAD_USER_INPUT: { status: 400, when: 'The request is not valid: body, parameter, header or filter.' },
  INVALID_TOKEN: { status: 400, when: 'A mailed link or code is unknown, used or expired.' },
  UNAUTHENTICATED: { status: 401, when: 'There is no credential, or it is expired, revoked or unknown.' },
  INVALID_CREDENTIALS: { status: 401, when: 'No user has this email and password.' },
  EMAIL_NOT_VERIFIED: { status: 403, when: 'The password is right, but the email is not verified yet.' },
  INVALID_SIGNATURE: { status: 403, when: 'A signed address of a file is altered or expired.' },
  FORBIDDEN: { status: 403, when: 'Access control denies the request.' },
  NOT_FOUND: { status: 404, when: 'There is no such document, collection, global or route.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    when: 'The route exists, but not with this method; see the Allow header.',
  },
  CONFLICT: {
    status: 409,
    when: 'The document was modified, a unique value is taken, or a deletion is restricted.',
  },
  REQUEST_TIMEOUT: { status: 408, when: 'The body arrives too slowly, in a service with files.' },
  GONE: { status: 410, when: 'The upload has expired.' },
  UNSUPPORTED_VERSION: { status: 412, when: 'The client uploads by another version of tus than 1.0.0.' },
  PAYLOAD_TOO_LARGE: { status: 413, when: 'The request body is larger than `limits.bodyBytes`.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, when: 'The request body is not `application/json`.' },
  RANGE_NOT_SATISFIABLE: { status: 416, when: 'The requested range is outside of the file.' },
  INVALID_FILE: {
    status: 422,
    when: 'A file is empty, damaged, or not what its type or name says; see `details`.',
  },
  ACCOUNT_LOCKED: {
    status: 423,
    when: 'The account is locked after failed logins; see the Retry-After header.',
  },
  RATE_LIMITED: { status: 429, when: 'Too many requests; see the Retry-After header.' },
  CHECKSUM_MISMATCH: { status: 460, when: 'The bytes of a request are others than its checksum says.' },
  INTERNAL_ERROR: {
    status: 500,
    when: 'An unexpected server error; the log has it under the same `requestId`.',
  },
  UNAVAILABLE: {
    status: 503,
    when: 'A store is away, the server is overloaded or shutting down; see the Retry-After header.',
  },
  INSUFFICIENT_STORAGE: { status: 507, when: 'There is no space for a file.' },
} as const;

export type ErrorCode = keyof typeof errorCodes;
