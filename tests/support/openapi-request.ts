import type { OpenAPIObject, OperationObject, ParameterObject, SchemaObject } from 'openapi3-ts/oas31';
import { type FoundPath, follow, type Part, parametersOf } from './openapi-document.js';
import type { SchemaCheck } from './openapi-schemas.js';

/** A request in the form that the checks take. */
export interface PlainRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** The body; undefined if none was sent. */
  readonly text: string | undefined;
}

interface AcceptedRequest {
  readonly document: OpenAPIObject;
  readonly schemas: SchemaCheck;
  readonly sent: PlainRequest;
  readonly found: FoundPath;
  readonly operation: Part<OperationObject>;
}

/** Headers that the service defines; others belong to HTTP. */
const ownHeaders = ['if-match', 'if-none-match', 'x-draft', 'x-request-id'];

/** The parts of an accepted request that the document does not allow. */
export function requestIssues(request: AcceptedRequest): readonly string[] {
  const parameters = parametersOf(request.document, request.found, request.operation);
  return [...queryIssues(request, parameters), ...headerIssues(request, parameters), ...bodyIssues(request)];
}

function queryIssues(
  { document, schemas, sent }: AcceptedRequest,
  parameters: readonly Part<ParameterObject>[],
): readonly string[] {
  const declared = new Map(
    parameters.filter(({ value }) => value.in === 'query').map((part) => [part.value.name, part]),
  );
  return [...sent.url.searchParams].flatMap(([name, text]) => {
    const parameter = declared.get(name);
    if (!parameter) return [`the query parameter ${name} was taken, but is not declared`];
    return valueIssues({ document, schemas, parameter, text });
  });
}

function headerIssues(
  { document, schemas, sent }: AcceptedRequest,
  parameters: readonly Part<ParameterObject>[],
): readonly string[] {
  const declared = new Map(
    parameters
      .filter(({ value }) => value.in === 'header')
      .map((part) => [part.value.name.toLowerCase(), part]),
  );
  return ownHeaders.flatMap((name) => {
    const text = sent.headers.get(name);
    const parameter = declared.get(name);
    // The service ignores an undeclared header, and replaces an invalid request id.
    if (text === null || !parameter || name === 'x-request-id') return [];
    return valueIssues({ document, schemas, parameter, text });
  });
}

interface GivenValue {
  readonly document: OpenAPIObject;
  readonly schemas: SchemaCheck;
  readonly parameter: Part<ParameterObject>;
  readonly text: string;
}

function valueIssues({ document, schemas, parameter, text }: GivenValue): readonly string[] {
  const pointer = `${parameter.pointer}/schema`;
  const { name, explode, schema = {} } = parameter.value;
  const { value: resolved } = follow<SchemaObject>(document, { value: schema, pointer });
  const faults = schemas(pointer, typedValue(text, resolved, explode === false));
  const content = 'contentSchema' in resolved ? schemas(`${pointer}/contentSchema`, JSON.parse(text)) : [];
  return [...faults, ...content].map((fault) => `the parameter ${name}: ${fault}`);
}

/** Converts the text of a parameter to the type of its schema. */
function typedValue(text: string, { type }: SchemaObject, isList: boolean): unknown {
  // A repeated parameter is a list: each text is one value of it.
  if (type === 'array' && !isList) return [text];
  if (type === 'array' && isList) return text.split(',').map((item) => item.trim());
  if (type === 'integer' || type === 'number') return Number(text);
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}

function bodyIssues({ document, schemas, sent, operation }: AcceptedRequest): readonly string[] {
  const { requestBody } = operation.value;
  // The service does not read a body that is not declared (DELETE).
  if (!requestBody || sent.text === undefined) return [];
  // Forms of pages without JavaScript are not in the document.
  if (sent.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return [];
  const part = follow(document, { value: requestBody, pointer: `${operation.pointer}/requestBody` });
  return schemas(
    `${part.pointer}/content/application~1json/schema`,
    bodyOf(sent.url.pathname, sent.text),
  ).map((fault) => `the body was taken, but ${fault}`);
}

/** The address of a user is trimmed before validation: docs/spec/auth.md#email-addresses. */
function bodyOf(path: string, text: string): unknown {
  const isOfUser = /^\/api\/(auth|users)(\/|$)/.test(path);
  return JSON.parse(text, (key, value: unknown) =>
    isOfUser && key === 'email' && typeof value === 'string' ? value.trim() : value,
  );
}
