/**
 * Checks a server against its OpenAPI document. Every response in a test goes through
 * {@link createAnswerChecker}, which fails on a status, header, media type or body that the document does not
 * declare, on a missing declared header, on a request that the server accepted although the document does not
 * allow it, and on a message that is not the text of its reason.
 *
 * @example
 * const check = createAnswerChecker(await readFile('generated/openapi.json', 'utf8'));
 * const fetch = check.fetch(app.fetch);
 * const response = await fetch('http://localhost/api/posts?limit=1');
 */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { OpenAPIObject, ResponseObject } from 'openapi3-ts/oas31';
import { messageIssues } from './error-messages.js';
import {
  allowedMethods,
  type FoundPath,
  findAnswer,
  findOperation,
  findPath,
  follow,
  headersOf,
  type Part,
} from './openapi-document.js';
import { type PlainRequest, requestIssues } from './openapi-request.js';
import { createSchemaCheck, type SchemaCheck, step, withoutRequired } from './openapi-schemas.js';

/** A request as it was sent. `url` may be a path. */
export interface SentRequest {
  readonly method?: string;
  readonly url: string;
  readonly headers?: HeadersLike;
  readonly body?: unknown;
}

/** A response as it was received; a `Response` fits too. */
export interface SeenAnswer {
  readonly status: number;
  readonly headers: HeadersLike;
  readonly body: string | Uint8Array | null;
}

type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface AnswerChecker {
  /** Throws an error that lists every issue. The response can still be read afterwards. */
  (request: Request | SentRequest, response: Response | SeenAnswer): Promise<void>;
  /** Wraps a `fetch` so that every response is checked, except those of paths outside of the API. */
  fetch(inner: (request: Request) => Promise<Response>): typeof fetch;
  /** Operations and statuses so far, such as `GET /api/posts/{id} 404`. */
  readonly seen: ReadonlySet<string>;
}

/** Creates a checker from `openapi.json`. */
export function createAnswerChecker(openapi: string | object): AnswerChecker {
  const { document, schemas, selected } = parsedDocument(openapi);
  const seen = new Set<string>();

  async function check(request: Request | SentRequest, response: Response | SeenAnswer): Promise<void> {
    const sent = await sentRequest(request);
    const answer = await seenAnswer(response);
    const path = sent.url.pathname;
    const found = findPath(document, path);
    seen.add(`${sent.method} ${found?.template ?? path} ${answer.status}`);
    const faults = [
      ...responseIssues({ document, schemas, selected, sent, answer, found }),
      ...messageIssues(answer.text),
    ];
    if (faults.length === 0) return;
    const body = typeof answer.text === 'string' ? answer.text.slice(0, 500) : '';
    throw new Error(
      `${sent.method} ${path}${sent.url.search} → ${answer.status} is not as the OpenAPI document says:\n` +
        `${faults.map((fault) => `  - ${fault}`).join('\n')}\n  ${body}`,
    );
  }

  function wrap(inner: (request: Request) => Promise<Response>): typeof fetch {
    return async function checkedFetch(input, init) {
      const request = new Request(input, init);
      const { url, method, headers, signal } = request;
      // Read here and sent again, since the two streams of a cloned request would wait for each other.
      const bytes = new Uint8Array(await request.arrayBuffer());
      const body = bytes.length === 0 ? null : bytes;
      const response = await inner(new Request(url, { method, headers, signal, body }));
      const sent = { method, url, headers, body: body && Buffer.from(body).toString() };
      if (/^\/(api|health)(\/|$)/.test(new URL(url).pathname)) await check(sent, response);
      return response;
    };
  }

  return Object.assign(check, { fetch: wrap, seen });
}

interface ParsedDocument {
  readonly document: OpenAPIObject;
  readonly schemas: SchemaCheck;
  /** Of responses to `select` in collections without drafts, which may lack any property. */
  readonly selected: SchemaCheck;
}

/**
 * Cached by the text of the document. Tests share it, and compiling its schemas takes longer than most tests.
 */
const known = new Map<string, ParsedDocument>();
const maxKnown = 40;

function parsedDocument(openapi: string | object): ParsedDocument {
  const text = typeof openapi === 'string' ? openapi : JSON.stringify(openapi);
  const found = known.get(text);
  if (found !== undefined) return found;
  const document = JSON.parse(text) as OpenAPIObject;
  let selected: SchemaCheck | undefined;
  const made: ParsedDocument = {
    document,
    schemas: createSchemaCheck(document),
    // Few tests select, and the second copy of the schemas takes as long as the first.
    selected: (pointer, value) => {
      selected ??= createSchemaCheck(withoutRequired(document));
      return selected(pointer, value);
    },
  };
  const [oldest] = known.keys();
  if (known.size >= maxKnown && oldest !== undefined) known.delete(oldest);
  known.set(text, made);
  return made;
}

interface PlainAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function sentRequest(request: Request | SentRequest): Promise<PlainRequest> {
  if (request instanceof Request) {
    const text = request.bodyUsed ? '' : await request.clone().text();
    const { method, headers } = request;
    return { method, url: new URL(request.url), headers, text: text === '' ? undefined : text };
  }
  const { method = 'GET', url, headers = {}, body } = request;
  return {
    method,
    url: new URL(url, 'http://localhost'),
    headers: plainHeaders(headers),
    text:
      body === undefined || body === null
        ? undefined
        : typeof body === 'string'
          ? body
          : JSON.stringify(body),
  };
}

async function seenAnswer(response: Response | SeenAnswer): Promise<PlainAnswer> {
  const headers = plainHeaders(response.headers);
  const body =
    response instanceof Response
      ? new Uint8Array(await response.clone().arrayBuffer())
      : (response.body ?? '');
  return { status: response.status, headers, text: typeof body === 'string' ? body : decoded(body, headers) };
}

/**
 * Decompresses a body. `fetch` decompresses it but keeps the header; a response in process, or from a raw
 * socket, is still compressed.
 */
function decoded(body: Uint8Array, headers: Headers): string {
  const encoding = headers.get('content-encoding');
  try {
    if (encoding === 'gzip') return gunzipSync(body).toString();
    if (encoding === 'br') return brotliDecompressSync(body).toString();
  } catch {
    // The body was decompressed already.
  }
  return Buffer.from(body).toString();
}

function plainHeaders(headers: HeadersLike): Headers {
  if (headers instanceof Headers) return headers;
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) plain.append(name, String(one));
  }
  return plain;
}

interface Exchange {
  readonly document: OpenAPIObject;
  readonly schemas: SchemaCheck;
  readonly selected: SchemaCheck;
  readonly sent: PlainRequest;
  readonly answer: PlainAnswer;
  readonly found: FoundPath | null;
}

function responseIssues(exchange: Exchange): readonly string[] {
  const { document, schemas, sent, answer, found } = exchange;
  if (answer.status === 400 && !isDecodable(sent.url.pathname)) return malformedPathIssues(exchange);
  // A CORS preflight request gets a response for any path.
  if (sent.method === 'OPTIONS' && (found || answer.status === 204)) {
    return declaredIssues(besideAnswer(exchange, 'options'), exchange);
  }
  if (!found) return declaredIssues(besideAnswer(exchange, 'unknownPath'), exchange);

  const operation = findOperation(found, sent.method === 'HEAD' ? 'GET' : sent.method);
  if (!operation) {
    const allow = answer.headers.get('allow')?.split(', ').sort().join() ?? 'no Allow header';
    const expected = [...allowedMethods(found)].sort().join();
    return [
      ...declaredIssues(besideAnswer(exchange, 'unknownMethod'), exchange),
      ...(allow === expected || answer.status !== 405
        ? []
        : [`Allow is ${allow}, but the document has ${expected}`]),
    ];
  }
  const accepted = answer.status < 400;
  return [
    ...declaredIssues(findAnswer(document, operation, answer.status), exchange),
    ...(accepted ? requestIssues({ document, schemas, sent, found, operation }) : []),
  ];
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** A path that is not valid percent-encoded UTF-8 may be refused before routing. */
function malformedPathIssues(exchange: Exchange): readonly string[] {
  const part = { value: { $ref: '#/components/responses/BadUserInput' }, pointer: '' };
  return declaredIssues(follow<ResponseObject>(exchange.document, part), exchange);
}

/** The declared response for a request without an operation: `x-beside-operations`. */
function besideAnswer(
  { document, answer }: Exchange,
  kind: 'unknownPath' | 'unknownMethod' | 'options',
): Part<ResponseObject> | null {
  const beside = document['x-beside-operations'] as Readonly<Record<string, Record<string, ResponseObject>>>;
  const value = beside[kind]?.[String(answer.status)];
  const pointer = `/x-beside-operations/${kind}/${answer.status}`;
  return value ? follow<ResponseObject>(document, { value, pointer }) : null;
}

function declaredIssues(declared: Part<ResponseObject> | null, exchange: Exchange): readonly string[] {
  if (!declared) return [`the status ${exchange.answer.status} is not declared`];
  return [...headerIssues(declared, exchange), ...bodyIssues(declared, exchange)];
}

/** Headers of HTTP framing, which OpenAPI does not declare. */
const framing: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
  'transfer-encoding',
]);

function headerIssues(declared: Part<ResponseObject>, exchange: Exchange): readonly string[] {
  const { document, schemas, answer } = exchange;
  const headers = headersOf(document, declared);
  const unknown = [...answer.headers.keys()]
    .filter((name) => !framing.has(name) && !headers.has(name))
    .map((name) => `the header ${name} is not declared`);
  const wrong = [...headers].flatMap(([name, { value, pointer }]) => {
    const sent = answer.headers.get(name);
    if (sent === null) return value.required ? [`the header ${name} is missing`] : [];
    const types = 'schema' in value && value.schema && 'type' in value.schema ? value.schema.type : 'string';
    const typed = types === 'integer' ? Number(sent) : sent;
    return schemas(`${pointer}/schema`, typed).map((fault) => `the header ${name}: ${fault}`);
  });
  return [...unknown, ...wrong];
}

function bodyIssues(
  declared: Part<ResponseObject>,
  { document, schemas, selected, sent, answer, found }: Exchange,
): readonly string[] {
  const mediaTypes = Object.keys(declared.value.content ?? {});
  if (sent.method === 'HEAD' || mediaTypes.length === 0) {
    return answer.text === '' ? [] : ['there is a body, but none is declared'];
  }
  const type = answer.headers.get('content-type')?.split(';')[0];
  const mediaType = mediaTypes.find((one) => one === type || one === '*/*');
  if (mediaType === undefined) {
    return [`the media type is ${type ?? 'missing'}, but ${mediaTypes.join(' and ')} is declared`];
  }
  const body = mediaType === 'application/json' ? parsed(answer.text) : { value: answer.text };
  if (!body) return ['the body is not JSON'];
  const isWhole = answer.status >= 300 || !hasSelect(sent) || hasDrafts(document, found?.template ?? '');
  const check = isWhole ? schemas : selected;
  return check(`${declared.pointer}/content${step(mediaType)}/schema`, body.value);
}

/** With drafts the schema has a form for `select`, without drafts it has none: docs/openapi.md#decisions. */
function hasDrafts({ paths = {} }: OpenAPIObject, template: string): boolean {
  const owner = /^\/api\/(globals\/)?[^/]+/.exec(template)?.[0] ?? template;
  return `${owner}/publish` in paths || `${owner}/{id}/publish` in paths;
}

function hasSelect({ url, text }: PlainRequest): boolean {
  if (url.searchParams.has('select')) return true;
  const body = url.pathname.endsWith('/query') && text !== undefined ? parsed(text)?.value : null;
  return typeof body === 'object' && body !== null && 'select' in body;
}

function parsed(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
