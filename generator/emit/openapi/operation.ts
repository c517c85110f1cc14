import type {
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
} from 'openapi3-ts/oas31';
import type { Guard } from '../../../runtime/codegen/routes/route.js';
import type { JsonObject } from '../../../runtime/util/json.js';
import { guardErrors, guardSecurity } from './auth/guards.js';
import type { Context } from './context.js';
import { type ErrorName, errorResponses } from './errors.js';
import { answerHeaders, type HeaderName } from './headers.js';
import { errorSentence, fullDescription, rightsOfGuard } from './rights.js';
import type { SchemaOrReference } from './schema.js';

export interface OperationPlan {
  readonly id: string;
  readonly tag: string;
  readonly summary: string;
  /** What it does, and its defaults. */
  readonly description: string;
  /** Who may send it, as {@link rightsOf} says it; unless given, as its guard does. */
  readonly rights?: string | null;
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly body?: RequestBodyObject;
  /** By status. */
  readonly answers: Readonly<Record<string, ResponseObject | ReferenceObject>>;
  readonly errors: readonly ErrorName[];
  /** Who is admitted, if there is authentication. Default: as the rules of a collection or global define. */
  readonly guard?: Guard;
  /** Every response is one of tus: errors have its headers too. */
  readonly isTus?: boolean;
  /** Browsers get pages instead of JSON. */
  readonly hasPages?: boolean;
  /** The same call with the SDK. */
  readonly sdk?: string;
}

/** An operation with all its possible responses. Errors of the server itself are possible anywhere. */
export function operation(plan: OperationPlan, context: Context): OperationObject {
  const {
    id,
    tag,
    summary,
    description,
    rights,
    parameters = [],
    body,
    answers,
    errors,
    guard = 'documents',
    isTus,
    hasPages,
    sdk,
  } = plan;
  const { auth } = context.ir.contract;
  return {
    tags: [tag],
    operationId: id,
    summary,
    description: fullDescription(description, rights ?? rightsOfGuard(guard, context), errorSentence(errors)),
    ...(parameters.length > 0 && { parameters: [...parameters] }),
    ...(body && { requestBody: body }),
    ...(auth && { security: [...guardSecurity(guard)] }),
    responses: {
      ...answers,
      ...errorResponses(
        [...(auth ? guardErrors(guard) : []), ...errors, 'InternalServer', 'Unavailable'],
        context,
        { hasPages, isTus },
      ),
    },
    ...(sdk !== undefined && { 'x-codeSamples': [{ lang: 'TypeScript', label: 'SDK', source: sdk }] }),
  };
}

export interface AnswerPlan {
  readonly description: string;
  readonly schema: SchemaOrReference;
  readonly headers?: readonly HeaderName[];
  /** `application/json` unless given. */
  readonly mediaType?: string;
  /** Browsers get a page instead. */
  readonly page?: boolean;
}

/** A response with a body. */
export function answer(
  { description, schema, headers = [], mediaType = 'application/json', page = false }: AnswerPlan,
  context: Context,
): ResponseObject {
  return {
    description,
    headers: answerHeaders(headers, context),
    content: { [mediaType]: { schema }, ...(page && { 'text/html': { schema: { type: 'string' } } }) },
  };
}

/** The response to a read of what the client already has. */
export function notModified(context: Context): ReferenceObject {
  return context.components.response('NotModified', () => ({
    description: 'The content matches `If-None-Match`; no body.',
    headers: answerHeaders(['ETag'], context),
  }));
}

/** A required JSON body. */
export function jsonBody(schema: SchemaOrReference, example: JsonObject | null): RequestBodyObject {
  return {
    required: true,
    content: { 'application/json': { schema, ...(example && { example }) } },
  };
}
