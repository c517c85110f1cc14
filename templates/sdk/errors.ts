/** One fault of a request: where it is and what is wrong. */
export interface ErrorDetail {
  /** A path into the data (`items.0.label`) or into the filter, or the name of a parameter. */
  readonly path: string;
  readonly message: string;
}

/** Codes of answers that say more than code and message. */
interface TellingErrors {
  /** The request is not valid: data, parameter or filter. `details` names each fault. */
  BAD_USER_INPUT: InputError<'BAD_USER_INPUT'>;
  /** Access control denies the request. `details` names the field, where it is only that. */
  FORBIDDEN: InputError<'FORBIDDEN'>;
  /**
   * The document has moved on: only then there is a `currentRevision`. Or a unique value is taken, which `details` name, or a
   * deletion is restricted.
   */
  CONFLICT: RevisionConflict | OtherConflict;
  /** Too many requests: `retryAfter` says how long to wait. */
  RATE_LIMITED: WaitError<'RATE_LIMITED'>;
  /** The service or one of its stores is down for now. */
  UNAVAILABLE: WaitError<'UNAVAILABLE'>;
  /** Too many failed logins: the account is closed for a while. */
  ACCOUNT_LOCKED: WaitError<'ACCOUNT_LOCKED'>;
}

/** Codes of answers that say only code and message. */
interface PlainErrors {
  /** A credential is missing, expired, revoked or unknown. */
  UNAUTHENTICATED: PlainError<'UNAUTHENTICATED'>;
  /** Wrong password or unknown user. */
  INVALID_CREDENTIALS: PlainError<'INVALID_CREDENTIALS'>;
  /** The email address has to be verified before the first login. */
  EMAIL_NOT_VERIFIED: PlainError<'EMAIL_NOT_VERIFIED'>;
  /** The token of a link is unknown, used or expired. */
  INVALID_TOKEN: PlainError<'INVALID_TOKEN'>;
  /** There is no such document. */
  NOT_FOUND: PlainError<'NOT_FOUND'>;
  /** The address does not take this method: the client was generated for another server. */
  METHOD_NOT_ALLOWED: PlainError<'METHOD_NOT_ALLOWED'>;
  /** The data is larger than the server takes. */
  PAYLOAD_TOO_LARGE: PlainError<'PAYLOAD_TOO_LARGE'>;
  /** The server takes no JSON here: the client was generated for another server. */
  UNSUPPORTED_MEDIA_TYPE: PlainError<'UNSUPPORTED_MEDIA_TYPE'>;
  /** Something failed on the server; its log says more under `requestId`. */
  INTERNAL_ERROR: PlainError<'INTERNAL_ERROR'>;
}

/** Codes without an answer. */
interface LocalErrors {
  /** No answer came, or none that this service gives. `cause` has what `fetch` threw. */
  NETWORK: LocalError<'NETWORK'>;
  /** The call took longer than its `timeout`. */
  TIMEOUT: LocalError<'TIMEOUT'>;
  /** The call's `signal` was aborted. `cause` has the signal's reason. */
  ABORTED: LocalError<'ABORTED'>;
}

interface SvcErrors extends TellingErrors, PlainErrors, LocalErrors {}

/** What went wrong, in a word that never changes. */
export type ErrorCode = keyof SvcErrors;

/**
 * The one error that the client's methods throw: a union of one type for each code, so that `code` tells what else there is.
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
  /** HTTP status of the answer. */
  readonly status: number | undefined;
  /** Each fault, where the server names them. */
  readonly details: readonly ErrorDetail[] | undefined;
  /** Under this id the server's log has the request. */
  readonly requestId: string | undefined;
  /** Newest revision of the document, where another one was expected. */
  readonly currentRevision: number | undefined;
  /** Seconds to wait before another try. */
  readonly retryAfter: number | undefined;
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

/** The document has moved on. */
interface RevisionConflict extends AnyConflict {
  readonly details: undefined;
  readonly currentRevision: number;
}

/** A unique value is taken (`details` name it), or something else stands against the change. No revision mends it. */
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
  readonly details: undefined;
  readonly requestId: undefined;
  readonly currentRevision: undefined;
  readonly retryAfter: undefined;
}

/** What an error says beside code and message. */
export interface SvcErrorFields {
  readonly status?: number | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly requestId?: string | undefined;
  readonly currentRevision?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** Makes errors, for tests of code that calls the client, and narrows by `instanceof`. */
export interface SvcErrorConstructor {
  new <Code extends ErrorCode>(code: Code, message: string, fields?: SvcErrorFields): SvcError<Code>;
  readonly prototype: SvcError;
}

// One class for all codes, whose type is a union with a member for each: the cast is where the two meet.
export const SvcError: SvcErrorConstructor = class extends Error {
  constructor(code: ErrorCode, message: string, fields?: SvcErrorFields) {
    super(message, fields);
    Object.assign(this, fields, { code, name: 'SvcError' });
  }
} as unknown as SvcErrorConstructor;

/**
 * Whether something thrown is an error of the client: `code` then tells which. By name, not by class, since two copies of the
 * client may meet in one program.
 */
export function isSvcError(error: unknown): error is SvcError {
  return (error as Error | undefined)?.name === 'SvcError';
}

/** The error itself, or an error of the client that has it as its cause. */
export function toSvcError(cause: unknown, code: keyof LocalErrors, call = ''): SvcError {
  return isSvcError(cause) ? cause : new SvcError(code, `${call}${cause ?? code}`, { cause });
}

/** Refuses a call before it is sent. */
export function refuse(message: string): never {
  throw new SvcError('BAD_USER_INPUT', message, { status: 400 });
}

/** Codes that every call may meet. */
export type AnyCallCode =
  | 'BAD_USER_INPUT'
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'INTERNAL_ERROR'
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

/** What `get` of a global throws. */
export type GetGlobalError = SvcError<AnyCallCode>;

/** What `update` and `mutate` of a global throw. */
export type UpdateGlobalError = SvcError<AnyCallCode | 'CONFLICT' | 'PAYLOAD_TOO_LARGE'>;

/** What `publish`, `unpublish`, `discardDraft` and `restore` throw. */
export type PublishError = UpdateError;

/** What `versions` throws. */
export type VersionsError = FindByIdError;
