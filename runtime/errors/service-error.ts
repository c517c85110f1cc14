import type { JsonObject } from '../util/json.js';
import { type ErrorCode, errorCodes } from './codes.js';
import type { ErrorDetail } from './error-detail.js';
import { english } from './reasons/english.js';
import { type ErrorText, type ReasonId, reason } from './reasons/reason.js';
import { say } from './reasons/say.js';

/** An issue with its reason, which texts of hooks and callbacks do not have. Made by {@link issueAt}. */
export interface Issue extends ErrorDetail {
  /** Never left out, so that no message is written outside of the catalogue. */
  readonly reason: ReasonId | undefined;
  readonly params?: JsonObject | undefined;
}

export interface ServiceErrorOptions extends ErrorOptions {
  readonly details?: readonly Issue[];
  /** Of a revision conflict: the newest revision. */
  readonly currentRevision?: number;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** Methods, sent as `Allow`. */
  readonly allow?: readonly string[];
  /** The size of a file of which another part was requested, sent as `Content-Range`. */
  readonly contentRange?: string;
  /** Cookies, sent as `Set-Cookie`. */
  readonly cookies?: readonly string[];
  /** Max details in a response. Default 100: more are of no use to a client. */
  readonly maxDetails?: number;
}

/**
 * An error that determines its response: thrown anywhere below the HTTP layer, turned into a response in one
 * place. Its message is the English text of its reason.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  /** Undefined for texts of hooks and other code of the config. */
  readonly reason: ReasonId | undefined;
  readonly params: JsonObject | undefined;
  readonly details: readonly Issue[] | undefined;
  readonly currentRevision: number | undefined;
  readonly retryAfter: number | undefined;
  readonly allow: readonly string[] | undefined;
  readonly contentRange: string | undefined;
  readonly cookies: readonly string[] | undefined;
  readonly maxDetails: number | undefined;

  constructor(code: ErrorCode, text: ErrorText, options: ServiceErrorOptions = {}) {
    const { message, ...why } = issueOf(text, options.details);
    super(message, options);
    this.code = code;
    this.reason = why.reason;
    this.params = why.params;
    this.details = options.details;
    this.currentRevision = options.currentRevision;
    this.retryAfter = options.retryAfter;
    this.allow = options.allow;
    this.contentRange = options.contentRange;
    this.cookies = options.cookies;
    this.maxDetails = options.maxDetails;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** A 400 that lists one or more issues. */
export function badInput(text: ErrorText, details?: readonly Issue[]): ServiceError {
  return new ServiceError('BAD_USER_INPUT', text, details ? { details } : {});
}

/** A 400 for one issue, whose message is that of the error, too. */
export function badInputAt(path: string, text: ErrorText): ServiceError {
  return badInput(reason('issues.first'), [issueAt(path, text)]);
}

/** One issue: its English message and its reason. */
export function issueAt(path: string, text: ErrorText): Issue {
  return { path, ...issueOf(text) };
}

/** What an error says, as part of another one. */
export function issueOfError({ message, reason: id, params }: ServiceError): Omit<Issue, 'path'> {
  return { message, reason: id, ...(params && { params }) };
}

function issueOf(text: ErrorText, details?: readonly Issue[]): Omit<Issue, 'path'> {
  return 'userText' in text
    ? { message: text.userText, reason: undefined }
    : { message: say(english, text, details), ...text };
}
