import type {
  HeaderObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  PathItemObject,
  ReferenceObject,
  ResponseObject,
} from 'openapi3-ts/oas31';
import { step } from './openapi-schemas.js';

/** A part of the document and the JSON pointer to it, with references followed. */
export interface Part<T> {
  readonly value: T;
  readonly pointer: string;
}

export interface FoundPath {
  readonly template: string;
  readonly item: Part<PathItemObject>;
}

type Method = 'get' | 'post' | 'patch' | 'delete' | 'put';

const methods: readonly Method[] = ['get', 'post', 'patch', 'delete', 'put'];

/** The path item for a path; fixed segments take precedence over parameters. Null if none matches. */
export function findPath(document: OpenAPIObject, path: string): FoundPath | null {
  // Each segment is decoded, as the router of the server does.
  const segments = path.split('/').map(decoded);
  const templates = templatesOf(document);
  const [best] = [groupOf(segments), groupOf(segments, '{')]
    .flatMap((group) => templates.get(group) ?? [])
    .filter(({ parts }) => fits(parts, segments))
    .sort((left, right) => parametersIn(left.template) - parametersIn(right.template));
  if (!best) return null;
  const { template, item } = best;
  return { template, item: { value: item, pointer: `/paths${step(template)}` } };
}

interface PathTemplate {
  readonly template: string;
  readonly parts: readonly string[];
  readonly item: PathItemObject;
}

type PathTemplates = ReadonlyMap<string, readonly PathTemplate[]>;

/** By the document. Each response is looked up, and a document may have a thousand paths. */
const known = new WeakMap<OpenAPIObject, PathTemplates>();

function templatesOf(document: OpenAPIObject): PathTemplates {
  const found = known.get(document);
  if (found !== undefined) return found;
  const made = new Map<string, PathTemplate[]>();
  for (const [template, item] of Object.entries<PathItemObject>(document.paths ?? {})) {
    const parts = template.split('/');
    const group = groupOf(parts);
    made.set(group, [...(made.get(group) ?? []), { template, parts, item }]);
  }
  known.set(document, made);
  return made;
}

/** Paths with as many segments and the same third one: those of a collection. */
function groupOf(parts: readonly string[], third: string = parts[2] ?? ''): string {
  return `${parts.length} ${third.startsWith('{') ? '{' : third}`;
}

/** Returns a segment that is not valid percent-encoded UTF-8 unchanged. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function fits(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every(
      (part, index) => part === segments[index] || (part.startsWith('{') && segments[index] !== ''),
    )
  );
}

function parametersIn(template: string): number {
  return template.split('{').length;
}

export function findOperation({ item }: FoundPath, method: string): Part<OperationObject> | null {
  const key = methods.find((known) => known === method.toLowerCase());
  const operation = key && item.value[key];
  return operation ? { value: operation, pointer: item.pointer + step(key) } : null;
}

/** Methods of a path, as its `Allow` header lists them. */
export function allowedMethods({ item }: FoundPath): readonly string[] {
  const own = methods.filter((method) => item.value[method]).map((method) => method.toUpperCase());
  return own.includes('GET') ? [...own, 'HEAD', 'OPTIONS'] : [...own, 'OPTIONS'];
}

/** Parameters of a path and of its operation. */
export function parametersOf(
  document: OpenAPIObject,
  { item }: FoundPath,
  operation: Part<OperationObject>,
): readonly Part<ParameterObject>[] {
  return [item, operation].flatMap(({ value, pointer }) =>
    (value.parameters ?? []).map((parameter: ParameterObject | ReferenceObject, index) =>
      follow<ParameterObject>(document, { value: parameter, pointer: `${pointer}/parameters/${index}` }),
    ),
  );
}

/** The declared response for a status. */
export function findAnswer(
  document: OpenAPIObject,
  operation: Part<OperationObject>,
  status: number,
): Part<ResponseObject> | null {
  const responses: Readonly<Record<string, ResponseObject | ReferenceObject>> =
    operation.value.responses ?? {};
  const answer = responses[String(status)];
  const pointer = `${operation.pointer}/responses/${status}`;
  return answer ? follow<ResponseObject>(document, { value: answer, pointer }) : null;
}

/** Declared headers by lower-case name. */
export function headersOf(
  document: OpenAPIObject,
  answer: Part<ResponseObject>,
): ReadonlyMap<string, Part<HeaderObject>> {
  return new Map(
    Object.entries(answer.value.headers ?? {}).map(([name, header]) => [
      name.toLowerCase(),
      follow<HeaderObject>(document, { value: header, pointer: `${answer.pointer}/headers${step(name)}` }),
    ]),
  );
}

/** Follows a reference to a component. */
export function follow<T extends object>(document: OpenAPIObject, part: Part<T | ReferenceObject>): Part<T> {
  const { value } = part;
  if (!isReference(value)) return { value, pointer: part.pointer };
  const pointer = value.$ref.slice(1);
  const target = pointer
    .slice(1)
    .split('/')
    .reduce<unknown>((parent, key) => (parent as Record<string, unknown> | undefined)?.[key], document);
  if (typeof target !== 'object' || target === null) throw new Error(`${value.$ref} leads nowhere.`);
  return follow<T>(document, { value: target as T | ReferenceObject, pointer });
}

function isReference(value: object): value is ReferenceObject {
  return '$ref' in value;
}
