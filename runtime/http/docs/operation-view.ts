import { curlCommand } from './curl.js';
import { escapeHtml, markdownToHtml, markdownToInlineHtml } from './markdown.js';
import {
  type Content,
  type HttpMethod,
  isReference,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type PathItem,
  type Reference,
  type Response,
  referenceName,
  type Schema,
} from './openapi-document.js';
import { type PropertyRow, propertyRow, propertyRows } from './property-rows.js';
import { type KnownValues, sampleOf } from './sample.js';
import { type TypePart, typeParts } from './type-parts.js';

/** One operation as the page shows it. */
export interface OperationView {
  readonly id: string;
  readonly method: string;
  /** In pieces, so that parameters can be marked. */
  readonly path: readonly { readonly text: string; readonly isParameter: boolean }[];
  readonly summary: string;
  /** HTML. */
  readonly description: string;
  /** Parameters that only this operation has. */
  readonly parameters: readonly ParameterRow[];
  /** Parameters that are described once for all operations. */
  readonly sharedParameters: readonly SharedParameter[];
  readonly body: BodyView | null;
  readonly answers: readonly AnswerView[];
  readonly errors: readonly ErrorLink[];
  /** With their code as HTML. */
  readonly samples: readonly { readonly label: string; readonly source: string }[];
  /** HTML. */
  readonly answerSample: string | null;
}

export interface ParameterRow extends PropertyRow {
  readonly place: string;
  readonly example: string | null;
}

interface SharedParameter {
  readonly name: string;
  readonly href: string;
}

interface BodyView {
  readonly type: readonly TypePart[];
  readonly rows: readonly PropertyRow[];
}

interface AnswerView {
  readonly status: string;
  /** HTML. */
  readonly description: string;
  readonly type: readonly TypePart[];
  readonly headers: readonly HeaderLink[];
}

interface HeaderLink {
  readonly name: string;
  /** Null: the header is of this operation alone, and has no place of its own. */
  readonly href: string | null;
}

interface ErrorLink {
  readonly status: string;
  readonly code: string;
  readonly href: string;
}

export interface LocatedOperation {
  readonly method: HttpMethod;
  readonly path: string;
  readonly item: PathItem;
  readonly operation: Operation;
}

export interface OperationContext {
  readonly document: OpenApiDocument;
  /** The URL that commands call: `http://localhost:3000`. */
  readonly baseUrl: string;
  /** Headers of every response, which are not repeated. */
  readonly commonHeaders: ReadonlySet<string>;
  /** Values that an example of a document has, by its schema. */
  readonly known: KnownValues;
}

export function operationView(place: LocatedOperation, context: OperationContext): OperationView {
  const { method, path, item, operation } = place;
  const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
  const answers = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path: pathPieces(path),
    summary: operation.summary ?? operation.operationId,
    description: markdownToHtml(operation.description ?? ''),
    parameters: parameters.flatMap((parameter) => (isReference(parameter) ? [] : [parameterRow(parameter)])),
    sharedParameters: parameters
      .filter(isReference)
      .map((reference) => sharedParameter(reference, context.document)),
    body: bodyView(operation.requestBody?.content, context.document),
    answers: answers.map(([status, answer]) =>
      answerView(status, resolved(answer, context.document), context),
    ),
    errors: Object.entries(operation.responses).flatMap(([status, answer]) =>
      errorLinks(status, resolved(answer, context.document), context.document),
    ),
    samples: [
      { label: 'curl', source: escapeHtml(curlSample(place, context)) },
      ...(operation['x-codeSamples'] ?? []).map(({ label, source }) => ({
        label,
        source: escapeHtml(source),
      })),
    ],
    answerSample: answerSample(
      answers.map(([, answer]) => resolved(answer, context.document)),
      context,
    ),
  };
}

/** Returns the row of a parameter with its full description. */
export function parameterRow(parameter: Parameter): ParameterRow {
  const { name = '', schema = {}, description = schema.description, required = false, example } = parameter;
  const row = propertyRow(
    { ...schema, ...(description !== undefined && { description }) },
    { name, isRequired: required },
  );
  return {
    ...row,
    // A list in a query is written with commas; it has no rows for its entries.
    rows: [],
    rules: parameter.explode === false ? [...row.rules, 'separated by commas'] : row.rules,
    place: parameter.in ?? 'header',
    example: example === undefined ? null : String(example),
  };
}

function sharedParameter({ $ref }: Reference, { components }: OpenApiDocument): SharedParameter {
  const component = referenceName($ref);
  return { name: components?.parameters?.[component]?.name ?? component, href: `#parameter-${component}` };
}

function pathPieces(path: string): OperationView['path'] {
  return path
    .split(/(\{[^}]+\})/)
    .filter((text) => text !== '')
    .map((text) => ({ text, isParameter: text.startsWith('{') }));
}

function bodyView(content: Content | undefined, { components }: OpenApiDocument): BodyView | null {
  const schema = content?.['application/json']?.schema;
  if (!schema) return null;
  const target = schema.$ref === undefined ? schema : components?.schemas?.[referenceName(schema.$ref)];
  return { type: typeParts(schema), rows: target ? propertyRows(target) : [] };
}

function answerView(status: string, answer: Response, { commonHeaders }: OperationContext): AnswerView {
  const schema = firstContent(answer)?.schema;
  return {
    status,
    description: markdownToInlineHtml(answer.description),
    type: schema ? typeParts(schema) : [],
    headers: Object.entries(answer.headers ?? {})
      .filter(([name]) => !commonHeaders.has(name))
      .map(([name, header]) => ({ name, href: isReference(header) ? `#header-${name}` : null })),
  };
}

function errorLinks(status: string, answer: Response, { components }: OpenApiDocument): readonly ErrorLink[] {
  if (Number(status) < 400) return [];
  const { schema = {} } = firstContent(answer) ?? {};
  const body = schema.$ref === undefined ? schema : components?.schemas?.[referenceName(schema.$ref)];
  return (body?.properties?.['code']?.enum ?? []).map((code) => ({
    status,
    code: String(code),
    href: `#error-${String(code)}`,
  }));
}

/** Resolves a reference to a shared response. */
export function resolved(answer: Response | Reference, { components }: OpenApiDocument): Response {
  if (!isReference(answer)) return answer;
  return components?.responses?.[referenceName(answer.$ref)] ?? { description: '' };
}

function firstContent({ content = {} }: Response): { readonly schema?: Schema } | undefined {
  return Object.values(content)[0];
}

function curlSample(
  { method, path, operation }: LocatedOperation,
  { baseUrl, document }: OperationContext,
): string {
  const query = (operation.parameters ?? []).flatMap((parameter) =>
    isReference(parameter) || parameter.in !== 'query' || parameter.example === undefined
      ? []
      : [[parameter.name ?? '', String(parameter.example)] as const],
  );
  const body = operation.requestBody?.content['application/json'];
  return curlCommand({
    method: method.toUpperCase(),
    url: baseUrl + path.replace('{id}', sampleId),
    query,
    ...(body && { body: body.example ?? sampleOf(body.schema ?? {}, document) }),
  });
}

const sampleId = String(sampleOf({ type: 'string', format: 'uuid' }, {}));

function answerSample(answers: readonly Response[], { document, known }: OperationContext): string | null {
  const schema = answers.map(({ content }) => content?.['application/json']?.schema).find(Boolean);
  if (!schema) return null;
  return jsonToHtml(sampleOf(schema, document, known));
}

/** Returns JSON as HTML with its keys marked. */
function jsonToHtml(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .split('\n')
    .map((line) => {
      // `JSON.stringify` puts each property on a line of its own, so a line that begins with a string and a
      // colon has a key.
      const [, indentation = '', key = '', rest = ''] = /^( *)("(?:[^"\\]|\\.)*")(: .*)$/.exec(line) ?? [];
      return key === ''
        ? escapeHtml(line)
        : `${indentation}<span class="key">${escapeHtml(key)}</span>${escapeHtml(rest)}`;
    })
    .join('\n');
}
