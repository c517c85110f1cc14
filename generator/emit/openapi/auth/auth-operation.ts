import type { OperationObject, ParameterObject, ReferenceObject, RequestBodyObject } from 'openapi3-ts/oas31';
import type { Guard } from '../../../../runtime/codegen/routes/route.js';
import type { JsonObject, JsonValue } from '../../../../runtime/util/json.js';
import type { Context } from '../context.js';
import type { ErrorName } from '../errors.js';
import { answerHeaders, type HeaderName } from '../headers.js';
import { answer, jsonBody, operation } from '../operation.js';
import type { PathOptions } from '../paths.js';
import type { Schema, SchemaOrReference } from '../schema.js';
import { sample } from '../sdk-samples.js';

/** What a route of authentication does, in addition to its line in the table of routes. */
export interface Endpoint {
  readonly summary: string;
  /** What it does, and its defaults. */
  readonly description: string;
  readonly parameters?: readonly (ParameterObject | ReferenceObject)[];
  readonly body?: {
    readonly schema: SchemaOrReference;
    readonly example: JsonObject;
    readonly optional?: boolean;
  };
  readonly answer: {
    readonly status?: 201;
    readonly description: string;
    readonly schema: SchemaOrReference;
    readonly headers?: readonly HeaderName[];
    /** Browsers get a page instead. */
    readonly page?: boolean;
  };
  /** What a form of a browser sends instead of the body; the response redirects. */
  readonly form?: SchemaOrReference;
  /** In addition to those of the guard and of bodies. */
  readonly errors?: readonly ErrorName[];
  readonly sdk: {
    /** Name of the result; null if it is not worth one. */
    readonly result: string | null;
    /** `auth.login` */
    readonly method: string;
    /** Before the body, which is appended. */
    readonly arguments?: readonly JsonValue[];
  };
}

/** An endpoint for each route of a table. */
export type Endpoints<Routes> = Readonly<Record<keyof Routes, Endpoint>>;

/** A route with its endpoint. */
export interface AuthRoute {
  readonly id: string;
  readonly guard: Guard;
  readonly endpoint: Endpoint;
}

/** The operation of an endpoint. */
export function authOperation(
  { id, guard, endpoint }: AuthRoute,
  { tag, takeId }: PathOptions,
  context: Context,
): OperationObject {
  const { summary, description, parameters = [], body, form, errors = [], sdk } = endpoint;
  const { status = 200, ...success } = endpoint.answer;
  const ofBody: readonly ErrorName[] = body ? ['PayloadTooLarge', 'UnsupportedMediaType'] : [];
  const { result, method, arguments: values = [] } = sdk;
  return operation(
    {
      id: takeId(id),
      tag,
      summary,
      description,
      parameters,
      ...(body && { body: bodyOf(body, form) }),
      answers: {
        [status]: answer(success, context),
        ...(form && { 303: ledOn(context) }),
      },
      errors: ['BadUserInput', ...ofBody, ...errors],
      guard,
      hasPages: success.page === true || form !== undefined,
      sdk: sample({ result, method, arguments: [...values, ...(body ? [body.example] : [])] }),
    },
    context,
  );
}

function bodyOf(
  { schema, example, optional = false }: NonNullable<Endpoint['body']>,
  form: SchemaOrReference | undefined,
): RequestBodyObject {
  const { content } = jsonBody(schema, example);
  return {
    required: !optional,
    content: { ...content, ...(form && { 'application/x-www-form-urlencoded': { schema: form } }) },
  };
}

/** The response to a form. */
function ledOn(context: Context): ReferenceObject {
  return context.components.response('SeeOther', () => ({
    description: 'For a form: the next page.',
    headers: answerHeaders(['Location', 'Set-Cookie'], context),
  }));
}

/** Text in a body; bounds limit the work for input that would be refused anyway. */
export function text(maxLength: number, more: Schema = {}): Schema {
  return { type: 'string', minLength: 1, maxLength, ...more };
}
