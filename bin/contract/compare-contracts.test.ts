import { expect, test } from 'vitest';
import { UsageError } from '../command-error.js';
import { compareContracts } from './compare-contracts.js';
import { parseContract } from './contract-document.js';

type Json = Readonly<Record<string, unknown>>;

function contract(paths: Json, more: Json = {}): Json {
  return { openapi: '3.1.1', info: { title: 'x', version: '1' }, paths, ...more };
}

/** `- ` breaks clients, `+ ` does not. */
function changes(before: Json, after: Json): readonly string[] {
  const read = (one: Json): ReturnType<typeof parseContract> =>
    parseContract(JSON.stringify(one), 'file.json');
  return compareContracts(read(before), read(after)).map(({ breaking, place, message }) =>
    `${breaking ? '-' : '+'} ${place} ${message}`.replace('  ', ' '),
  );
}

const json = (schema: Json): Json => ({ content: { 'application/json': { schema } } });
const sending = (schema: Json): Json =>
  contract({ '/notes': { post: { requestBody: json(schema), responses: { 201: {} } } } });
const receiving = (schema: Json): Json =>
  contract({ '/notes': { get: { responses: { 200: json(schema) } } } });

const text = { type: 'string' };
const object = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

/** Two schemas, and what the difference means to a body (`in`) and to a response (`out`). */
interface SchemaCase {
  readonly before: Json;
  readonly after: Json;
  readonly in?: string;
  readonly out?: string;
}

const a = object({ a: text });
const needed = object({ a: text }, ['a']);
const nameOfAll = JSON.parse('{"__proto__":{"type":"string"}}') as Json;

test.each<[string, SchemaCase]>([
  ['nothing', { before: text, after: text }],
  ['a description', { before: text, after: { ...text, description: 'y', example: 'z' } }],
  [
    'a type',
    {
      before: text,
      after: { type: 'number' },
      in: '- changed its type from string to number',
      out: '- changed its type from string to number',
    },
  ],
  [
    'an integer that becomes a number',
    {
      before: { type: 'integer' },
      after: { type: 'number' },
      in: '+ changed its type from integer to number',
      out: '- changed its type from integer to number',
    },
  ],
  [
    'null that is allowed',
    {
      before: text,
      after: { type: ['string', 'null'] },
      in: '+ also accepts null',
      out: '- may now be null',
    },
  ],
  [
    'null that is not allowed any more',
    {
      before: { anyOf: [text, { type: 'null' }] },
      after: text,
      in: '- no longer accepts null',
      out: '+ is never null any more',
    },
  ],
  ['null as in OpenAPI 3.0', { before: { ...text, nullable: true }, after: { type: ['string', 'null'] } }],
  [
    'a new value',
    {
      before: { enum: ['a'] },
      after: { enum: ['a', 'b'] },
      in: '+ also accepts "b"',
      out: '- may now be "b"',
    },
  ],
  [
    'a removed value',
    {
      before: { enum: ['a', 'b'] },
      after: { enum: ['a'] },
      in: '- no longer accepts "b"',
      out: '+ no longer is "b"',
    },
  ],
  [
    'null in an enum',
    {
      before: { enum: ['a', null] },
      after: { enum: ['a'] },
      in: '- no longer accepts null',
      out: '+ is never null any more',
    },
  ],
  [
    'values where any was allowed',
    { before: text, after: { ...text, enum: ['a'] }, in: '- accepts only "a" now', out: '+ is only "a" now' },
  ],
  [
    'a lower maximum',
    {
      before: { ...text, maxLength: 9 },
      after: { ...text, maxLength: 5 },
      in: '- maxLength changed from 9 to 5',
      out: '+ maxLength changed from 9 to 5',
    },
  ],
  [
    'a higher maximum',
    {
      before: { type: 'number', maximum: 5 },
      after: { type: 'number', maximum: 9 },
      in: '+ maximum changed from 5 to 9',
      out: '- maximum changed from 5 to 9',
    },
  ],
  [
    'a new limit',
    {
      before: text,
      after: { ...text, minLength: 1 },
      in: '- has the new limit minLength 1',
      out: '+ has the new limit minLength 1',
    },
  ],
  [
    'another pattern',
    {
      before: { ...text, pattern: 'a' },
      after: { ...text, pattern: 'b' },
      in: '- pattern changed from "a" to "b"',
      out: '- pattern changed from "a" to "b"',
    },
  ],
  [
    'a new property',
    { before: object({}), after: a, in: '+.a was added and is optional', out: '+.a was added' },
  ],
  [
    'a new required property',
    { before: object({}), after: needed, in: '-.a was added and is required', out: '+.a was added' },
  ],
  [
    'a removed property',
    { before: needed, after: object({}), in: '-.a was removed and is refused', out: '-.a was removed' },
  ],
  [
    'a property that becomes required',
    { before: a, after: needed, in: '-.a is now required', out: '+.a is now always there' },
  ],
  [
    'a property that becomes optional',
    { before: needed, after: a, in: '+.a is no longer required', out: '-.a may now be missing' },
  ],
  [
    'a list of objects',
    {
      before: { type: 'array', items: a },
      after: { type: 'array', items: object({ a: { type: 'boolean' } }) },
      in: '-[].a changed its type from string to boolean',
      out: '-[].a changed its type from string to boolean',
    },
  ],
  [
    'an object that is closed',
    {
      before: { type: 'object' },
      after: { type: 'object', additionalProperties: false },
      in: '- no longer accepts other properties than those listed',
    },
  ],
  [
    'a property with a name of all objects',
    {
      before: object({}),
      after: object(nameOfAll),
      in: '+.__proto__ was added and is optional',
      out: '+.__proto__ was added',
    },
  ],
  [
    'a rule that cannot be judged',
    {
      before: text,
      after: { ...text, not: { const: 'x' } },
      in: '- not changed, which this command cannot judge; look at it',
      out: '- not changed, which this command cannot judge; look at it',
    },
  ],
  [
    'allOf written out',
    { before: { allOf: [needed, { properties: { b: text } }] }, after: object({ a: text, b: text }, ['a']) },
  ],
])('a change of a schema: %s', (_what, { before, after, in: sent, out: received }) => {
  const at = (change: string | undefined, place: string): readonly string[] =>
    change === undefined ? [] : [`${change.slice(0, 1)} ${place}${change.slice(1)}`];
  expect(changes(sending(before), sending(after))).toEqual(at(sent, 'body'));
  expect(changes(receiving(before), receiving(after))).toEqual(at(received, 'response 200'));
});

test('branches of a union are compared with those of the same kind', () => {
  const block = (name: string, more: Json = {}): Json =>
    object({ blockType: { type: 'string', enum: [name] }, ...more }, ['blockType']);
  const before = { anyOf: [block('hero', { title: text }), block('quote')] };
  const after = { anyOf: [block('quote'), block('hero'), block('map')] };
  expect(changes(sending(before), sending(after))).toEqual([
    '- body.title was removed and is refused',
    '+ body also accepts blockType="map"',
  ]);
  expect(changes(receiving(before), receiving(after))).toEqual([
    '- response 200.title was removed',
    '- response 200 may now be blockType="map"',
  ]);
});

const plain = { responses: { 200: {} } };
const get = (more: Json = {}): Json => ({ '/a': { get: { ...plain, ...more } } });
const query = (name: string, more: Json = {}): Json => ({
  parameters: [{ name, in: 'query', schema: text, ...more }],
});
const header = (name: string): Json => ({ parameters: [{ name, in: 'header', schema: text }] });
const secured = (...security: readonly Json[]): Json => get({ security });

test.each<[string, Json, Json, readonly string[]]>([
  ['a removed operation', { '/a': { get: plain, post: plain } }, get(), ['- was removed']],
  ['a new operation', get(), { ...get(), '/b': { get: plain } }, ['+ was added']],
  ['a parameter of a path renamed', { '/a/{id}': { get: plain } }, { '/a/{key}': { get: plain } }, []],
  ['a removed parameter', get(query('q')), get(), ['- query q was removed']],
  [
    'a renamed parameter',
    get(query('q')),
    get(query('search')),
    ['- query q was renamed to search', '+ query search was added and is optional'],
  ],
  [
    'a required parameter',
    get(),
    get(query('q', { required: true })),
    ['- query q was added and is required'],
  ],
  ['a header in other capitals', get(header('X-A')), get(header('x-a')), []],
  [
    'a list written otherwise',
    get(query('q', { explode: false })),
    get(query('q', { explode: true })),
    ['- query q is written in another way: explode changed'],
  ],
  [
    'another success',
    get(),
    get({ responses: { 202: {} } }),
    ['- response 200 was removed', '- response 202 was added: a success with another status'],
  ],
  ['a new error', get(), get({ responses: { 200: {}, 429: {} } }), ['+ response 429 was added']],
  [
    'a body that becomes required',
    get({ requestBody: { content: {} } }),
    get({ requestBody: { required: true, content: {} } }),
    ['- body is now required'],
  ],
  [
    'a media type that is gone',
    get({ requestBody: { content: { 'text/csv': {} } } }),
    get({ requestBody: { content: { 'text/plain': {} } } }),
    ['- body is no longer accepted as text/csv', '+ body is also accepted as text/plain'],
  ],
  [
    'a credential that is needed now',
    secured({}, { key: [] }),
    secured({ key: [] }),
    ['- no longer accepts requests without credentials'],
  ],
  [
    'a credential that is accepted too',
    secured({ key: [] }),
    secured({ token: [] }, { key: [] }),
    ['+ also accepts the credential token'],
  ],
])('a change of an operation: %s', (_what, before, after, expected) => {
  expect(changes(contract(before), contract(after))).toEqual(expected);
});

const toSchema = (name: string): Json => ({
  responses: { 200: json({ $ref: `#/components/schemas/${name}` }) },
});
const withSchemas = (schemas: Json): Json =>
  contract({ '/all': { get: toSchema('A') }, '/one': { get: toSchema('A') } }, { components: { schemas } });

test('a schema that refers to itself is compared once, and a change has all its operations', () => {
  const tree = (name: Json): ReturnType<typeof parseContract> => {
    const A = object({ name, parent: { $ref: '#/components/schemas/A' } });
    return parseContract(JSON.stringify(withSchemas({ A })), 'file.json');
  };
  expect(compareContracts(tree(text), tree({ type: 'boolean' }))).toEqual([
    {
      breaking: true,
      place: 'A.name',
      message: 'changed its type from string to boolean',
      operations: ['GET /all', 'GET /one'],
    },
  ]);
});

test.each([
  ['{', 'file.json is not valid JSON'],
  ['[]', 'file.json is not an OpenAPI 3 document: "openapi" must be "3.0.x" or "3.1.x"'],
  ['{"swagger":"2.0","paths":{}}', 'file.json is not an OpenAPI 3 document'],
  ['{"openapi":"3.1.0"}', 'file.json is not an OpenAPI document: it has no "paths"'],
  [JSON.stringify(withSchemas({})), 'file.json: $ref "#/components/schemas/A" leads to nothing'],
  [
    JSON.stringify(withSchemas({ A: { $ref: '#/components/schemas/A' } })),
    'file.json: $ref "#/components/schemas/A" leads to itself',
  ],
  [
    JSON.stringify(withSchemas({ A: { $ref: 'http://example.com/a.json' } })),
    'file.json: $ref "http://example.com/a.json" leads out of the file, which is not supported',
  ],
  [
    JSON.stringify(withSchemas({ A: { $ref: '#/__proto__/constructor' } })),
    'file.json: $ref "#/__proto__/constructor" leads to nothing',
  ],
])('the document %s is refused', (source, message) => {
  const read = (): unknown => {
    const document = parseContract(source, 'file.json');
    return compareContracts(document, document);
  };
  expect(read).toThrow(UsageError);
  expect(read).toThrow(message);
});

test('a document that nests too deep is refused', () => {
  const deep = (wrap: (schema: unknown) => Json): Json => {
    let schema: unknown = text;
    for (let level = 0; level < 1000; level += 1) schema = wrap(schema);
    return receiving(schema as Json);
  };
  const refused = (wrap: (schema: unknown) => Json): void =>
    expect(() => changes(deep(wrap), deep(wrap))).toThrow(UsageError);
  refused((items) => ({ type: 'array', items }));
  refused((schema) => ({ anyOf: [schema] }));
  refused((schema) => ({ allOf: [schema] }));
});

test('unions of unions that grow without end are refused', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 40 }, (_, level) => {
      const next = { $ref: `#/components/schemas/${level === 39 ? 'End' : `L${level + 1}`}` };
      return [level === 0 ? 'A' : `L${level}`, { anyOf: [next, next] }];
    }),
  );
  const bomb = withSchemas({ ...schemas, End: text });
  expect(() => changes(bomb, bomb)).toThrow('more than 1000 branches');
});

test('parts of the wrong kind are left out', () => {
  const strange = contract({
    '/a': { get: 5, post: { parameters: {}, requestBody: [], responses: 7, security: 'x' } },
    '/b': null,
  });
  expect(changes(strange, strange)).toEqual([]);
});
