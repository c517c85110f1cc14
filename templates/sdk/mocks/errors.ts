import type { ErrorCode, ErrorDetail } from '../errors.js';

/** Codes of responses; the others come from the client itself. */
export type ServerErrorCode = Exclude<ErrorCode, 'BAD_ANSWER' | 'NETWORK' | 'TIMEOUT' | 'ABORTED'>;

/** The status of each code, and a message for people. */
const errors: { readonly [Code in ServerErrorCode]: readonly [status: number, message: string] } = {
  BAD_USER_INPUT: [400, 'The request is not valid.'],
  INVALID_TOKEN: [400, 'This link is not valid.'],
  UNAUTHENTICATED: [401, 'There is no valid credential.'],
  INVALID_CREDENTIALS: [401, 'The email or the password is wrong.'],
  EMAIL_NOT_VERIFIED: [403, 'The email address is not verified.'],
  FORBIDDEN: [403, 'You may not do this.'],
  NOT_FOUND: [404, 'There is no such document.'],
  METHOD_NOT_ALLOWED: [405, 'This method is not supported here.'],
  CONFLICT: [409, 'The document was modified.'],
  GONE: [410, 'The upload has expired.'],
  UNSUPPORTED_VERSION: [412, 'This version is not supported here.'],
  CHECKSUM_MISMATCH: [460, 'The checksum is not that of the bytes.'],
  REQUEST_TIMEOUT: [408, 'The body arrives too slowly.'],
  PAYLOAD_TOO_LARGE: [413, 'The body is too large.'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'This type is not supported here.'],
  RANGE_NOT_SATISFIABLE: [416, 'The range is outside of the file.'],
  INVALID_SIGNATURE: [403, 'The signature is not valid.'],
  INVALID_FILE: [422, 'The file is damaged.'],
  ACCOUNT_LOCKED: [423, 'The account is locked.'],
  RATE_LIMITED: [429, 'Too many requests.'],
  INTERNAL_ERROR: [500, 'Something went wrong on the server.'],
  UNAVAILABLE: [503, 'The service is not available.'],
  INSUFFICIENT_STORAGE: [507, 'There is no space for the file.'],
};

/** What an error response has in addition to its code. */
export interface MockErrorFields {
  /** The message for people. */
  readonly message?: string | undefined;
  readonly reason?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  /** Of a conflict: the newest revision. */
  readonly currentRevision?: number | undefined;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number | undefined;
}

/** Which requests fail. */
export interface MockFailure extends MockErrorFields {
  /** `GET`, `POST`, and so on. Default: any. */
  readonly method?: string | undefined;
  /** The path after `/api/`, or the begin of it: `posts`, `auth/login`. Default: any. */
  readonly path?: string | undefined;
  /** How many requests fail. Default 1. */
  readonly times?: number | undefined;
}

/** Thrown to refuse a request. */
export class MockRefusal extends Error {
  readonly code: ServerErrorCode;
  readonly fields: MockErrorFields;

  constructor(code: ServerErrorCode, fields: MockErrorFields = {}) {
    super(fields.message ?? errors[code][1]);
    this.code = code;
    this.fields = fields;
  }
}

/** A response as the router makes it. */
export interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: { readonly [name: string]: string } | readonly (readonly [string, string])[];
  /** Sent as they are, instead of `body`. */
  readonly bytes?: unknown;
}

/** The error as the service sends it. */
export function errorReply({ code, message, fields }: MockRefusal): Reply {
  const { reason, params, details, currentRevision, retryAfter } = fields;
  const requestId = code === 'INTERNAL_ERROR' ? 'mock' : undefined;
  return {
    status: errors[code][0],
    body: { error: message, code, reason, params, details, currentRevision, requestId },
    headers: retryAfter === undefined ? {} : { 'Retry-After': `${retryAfter}` },
  };
}

/** A refusal for one field. */
export function refuseField(path: string, reason: string, message: string): never {
  throw new MockRefusal('BAD_USER_INPUT', {
    message: `The data is not valid. ${path}: ${message}`,
    reason: 'data.invalid',
    details: [{ path, message, reason }],
  });
}
