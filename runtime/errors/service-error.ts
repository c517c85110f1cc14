import { type ErrorCode, errorCodes } from './codes.js';

/** One issue of a request: where it is and what is wrong. */
export interface ErrorDetail {
  /** Dotted path into the body (`items.0.label`), or a parameter's name, or a path into the filter. */
  readonly path: string;
  readonly message: string;
}

export interface ServiceErrorOptions extends ErrorOptions {
  readonly details?: readonly ErrorDetail[];
  /** Of a revision conflict: the newest revision. */
  readonly currentRevision?: number;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter?: number;
  /** Methods, sent as `Allow`. */
  readonly allow?: readonly string[];
  /** Max details in a response. Default 100: more are of no use to a client. */
  readonly maxDetails?: number;
}

/**
 * An error that determines its response: thrown anywhere below the HTTP layer, turned into a response in one
 * place.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly currentRevision: number | undefined;
  readonly retryAfter: number | undefined;
  readonly allow: readonly string[] | undefined;
  readonly maxDetails: number | undefined;

  constructor(code: ErrorCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.details = options.details;
    this.currentRevision = options.currentRevision;
    this.retryAfter = options.retryAfter;
    this.allow = options.allow;
    this.maxDetails = options.maxDetails;
  }

  /** The HTTP status of the code. */
  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** A 400 that lists one or more issues. */
export function badInput(message: string, details?: readonly ErrorDetail[]): ServiceError {
  return new ServiceError('BAD_USER_INPUT', message, details ? { details } : {});
}
