import type { OperationObject, ParameterObject, ResponseObject } from 'openapi3-ts/oas31';
import type { JsonObject, JsonValue } from '../../../runtime/util/json.js';
import type { IrRoute } from '../../ir/ir.js';
import type { Context } from './context.js';
import { markdown } from './describe.js';
import { answerHeaders } from './headers.js';
import { answer, jsonBody, operation } from './operation.js';
import { sharedParameter } from './parameters.js';
import { type PathOptions, type Paths, pathsOf } from './paths.js';
import type { Schema, SchemaOrReference } from './schema.js';

/** The routes of the config. */
export function ownPaths(options: PathOptions, context: Context): Paths {
  return pathsOf(
    (context.ir.routes ?? []).map((route) => ({
      method: route.descriptor.method,
      path: route.descriptor.path,
      parameters: [sharedParameter('requestId', context)],
      operation: routeOperation(route, options, context),
    })),
  );
}

function routeOperation(route: IrRoute, { tag, takeId }: PathOptions, context: Context): OperationObject {
  const { descriptor, summary, description, body } = route;
  return operation(
    {
      id: takeId(descriptor.id),
      tag,
      summary,
      description: description === null ? 'A route of this service.' : markdown(description),
      parameters: [...pathParameters(route), ...queryParameters(route)],
      ...(body && { body: jsonBody(schemaOf(route, 'Body', { body, context }), null) }),
      answers: answersOf(route, context),
      // Handlers refuse by errors with these statuses.
      errors: [
        'BadUserInput',
        'NotFound',
        'Conflict',
        ...(body ? (['PayloadTooLarge', 'UnsupportedMediaType'] as const) : []),
      ],
      guard: Array.isArray(descriptor.access) ? 'user' : 'documents',
    },
    context,
  );
}

function answersOf(route: IrRoute, context: Context): Readonly<Record<string, ResponseObject>> {
  const answers = Object.entries(route.responses).map(([status, schema]) => [
    status,
    responseOf(route, schema, context),
  ]);
  // Without a schema the handler may return a response of its own: a file, a stream, a redirect.
  const other = { description: 'What the handler returns.', headers: answerHeaders([], context) };
  const isOpen = Object.values(route.responses).includes(null);
  return Object.fromEntries(
    isOpen ? [...answers, ['2XX', { ...other, content: { '*/*': {} } }], ['3XX', other]] : answers,
  );
}

function responseOf(route: IrRoute, body: JsonObject | null, context: Context): ResponseObject {
  if (body === null) return { description: 'Done.', headers: answerHeaders([], context) };
  return answer(
    { description: 'The result.', schema: schemaOf(route, 'Response', { body, context }) },
    context,
  );
}

function pathParameters({ pathParams, params }: IrRoute): readonly ParameterObject[] {
  const properties = propertiesOf(params);
  return pathParams.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: asSchema(properties[name] ?? { type: 'string' }),
  }));
}

function queryParameters({ query }: IrRoute): readonly ParameterObject[] {
  const required = Array.isArray(query?.['required']) ? query['required'] : [];
  return Object.entries(propertiesOf(query)).map(([name, schema]) => ({
    name,
    in: 'query',
    ...(required.includes(name) && { required: true }),
    schema: asSchema(schema),
  }));
}

function propertiesOf(schema: JsonObject | null): JsonObject {
  return (schema?.['properties'] ?? {}) as JsonObject;
}

/** The JSON Schema of zod is one of OpenAPI 3.1. */
function asSchema(value: JsonValue): Schema {
  return value as Schema;
}

interface SchemaToPlace {
  readonly body: JsonObject;
  readonly context: Context;
}

/**
 * A schema that refers to itself or to its parts becomes a component: references begin at the document.
 */
function schemaOf(
  { descriptor }: IrRoute,
  part: string,
  { body, context }: SchemaToPlace,
): SchemaOrReference {
  if (!JSON.stringify(body).includes('"$ref"')) return asSchema(body);
  const name = `Route_${descriptor.id}_${part}`;
  const { $defs = {}, ...whole } = body;
  for (const [own, schema] of Object.entries($defs as JsonObject))
    context.components.schema(`${name}_${own}`, () => asSchema(moved(schema, name)));
  return context.components.schema(name, () => asSchema(moved(whole, name)));
}

function moved(value: JsonValue, name: string): JsonValue {
  if (Array.isArray(value)) return value.map((each) => moved(each, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, part]) => [
      key,
      key === '$ref' && typeof part === 'string'
        ? `#/components/schemas/${part === '#' ? name : part.replace('#/$defs/', `${name}_`)}`
        : moved(part, name),
    ]),
  );
}
