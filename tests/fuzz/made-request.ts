/** Makes requests of the operations of an OpenAPI document. */
import type { OpenAPIObject, ParameterObject, SchemaObject } from 'openapi3-ts/oas31';
import { findOperation, findPath, follow, parametersOf } from '../support/openapi-document.js';
import type { ListedOperation } from '../support/openapi-operations.js';
import { broken, brokenTexts } from './break-value.js';
import type { Ids } from './ids.js';
import { createLikelyBodies } from './likely-bodies.js';
import type { ProjectNames } from './project-names.js';
import type { Random } from './random.js';
import { createSchemaValues, type SchemaValues } from './schema-values.js';

/** A request without its credential. */
export interface MadeRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export interface RequestMaker {
  /** A request of an operation, valid or broken in one place. */
  request(operation: ListedOperation): MadeRequest;
  /** A valid body of an operation; undefined if it takes none. */
  body(operation: ListedOperation): unknown;
}

export interface RequestMakerOptions {
  readonly document: OpenAPIObject;
  readonly random: Random;
  readonly ids: Ids;
  readonly project: ProjectNames;
}

/** A request is broken with this probability. The rest reaches the code behind the checks. */
const brokenShare = 0.35;

/** Of the bodies whose names of fields a schema does not tell. */
const likelyShare = 0.8;

const oddTexts: readonly [string, ...string[]] = [
  '',
  '0',
  '-1',
  '1e3',
  'NaN',
  'true',
  '9007199254740993',
  '__proto__',
  '\u0000',
  '%',
  '{"__proto__":1}',
  '{"AND":[]}',
  'x'.repeat(4000),
];

/** Creates requests. Ids of documents are those of earlier responses, where there are any. */
export function createRequestMaker(options: RequestMakerOptions): RequestMaker {
  const { document, random, ids, project } = options;
  const { targets, ...slugs } = project;
  const id = (name: string): string => ids.of(random.pickOr(targets.get(name) ?? [], name), random);
  const values = createSchemaValues({ document, random, id });
  const likely = createLikelyBodies(document, random);

  function request(listed: ListedOperation): MadeRequest {
    const isBroken = random.chance(brokenShare);
    // One part is broken: the checks that follow the first failed one would never run.
    const place = isBroken ? random.pick(['path', 'query', 'header', 'body', 'body', 'body']) : 'none';
    const parameters = declared(listed);
    const query = parameters.filter((parameter) => parameter.in === 'query');
    const headers = parameters.filter((parameter) => parameter.in === 'header');
    return {
      method: listed.method,
      url: pathOf(listed, place === 'path') + searchOf(query, place === 'query'),
      headers: { ...headersOf(headers, place === 'header'), ...contentType(listed, isBroken) },
      body: textOf(listed, place === 'body'),
    };
  }

  function declared({ path, method }: ListedOperation): readonly ParameterObject[] {
    const found = findPath(document, path);
    const operation = found && findOperation(found, method);
    if (!found || !operation) throw new Error(`${method} ${path} is not in the document.`);
    return parametersOf(document, found, operation).map(({ value }) => value);
  }

  function pathOf({ path }: ListedOperation, isBroken: boolean): string {
    const [, , first = '', second = ''] = path.split('/');
    let place = first === 'auth' ? second : first;
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
      if (isBroken) return encodeURIComponent(random.pick(oddTexts));
      if (name !== 'slug') return ids.of(name === 'id' ? place : name, random);
      place = random.pickOr(path.includes('/globals/') ? slugs.globals : slugs.collections, 'none');
      return place;
    });
  }

  function searchOf(parameters: readonly ParameterObject[], isBroken: boolean): string {
    const pairs = parameters
      .filter((parameter) => parameter.required === true || random.chance(0.3))
      .map((parameter): [string, string] => [parameter.name, parameterText(parameter, values)]);
    if (isBroken) {
      const name = random.pickOr(
        parameters.map((parameter) => parameter.name),
        'unknown',
      );
      pairs.push([random.chance(0.2) ? random.pick(oddTexts) : name, random.pick(oddTexts)]);
    }
    return pairs.length === 0
      ? ''
      : `?${pairs.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')}`;
  }

  function headersOf(parameters: readonly ParameterObject[], isBroken: boolean): Record<string, string> {
    const chosen = parameters.filter(({ name }) =>
      // Most writes name the revision of another document, and would end in a conflict.
      random.chance(name === 'If-Match' ? 0.1 : 0.3),
    );
    const text = (parameter: ParameterObject): string => {
      if (isBroken) return random.pick(['', '*', 'W/"1"', '"-1"', 'yes', 'x'.repeat(2000)]);
      if (/^If-/.test(parameter.name)) return `"${1 + random.int(3)}"`;
      return latin(parameterText(parameter, values));
    };
    return Object.fromEntries(chosen.map((parameter) => [parameter.name, text(parameter)]));
  }

  function contentType({ operation }: ListedOperation, isBroken: boolean): Record<string, string> {
    if (operation.requestBody === undefined) return {};
    const others = ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'];
    return {
      'content-type': isBroken && random.chance(0.1) ? random.pickOr(others, '') : 'application/json',
    };
  }

  function body({ operation, path }: ListedOperation): unknown {
    const schema = schemaOfBody(document, operation.requestBody);
    if (schema === undefined) return undefined;
    const made = values.of(schema);
    return random.chance(likelyShare) ? (likely.of(path)?.(made) ?? made) : made;
  }

  function textOf(listed: ListedOperation, isBroken: boolean): string | undefined {
    const value = body(listed);
    if (value === undefined) return isBroken && listed.method !== 'GET' ? '{"a":1}' : undefined;
    if (!isBroken) return JSON.stringify(value);
    return random.chance(0.15) ? random.pick(brokenTexts) : JSON.stringify(broken(value, random));
  }

  return { request, body };
}

function schemaOfBody(
  document: OpenAPIObject,
  requestBody: ListedOperation['operation']['requestBody'],
): SchemaObject | undefined {
  if (requestBody === undefined) return undefined;
  const { value } = follow(document, { value: requestBody, pointer: '' });
  return 'content' in value ? (value.content['application/json']?.schema as SchemaObject) : undefined;
}

/** A parameter as text: JSON where its schema says so, lists with commas. */
function parameterText({ schema = {} }: ParameterObject, values: SchemaValues): string {
  const content = (schema as { readonly contentSchema?: SchemaObject }).contentSchema;
  if (content !== undefined) return JSON.stringify(values.of(content));
  const value = values.of(schema);
  return Array.isArray(value) ? value.join() : String(value);
}

function latin(text: string): string {
  return text.replaceAll(/[^ -~]/g, '?');
}
