import type { BulkResult } from './many.js';
/** One issue of a request: where it is and what is wrong. */
export interface ErrorDetail {
  /** A path into the data (`items.0.label`) or into the filter, or the name of a parameter. */
  readonly path: string;
  readonly message: string;
  /** The id of the message, for translations; messages of hooks have none. */
  readonly reason?: string | undefined;
  /** The parameters of the reason, where it has any. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Codes of errors with more than code and message. */
interface TellingErrors {
  /** The request is not valid: data, parameter or filter. `details` lists each issue. */
  BAD_USER_INPUT: InputError<'BAD_USER_INPUT'>;
  /** Access control denies the request. `details` names the field if only a field is denied. */
  FORBIDDEN: InputError<'FORBIDDEN'>;
  /** There is no such document. In a call on many documents, `details` names which. */
  NOT_FOUND: InputError<'NOT_FOUND'>;
  /**
   * The document was modified: only then there is a `currentRevision`. Or a unique value is already in use,
   * which `details` name, or a deletion is restricted.
   */
  CONFLICT: RevisionConflict | OtherConflict;
  /** Too many requests: `retryAfter` has the time to wait. */
  RATE_LIMITED: WaitError<'RATE_LIMITED'>;
  /** The service or one of its stores is temporarily down. */
  UNAVAILABLE: WaitError<'UNAVAILABLE'>;
  /** Too many failed logins: the account is temporarily locked. */
  ACCOUNT_LOCKED: WaitError<'ACCOUNT_LOCKED'>;
}

/** Codes of errors with only code and message. */
interface PlainErrors {
  /** A credential is missing, expired, revoked or unknown. */
  UNAUTHENTICATED: PlainError<'UNAUTHENTICATED'>;
  /** Wrong password or unknown user. */
  INVALID_CREDENTIALS: PlainError<'INVALID_CREDENTIALS'>;
  /** The email address must be verified before the first login. */
  EMAIL_NOT_VERIFIED: PlainError<'EMAIL_NOT_VERIFIED'>;
  /** The signed address of a file is altered or expired. */
  INVALID_SIGNATURE: PlainError<'INVALID_SIGNATURE'>;
  /** The token of a link is unknown, used or expired. */
  INVALID_TOKEN: PlainError<'INVALID_TOKEN'>;
  /** The address does not support this method: the client was generated for another server. */
  METHOD_NOT_ALLOWED: PlainError<'METHOD_NOT_ALLOWED'>;
  /** The data is larger than the server accepts. */
  PAYLOAD_TOO_LARGE: PlainError<'PAYLOAD_TOO_LARGE'>;
  /** The server does not accept JSON here: the client was generated for another server. */
  UNSUPPORTED_MEDIA_TYPE: PlainError<'UNSUPPORTED_MEDIA_TYPE'>;
  /** The file is empty, damaged, or not what its type or name says: `details` says which. */
  INVALID_FILE: PlainError<'INVALID_FILE'>;
  /** The upload has expired. */
  GONE: PlainError<'GONE'>;
  /** The client uploads by another version of tus. */
  UNSUPPORTED_VERSION: PlainError<'UNSUPPORTED_VERSION'>;
  /** The bytes were changed on their way. */
  CHECKSUM_MISMATCH: PlainError<'CHECKSUM_MISMATCH'>;
  /** There is no space for the file. */
  INSUFFICIENT_STORAGE: PlainError<'INSUFFICIENT_STORAGE'>;
  /** The body arrives too slowly, in a service with files. */
  REQUEST_TIMEOUT: PlainError<'REQUEST_TIMEOUT'>;
  /** The requested part is outside of the file. */
  RANGE_NOT_SATISFIABLE: PlainError<'RANGE_NOT_SATISFIABLE'>;
  /** Something failed on the server; its log has the reason under `requestId`. */
  INTERNAL_ERROR: PlainError<'INTERNAL_ERROR'>;
  /**
   * The response is not from the service: it is not JSON. Usually `baseUrl` leads to a page, or a proxy is in
   * between.
   */
  BAD_ANSWER: PlainError<'BAD_ANSWER'>;
}

/** Codes of errors without a response. */
interface LocalErrors {
  /** There was no response, or it broke off. The message has the reason, and `cause` what `fetch` threw. */
  NETWORK: LocalError<'NETWORK'>;
  /** The call took longer than its `timeout`. */
  TIMEOUT: LocalError<'TIMEOUT'>;
  /** The call's `signal` was aborted. `cause` has the signal's reason. */
  ABORTED: LocalError<'ABORTED'>;
}

interface SvcErrors extends TellingErrors, PlainErrors, LocalErrors {}

/** What went wrong, as a code that never changes. */
export type ErrorCode = keyof SvcErrors;

/**
 * The one error that the client's methods throw: a union of one type for each code, so that `code` determines
 * the other properties.
 *
 * @example
 * try {
 *   await client.posts.update(id, { title }, { ifMatch: post._revision });
 * } catch (error) {
 *   if (isSvcError(error) && error.code === 'CONFLICT') console.log(`Now at ${error.currentRevision}.`);
 *   else throw error;
 * }
 */
export type SvcError<Code extends ErrorCode = ErrorCode> = SvcErrors[Code];

interface Failure<Code extends string> extends Error {
  readonly name: 'SvcError';
  readonly code: Code;
  /** HTTP status of the response. */
  readonly status: number | undefined;
  /** The id of the message, for translations; errors of hooks and of the client itself have none. */
  readonly reason: string | undefined;
  /** The parameters of the reason, where it has any. */
  readonly params: Readonly<Record<string, unknown>> | undefined;
  /** Each issue, where the server lists them. */
  readonly details: readonly ErrorDetail[] | undefined;
  /** The id of the request in the server's log. */
  readonly requestId: string | undefined;
  /** Newest revision of the document, where another one was expected. */
  readonly currentRevision: number | undefined;
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined;
  /** What `fetch` or the reading of a response threw, or the reason of an aborted signal. */
  readonly cause?: unknown;
}

interface InputError<Code extends string> extends Failure<Code> {
  readonly status: number;
  readonly currentRevision: undefined;
  readonly retryAfter: undefined;
}

interface AnyConflict extends Failure<'CONFLICT'> {
  readonly status: number;
  readonly retryAfter: undefined;
}

/** The document was modified. */
interface RevisionConflict extends AnyConflict {
  readonly details: undefined;
  readonly currentRevision: number;
}

/**
 * A unique value is already in use (`details` name it), or something else prevents the change. Another
 * revision does not help.
 */
interface OtherConflict extends AnyConflict {
  readonly currentRevision: undefined;
}

interface WaitError<Code extends string> extends Failure<Code> {
  readonly status: number;
  readonly details: undefined;
  readonly currentRevision: undefined;
}

interface PlainError<Code extends string> extends Failure<Code> {
  readonly status: number;
  readonly details: undefined;
  readonly currentRevision: undefined;
  readonly retryAfter: undefined;
}

interface LocalError<Code extends string> extends Failure<Code> {
  readonly status: undefined;
  readonly reason: undefined;
  readonly params: undefined;
  readonly details: undefined;
  readonly requestId: undefined;
  readonly currentRevision: undefined;
  readonly retryAfter: undefined;
}

/** What an error has in addition to code and message. */
export interface SvcErrorFields {
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly requestId?: string | undefined;
  readonly currentRevision?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Creates errors, for tests of code that calls the client, and narrows by `instanceof`. */
export interface SvcErrorConstructor {
  new <Code extends ErrorCode>(code: Code, message: string, fields?: SvcErrorFields): SvcError<Code>;
  readonly prototype: SvcError;
}

/** `Error` takes a cause since ES2022, which the `lib` of the project's compiler may lack. */
interface ErrorWithCause {
  new (message: string, options?: { readonly cause?: unknown }): Error;
}

// One class for all codes, while its type is a union with a member for each: hence the cast.
export const SvcError: SvcErrorConstructor = class extends (Error as ErrorWithCause) {
  constructor(code: ErrorCode, message: string, fields?: SvcErrorFields) {
    super(message, fields);
    Object.assign(this, fields, { code, name: 'SvcError' });
  }

  /** `JSON.stringify` leaves out the message of an error, since it is not enumerable. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
} as unknown as SvcErrorConstructor;

/**
 * Whether a thrown value is an error of the client: `code` then tells which. Checks the name, not the class,
 * since one program may contain two copies of the client.
 */
export function isSvcError(error: unknown): error is SvcError {
  return (error as Error | undefined)?.name === 'SvcError';
}

/** The error itself if it is one of the client's, else an error of the client with it as cause. */
export function toSvcError(cause: unknown, code: keyof LocalErrors, call = ''): SvcError {
  if (isSvcError(cause)) return cause;
  // Node's fetch throws "fetch failed", and only its cause says why: ECONNREFUSED of two addresses has no
  // message.
  const reason = (cause as Reasoned | undefined)?.cause;
  const why = reason?.message || reason?.code;
  return new SvcError(code, `${call}${cause ?? code}${why ? `: ${why}` : ''}`, { cause });
}

/** A thrown value that has a reason. */
interface Reasoned {
  readonly cause?: { readonly message?: string; readonly code?: string };
}

/** Refuses a call before it is sent. */
export function refuse(message: string): never {
  throw new SvcError('BAD_USER_INPUT', message, { status: 400 });
}

/** Codes that any call may fail with. */
export type AnyCallCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INTERNAL_ERROR'
  | 'BAD_ANSWER'
  | keyof LocalErrors;

/** What `find`, `iterate` and `count` throw. */
export type FindError = SvcError<AnyCallCode | 'PAYLOAD_TOO_LARGE'>;

/** What `findById` throws. */
export type FindByIdError = SvcError<AnyCallCode | 'NOT_FOUND'>;

/** What `create` throws. */
export type CreateError = SvcError<AnyCallCode | 'CONFLICT' | 'PAYLOAD_TOO_LARGE'>;

/** What `update` and `mutate` throw. */
export type UpdateError = SvcError<AnyCallCode | 'NOT_FOUND' | 'CONFLICT' | 'PAYLOAD_TOO_LARGE'>;

/** What `delete` throws. */
export type DeleteError = SvcError<AnyCallCode | 'NOT_FOUND' | 'CONFLICT'>;

/** What `bulk`, `createMany`, `updateMany` and `deleteMany` throw. */
export type ManyError = UpdateError & {
  /**
   * Of writes by a filter, each by itself: what became of each. Of `createMany`, which sends many documents
   * in parts: what became of those of earlier parts, a row for each. The part that failed, of at most 1,000,
   * begins at the index `results.length`. With a status from 400 to 499 nothing of it was created, else some
   * of it may have been; the documents after it were not sent.
   */
  readonly result?: BulkResult;
};

/** What `get` of a global throws. */
export type GetGlobalError = SvcError<AnyCallCode>;

/** What `update` and `mutate` of a global throw. */
export type UpdateGlobalError = SvcError<AnyCallCode | 'CONFLICT' | 'PAYLOAD_TOO_LARGE'>;

/** What `publish`, `unpublish`, `discardDraft` and `restore` throw. */
export type PublishError = UpdateError;

/** What `versions` throws. */
export type VersionsError = FindByIdError;
