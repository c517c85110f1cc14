import type { ReferenceObject, ResponseObject, ResponsesObject } from 'openapi3-ts/oas31';
import { type ErrorCode, errorCodes } from '../../../runtime/errors/codes.js';
import type { Context } from './context.js';
import { answerHeaders } from './headers.js';
import { closedObject, type Properties, type Schema, type SchemaOrReference } from './schema.js';

interface ErrorPart {
  readonly code: ErrorCode;
  readonly description: string;
  readonly headers?: readonly ('Retry-After' | 'Allow')[];
  /** What the error object holds beside `error` and `code`. */
  readonly extra?: (context: Context) => { readonly always?: Properties; readonly sometimes?: Properties };
}

/** The errors that routes answer, by the name of their component. */
export type ErrorName =
  | 'BadUserInput'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'Conflict'
  | 'PayloadTooLarge'
  | 'UnsupportedMediaType'
  | 'InternalServer'
  | 'Unavailable';

const parts: Readonly<Record<ErrorName, ErrorPart>> = {
  BadUserInput: {
    code: 'BAD_USER_INPUT',
    description: 'The request is not valid; `details` says where.',
    extra: (context) => ({ sometimes: { details: detailsSchema(context) } }),
  },
  NotFound: { code: 'NOT_FOUND', description: 'There is no such document or route.' },
  MethodNotAllowed: {
    code: 'METHOD_NOT_ALLOWED',
    description: 'The route does not take this method.',
    headers: ['Allow'],
  },
  Conflict: {
    code: 'CONFLICT',
    description:
      'The document has moved on (`currentRevision` is the newest), a unique value is taken (`details` names its fields), or other documents forbid a deletion.',
    extra: (context) => ({
      sometimes: { details: detailsSchema(context), currentRevision: { type: 'integer', minimum: 0 } },
    }),
  },
  PayloadTooLarge: { code: 'PAYLOAD_TOO_LARGE', description: 'The request body is too large.' },
  UnsupportedMediaType: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    description: 'The request body is not `application/json`, or it is compressed.',
  },
  InternalServer: {
    code: 'INTERNAL_ERROR',
    description: 'Something went wrong on the server. Its log has it under the same `requestId`.',
    extra: () => ({ always: { requestId: { type: 'string' } } }),
  },
  Unavailable: {
    code: 'UNAVAILABLE',
    description: 'The store is away, or the server is overloaded or shutting down.',
    headers: ['Retry-After'],
  },
};

/** Answers for these errors, by status. */
export function errorResponses(names: readonly ErrorName[], context: Context): ResponsesObject {
  return Object.fromEntries(
    names.map((name) => [String(errorCodes[parts[name].code].status), errorResponse(name, context)]),
  );
}

/** One error, as the schema of its body. */
export function errorBody(name: ErrorName, context: Context): Schema {
  return errorSchema(parts[name], context);
}

/** One error as a shared answer. */
export function errorResponse(name: ErrorName, context: Context): ReferenceObject {
  return context.components.response(name, () => responseObject(name, parts[name], context));
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

function errorSchema({ code, extra }: ErrorPart, context: Context): Schema {
  const { always = {}, sometimes = {} } = extra?.(context) ?? {};
  const required: Properties = {
    error: { type: 'string', description: 'What was wrong, for people.' },
    code: { type: 'string', enum: [code] },
    ...always,
  };
  return closedObject({ ...required, ...sometimes }, Object.keys(required));
}

function detailsSchema({ components, names }: Context): SchemaOrReference {
  const detail = components.schema(names.shared('ErrorDetail'), () =>
    closedObject({
      path: {
        type: 'string',
        description: 'Where: a path into the body or the filter, or the name of a parameter.',
      },
      message: { type: 'string' },
    }),
  );
  return { type: 'array', items: detail };
}
