import type { ReferenceObject, ResponseObject, ResponsesObject } from 'openapi3-ts/oas31';
import { type ErrorCode, errorCodes } from '../../../runtime/errors/codes.js';
import type { Context } from './context.js';
import { answerHeaders } from './headers.js';
import { closedObject, type Properties, type Schema, type SchemaOrReference } from './schema.js';

interface ErrorPart {
  /** If several errors share a status, the response has one of them. */
  readonly codes: readonly [ErrorCode, ...ErrorCode[]];
  readonly description: string;
  readonly headers?: readonly ('Retry-After' | 'Allow' | 'Set-Cookie' | 'Content-Range')[];
  /** What the error object has in addition to `error` and `code`. */
  readonly extra?: (context: Context) => { readonly always?: Properties; readonly sometimes?: Properties };
}

/** The errors of routes, by the name of their component. */
export type ErrorName =
  | 'BadUserInput'
  | 'NotFound'
  | 'NotFoundAmong'
  | 'MethodNotAllowed'
  | 'Conflict'
  | 'PayloadTooLarge'
  | 'UnsupportedMediaType'
  | 'UnsupportedFileType'
  | 'RequestTimeout'
  | 'RangeNotSatisfiable'
  | 'InvalidFile'
  | 'Gone'
  | 'UnsupportedVersion'
  | 'ChecksumMismatch'
  | 'InsufficientStorage'
  | 'InvalidSignature'
  | 'InternalServer'
  | 'Unavailable'
  | AuthErrorName;

/** Those that only services with authentication have. */
type AuthErrorName =
  | 'Unauthenticated'
  | 'PreviewEnded'
  | 'NotAuthenticated'
  | 'Forbidden'
  | 'LoginForbidden'
  | 'InvalidToken'
  | 'AccountLocked'
  | 'RateLimited';

const parts: Readonly<Record<ErrorName, ErrorPart>> = {
  BadUserInput: {
    codes: ['BAD_USER_INPUT'],
    description: 'The request is not valid; `details` lists the issues.',
    extra: (context) => ({ sometimes: { details: detailsSchema(context) } }),
  },
  NotFound: { codes: ['NOT_FOUND'], description: 'There is no such document or route.' },
  NotFoundAmong: {
    codes: ['NOT_FOUND'],
    description: 'One of the documents does not exist; `details` names it.',
    extra: (context) => ({ sometimes: { details: detailsSchema(context) } }),
  },
  MethodNotAllowed: {
    codes: ['METHOD_NOT_ALLOWED'],
    description: 'The route does not support this method.',
    headers: ['Allow'],
  },
  Conflict: {
    codes: ['CONFLICT'],
    description:
      'The document was modified (`currentRevision` is the newest), a unique value is taken (`details` names its fields), or other documents prevent a deletion.',
    extra: (context) => ({
      sometimes: { details: detailsSchema(context), currentRevision: { type: 'integer', minimum: 0 } },
    }),
  },
  PayloadTooLarge: { codes: ['PAYLOAD_TOO_LARGE'], description: 'The request body is too large.' },
  UnsupportedMediaType: {
    codes: ['UNSUPPORTED_MEDIA_TYPE'],
    description: 'The request body is not `application/json`, or it is compressed.',
  },
  UnsupportedFileType: {
    codes: ['UNSUPPORTED_MEDIA_TYPE'],
    description:
      'The body has a media type that the route does not take, or the file one that the collection does not take.',
  },
  RequestTimeout: { codes: ['REQUEST_TIMEOUT'], description: 'The bytes of the file arrive too slowly.' },
  RangeNotSatisfiable: {
    codes: ['RANGE_NOT_SATISFIABLE'],
    description: 'The requested range is outside of the file.',
    headers: ['Content-Range'],
  },
  InvalidFile: {
    codes: ['INVALID_FILE'],
    description: 'The file is empty, damaged, or not what its type or name says; `details` says which.',
    extra: (context) => ({ sometimes: { details: detailsSchema(context) } }),
  },
  Gone: { codes: ['GONE'], description: 'The upload has expired.' },
  UnsupportedVersion: {
    codes: ['UNSUPPORTED_VERSION'],
    description: '`Tus-Resumable` is not 1.0.0, or missing.',
  },
  ChecksumMismatch: {
    codes: ['CHECKSUM_MISMATCH'],
    description: 'The bytes of the request are others than its checksum says. None of them is kept.',
  },
  InsufficientStorage: {
    codes: ['INSUFFICIENT_STORAGE'],
    description: 'There is no space for the file.',
  },
  InvalidSignature: {
    codes: ['INVALID_SIGNATURE'],
    description: 'The signed address is altered or expired.',
  },
  InternalServer: {
    codes: ['INTERNAL_ERROR'],
    description: 'Something failed on the server. Its log has the reason under the same `requestId`.',
    extra: () => ({ always: { requestId: { type: 'string' } } }),
  },
  Unavailable: {
    codes: ['UNAVAILABLE'],
    description: 'A store is unavailable, or the server is overloaded or shutting down.',
    headers: ['Retry-After'],
  },
  Unauthenticated: {
    codes: ['UNAUTHENTICATED'],
    description: 'The credential is missing, expired, revoked or unknown.',
    headers: ['Set-Cookie'],
  },
  PreviewEnded: {
    codes: ['UNAUTHENTICATED'],
    description: 'The preview token is not valid or has ended.',
  },
  NotAuthenticated: {
    codes: ['UNAUTHENTICATED', 'INVALID_CREDENTIALS'],
    description: 'Wrong email or password; or the credential of the request is not valid.',
  },
  Forbidden: {
    codes: ['FORBIDDEN'],
    description:
      'Access control denies the request; `details` name a field that may not be written. Or a page of another site sent it.',
    extra: (context) => ({ sometimes: { details: detailsSchema(context) } }),
  },
  LoginForbidden: {
    codes: ['EMAIL_NOT_VERIFIED', 'FORBIDDEN'],
    description:
      'The password is right, but the email is not verified yet; or a page of another site sent the request.',
  },
  InvalidToken: {
    codes: ['INVALID_TOKEN', 'BAD_USER_INPUT'],
    description:
      'The token is unknown, used or expired; or the request is not valid, and `details` lists the issues.',
    extra: (context) => ({ sometimes: { details: detailsSchema(context) } }),
  },
  AccountLocked: {
    codes: ['ACCOUNT_LOCKED'],
    description: 'The account is locked after failed logins.',
    headers: ['Retry-After'],
  },
  RateLimited: {
    codes: ['RATE_LIMITED'],
    description: 'Too many requests.',
    headers: ['Retry-After'],
  },
};

/**
 * Responses for these errors, by status; of two with the same status the later one is more specific.
 *
 * @param kind - `hasPages`: browsers get pages from this operation, also for errors; `isTus`: the responses
 * have the headers of tus.
 */
export function errorResponses(
  names: readonly ErrorName[],
  context: Context,
  {
    hasPages = false,
    isTus = false,
  }: { readonly hasPages?: boolean | undefined; readonly isTus?: boolean | undefined } = {},
): ResponsesObject {
  const byStatus = new Map(names.map((name) => [String(errorCodes[parts[name].codes[0]].status), name]));
  const make = hasPages ? errorOrPage : isTus ? errorOfTus : errorResponse;
  return Object.fromEntries([...byStatus].map(([status, name]) => [status, make(name, context)]));
}

/** One error, as the schema of its body. */
export function errorBody(name: ErrorName, context: Context): Schema {
  return errorSchema(parts[name], context);
}

/** One error as a shared response. */
export function errorResponse(name: ErrorName, context: Context): ReferenceObject {
  return context.components.response(name, () => responseObject(name, parts[name], context));
}

/** The same with the headers of tus. */
function errorOfTus(name: ErrorName, context: Context): ReferenceObject {
  return context.components.response(`${name}OfTus`, () => {
    const { headers, ...response } = responseObject(name, parts[name], context);
    return {
      ...response,
      headers: { ...answerHeaders(['Tus-Resumable', 'Tus-Version'], context), ...headers },
    };
  });
}

/** The same where browsers get a page. Server errors have no page. */
function errorOrPage(name: ErrorName, context: Context): ReferenceObject {
  if (name === 'InternalServer') return errorResponse(name, context);
  return context.components.response(`${name}OrPage`, () => {
    const { content, ...response } = responseObject(name, parts[name], context);
    return { ...response, content: { ...content, 'text/html': { schema: { type: 'string' } } } };
  });
}

function responseObject(name: ErrorName, part: ErrorPart, context: Context): ResponseObject {
  const schema = context.components.schema(context.names.shared(`${name}Error`), () =>
    errorSchema(part, context),
  );
  return {
    description: part.description,
    headers: answerHeaders(part.headers ?? [], context),
    content: { 'application/json': { schema } },
  };
}

function errorSchema({ codes, extra }: ErrorPart, context: Context): Schema {
  const { always = {}, sometimes = {} } = extra?.(context) ?? {};
  const required: Properties = {
    error: { type: 'string', description: 'What was wrong, for people.' },
    code: { type: 'string', enum: [...codes] },
    ...always,
  };
  return closedObject({ ...required, ...reasonProperties, ...sometimes }, Object.keys(required));
}

/** Why a request was refused, for programs that translate the message. */
export const reasonProperties: Properties = {
  reason: {
    type: 'string',
    description: 'The id of the message, for translations; messages of hooks and callbacks have none.',
  },
  params: {
    type: 'object',
    description: 'The parameters of the reason, where it has any.',
    additionalProperties: true,
  },
};

/** The position of each issue. */
export function detailsSchema({ components, names }: Context): SchemaOrReference {
  const detail = components.schema(names.shared('ErrorDetail'), () =>
    closedObject(
      {
        path: {
          type: 'string',
          description: 'Where the issue is: a path into the body or the filter, or the name of a parameter.',
        },
        message: { type: 'string' },
        ...reasonProperties,
      },
      ['path', 'message'],
    ),
  );
  return { type: 'array', items: detail };
}
