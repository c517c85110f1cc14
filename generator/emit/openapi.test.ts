import { expect, test } from 'vitest';
import { auditTypes } from '../../runtime/codegen/audit-types.js';
import type { AuthConfig } from '../../runtime/config/auth-config.js';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { errorCodes } from '../../runtime/errors/codes.js';
import { irOf } from '../../tests/support/emitted.js';
import { buildOpenApi, emitOpenApi } from './openapi.js';

type Json = Readonly<Record<string, unknown>>;

function documentOf(config: ServiceConfig, docs?: Readonly<Record<string, string>>): Json {
  const [file] = emitOpenApi(irOf(config, docs));
  return JSON.parse(file?.content ?? '') as Json;
}

function at(document: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce((value, key) => (value as Json | undefined)?.[key], document);
}

function schema(document: Json, name: string): unknown {
  return at(document, 'components', 'schemas', name);
}

const notes: ServiceConfig = {
  collections: [{ slug: 'notes', fields: [{ name: 'title', type: 'text', required: true, maxLength: 20 }] }],
};

test('the same IR gives the same bytes', () => {
  expect(emitOpenApi(irOf(notes))).toEqual(emitOpenApi(irOf(notes)));
  expect(emitOpenApi(irOf(notes)).map(({ path }) => path)).toEqual(['openapi.json']);
});

test('a document is closed, complete, and says what is empty', () => {
  const config: ServiceConfig = {
    collections: [
      {
        slug: 'notes',
        drafts: false,
        fields: [
          { name: 'title', type: 'text', required: true },
          { name: 'text', type: 'textarea' },
          { name: 'tags', type: 'text', hasMany: true },
        ],
      },
    ],
  };
  expect(schema(documentOf(config), 'Note')).toEqual({
    description: 'One document of `notes`.',
    type: 'object',
    properties: {
      id: { type: 'string', format: 'uuid' },
      createdAt: { type: 'string', format: 'date-time' },
      updatedAt: { type: 'string', format: 'date-time' },
      _revision: { type: 'integer', minimum: 1 },
      title: { type: 'string' },
      text: { type: ['string', 'null'] },
      tags: { type: 'array', items: { type: 'string' } },
    },
    required: ['id', 'createdAt', 'updatedAt', '_revision', 'title', 'text', 'tags'],
    additionalProperties: false,
  });
});

test('rules stand in the schemas of bodies', () => {
  const config: ServiceConfig = {
    collections: [
      {
        slug: 'notes',
        fields: [
          { name: 'title', type: 'text', required: true, minLength: 2, maxLength: 20, pattern: '^[a-z]' },
          { name: 'size', type: 'number', integer: true, min: 1, default: 3 },
          { name: 'kind', type: 'select', options: ['a', 'b'] },
          { name: 'parts', type: 'text', hasMany: true, required: true, maxRows: 4 },
          { name: 'pairs', type: 'number', hasMany: true, minRows: 2 },
          { name: 'made', type: 'date', default: () => '2026-01-01' },
        ],
      },
    ],
  };
  const document = documentOf(config);
  expect(schema(document, 'NoteCreate')).toEqual({
    description: 'Fields of a new `Note`.',
    type: 'object',
    properties: {
      title: {
        type: 'string',
        minLength: 2,
        maxLength: 20,
        pattern: '^[a-z]',
        allOf: [{ pattern: '\\S' }],
      },
      size: { type: ['integer', 'null'], minimum: 1, maximum: Number.MAX_SAFE_INTEGER, default: 3 },
      kind: { type: ['string', 'null'], enum: ['a', 'b', null] },
      parts: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 4 },
      pairs: {
        anyOf: [
          { type: 'array', items: { type: 'number' }, anyOf: [{ maxItems: 0 }, { minItems: 2 }] },
          { type: 'null' },
        ],
      },
      made: {
        type: ['string', 'null'],
        format: 'date',
        description: 'The server sets a default if it is left out.',
      },
    },
    required: ['title', 'parts'],
    additionalProperties: false,
  });
  expect(at(schema(document, 'NoteUpdate'), 'required')).toBeUndefined();
  expect(at(schema(document, 'NoteUpdate'), 'properties', 'size')).not.toHaveProperty('default');
});

test('a pattern that JSON Schema cannot have is told in words', () => {
  const document = documentOf({
    collections: [{ slug: 'notes', fields: [{ name: 'code', type: 'text', pattern: /^a`b$/i }] }],
  });
  expect(at(schema(document, 'NoteCreate'), 'properties', 'code')).toEqual({
    type: ['string', 'null'],
    description: 'Matches `` /^a`b$/iu ``.',
  });
});

test('relations are ids at depth 0 and documents or null above', () => {
  const document = documentOf({
    collections: [
      {
        slug: 'people',
        labels: { singular: 'Person' },
        fields: [{ name: 'boss', type: 'relationship', to: 'people' }],
      },
      { slug: 'places', fields: [{ name: 'name', type: 'text' }] },
      {
        slug: 'trips',
        fields: [
          { name: 'guide', type: 'relationship', to: 'people', required: true },
          { name: 'stops', type: 'relationship', to: 'places', hasMany: true },
          { name: 'goal', type: 'relationship', to: ['people', 'places'], required: true },
        ],
      },
    ],
  });
  // The related document may be a draft.
  const person = { $ref: '#/components/schemas/PersonMerged' };
  const populated = { $ref: '#/components/schemas/PersonPopulated' };
  const place = { $ref: '#/components/schemas/PlaceMerged' };
  const none = { type: 'null' };
  const id = { type: 'string', format: 'uuid' };

  const flat = at(schema(document, 'Trip'), 'properties');
  expect(at(flat, 'guide')).toEqual({ ...id, description: 'Id in `people`.' });
  expect(at(flat, 'stops')).toEqual({ type: 'array', items: id, description: 'Ids in `places`.' });
  const deep = at(schema(document, 'TripPopulated'), 'properties');
  // A required relation too: its document may be deleted, or not readable.
  expect(at(deep, 'guide')).toEqual({ anyOf: [person, populated, none] });
  expect(at(deep, 'stops')).toEqual({ type: 'array', items: place });
  const [toPerson] = at(deep, 'goal', 'anyOf') as readonly unknown[];
  expect(at(toPerson, 'properties', 'doc')).toEqual({ anyOf: [person, populated, none] });
  // Nothing to populate: no schema for it.
  expect(schema(document, 'PlacePopulated')).toBeUndefined();
});

test('a document with drafts is read as one of its forms, and without drafts as one', () => {
  const fields: CollectionConfig['fields'] = [
    { name: 'title', type: 'text', required: true },
    { name: 'guide', type: 'relationship', to: 'people', required: true },
  ];
  const document = documentOf({
    collections: [
      {
        slug: 'people',
        labels: { singular: 'Person' },
        drafts: false,
        fields: [{ name: 'name', type: 'text' }],
      },
      { slug: 'trips', fields },
      { slug: 'tours', drafts: false, fields },
    ],
  });
  const form = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
  const id = { type: 'string', format: 'uuid' };

  expect(at(schema(document, 'TripResult'), 'anyOf')).toEqual(
    ['Trip', 'TripMerged', 'TripPopulated', 'TripSelected'].map(form),
  );
  // What is published has what is required.
  expect(at(schema(document, 'Trip'), 'properties', 'title')).toEqual({ type: 'string' });
  expect(at(schema(document, 'TripMerged'), 'properties', 'title')).toEqual({ type: ['string', 'null'] });
  expect(at(schema(document, 'TripSelected'), 'required')).toEqual(['id']);
  // `select` reaches into related documents too.
  expect(at(schema(document, 'TripSelected'), 'properties', 'guide')).toEqual({
    anyOf: [id, form('PersonSelected'), { type: 'null' }],
  });

  const tour = schema(document, 'TourResult');
  expect(at(tour, 'properties', 'title')).toEqual({ type: 'string' });
  expect(at(tour, 'properties', 'guide')).toEqual({ anyOf: [id, form('Person'), { type: 'null' }] });
  expect(at(tour, 'required')).toEqual(expect.arrayContaining(['title', 'guide']));
  expect(at(schema(document, 'PersonPage'), 'properties', 'docs', 'items')).toEqual(form('Person'));
  // Nothing leads to a tour, so there is no schema for one inside another document.
  expect(['TourSelected', 'TourPopulated'].map((name) => schema(document, name))).toEqual([
    undefined,
    undefined,
  ]);
});

test('the filter language has the operators of each field and paths that lead on', () => {
  const document = documentOf({
    collections: [
      {
        slug: 'notes',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'seo', type: 'group', fields: [{ name: 'owner', type: 'relationship', to: 'notes' }] },
          { name: 'rows', type: 'array', fields: [{ name: 'label', type: 'text' }] },
        ],
      },
    ],
  });
  const where = schema(document, 'NoteWhere');
  expect(Object.keys(at(where, 'properties') as Json)).toEqual([
    'AND',
    'OR',
    'id',
    'createdAt',
    'updatedAt',
    '_status',
    '_pending',
    'title',
    'seo.owner',
    'rows',
  ]);
  const [choices, tests] = at(schema(document, 'StatusFilter'), 'anyOf') as readonly Json[];
  expect(choices).toEqual({ type: ['string', 'null'], enum: ['draft', 'published', null] });
  expect(Object.keys(at(tests, 'properties') as Json)).toEqual([
    'equals',
    'not_equals',
    'in',
    'not_in',
    'exists',
  ]);
  expect(at(where, 'patternProperties')).toEqual({
    '^(seo\\.owner|rows)\\..': { $ref: '#/components/schemas/PathFilter' },
  });
});

test('a creation conflicts where a value can be taken, or its key was used with another body', () => {
  const fields = [{ name: 'slug', type: 'slug' }] as const;
  const document = documentOf({ collections: [{ slug: 'notes', fields }] });
  expect(at(document, 'paths', '/api/notes', 'post', 'responses')).toHaveProperty('409');
});

test('names give way to those of collections, whatever their case', () => {
  const fields = [{ name: 'a', type: 'text' }] as const;
  const document = documentOf({
    collections: [
      {
        slug: 'posts',
        fields: [...fields, { name: 'parts', type: 'blocks', blocks: [{ slug: 'hero', fields }] }],
      },
      { slug: 'text-filter', fields },
      { slug: 'not-found-error', fields },
      { slug: 'map', fields },
    ],
  });
  const names = Object.keys(at(document, 'components', 'schemas') as Json);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  expect(names).toEqual(
    expect.arrayContaining(['TextFilter', 'TextFilterDocument', 'NotFoundError', 'NotFoundError2']),
  );
  const globals = new Set(Object.getOwnPropertyNames(globalThis));
  expect(names.filter((name) => globals.has(name))).toEqual([]);
});

test('operations have ids of their own', () => {
  const document = documentOf({
    collections: [
      { slug: 'news', fields: [{ name: 'a', type: 'text' }] },
      { slug: 'reference', fields: [{ name: 'a', type: 'text' }] },
    ],
    globals: [{ slug: 'new', fields: [{ name: 'a', type: 'text' }] }],
  });
  const ids = Object.values(at(document, 'paths') as Json).flatMap((item) =>
    Object.values(item as Json).flatMap((operation) => at(operation, 'operationId') ?? []),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('texts of the config come in, and none of them can become an element', () => {
  const document = documentOf(
    {
      name: 'Fish & <b>',
      collections: [
        {
          slug: 'notes',
          description: 'A <script>alert(1)</script> and `<b>` and [x](javascript:alert(1)).',
          fields: [
            { name: 'title', type: 'text', label: 'Headline' },
            { name: 'text', type: 'text' },
          ],
        },
      ],
    },
    { 'collections.notes.fields.text': 'What it *says*.' },
  );
  expect(at(document, 'info', 'title')).toBe('Fish & <b>');
  const [tag] = at(document, 'tags') as readonly Json[];
  expect(tag?.['description']).toBe(
    'A &lt;script>alert(1)&lt;/script> and `<b>` and [x](javascript&#58;alert(1)).',
  );
  expect(at(schema(document, 'Note'), 'properties', 'title')).toMatchObject({ description: 'Headline' });
  expect(at(schema(document, 'Note'), 'properties', 'text')).toMatchObject({
    description: 'What it *says*.',
  });
});

test('two collections of one label have two tags', () => {
  const fields = [{ name: 'a', type: 'text' }] as const;
  const document = documentOf({
    collections: [
      { slug: 'one', labels: { plural: 'Things' }, fields },
      { slug: 'two', labels: { plural: 'Things' }, fields },
      { slug: 'three', labels: { plural: 'Service' }, fields },
    ],
  });
  expect((at(document, 'tags') as readonly Json[]).map(({ name }) => name)).toEqual([
    'Things (collection one)',
    'Things (collection two)',
    'Service (collection three)',
    'Dashboard',
    'Service',
  ]);
});

test.each([
  [undefined, '/'],
  ['http://localhost:3000', '/'],
  ['https://cms.example.org/', 'https://cms.example.org'],
])('a server at %s is written %s', (baseUrl, url) => {
  const document = documentOf({ ...notes, ...(baseUrl !== undefined && { baseUrl }) });
  expect(at(document, 'servers')).toEqual([{ url }]);
});

const secret = 'a secret of thirty-two bytes, or more';

test('the codes of the document are those of the table, and each stands under its status', () => {
  const document = documentOf({
    ...notes,
    auth: { secret },
    globals: [{ slug: 'site', fields: [{ name: 'a', type: 'text' }] }],
  });
  const ofFiles = [
    'INVALID_SIGNATURE',
    'REQUEST_TIMEOUT',
    'RANGE_NOT_SATISFIABLE',
    'INVALID_FILE',
    'INSUFFICIENT_STORAGE',
    'GONE',
    'UNSUPPORTED_VERSION',
    'CHECKSUM_MISMATCH',
  ];
  const expected = Object.entries(errorCodes).filter(([code]) => !ofFiles.includes(code));
  expect(at(document, 'x-error-codes')).toEqual(Object.fromEntries(expected));
  const responses = at(document, 'paths', '/api/notes/{id}', 'patch', 'responses') as Json;
  const shared = at(document, 'components', 'responses');
  const statuses = Object.entries(responses).flatMap(([status, answer]) => {
    const name =
      String(at(answer, '$ref') ?? '')
        .split('/')
        .at(-1) ?? '';
    const body = at(shared, name, 'content', 'application/json', 'schema', '$ref');
    const code =
      at(schema(document, String(body).split('/').at(-1) ?? ''), 'properties', 'code', 'enum') ?? [];
    return (code as readonly (keyof typeof errorCodes)[]).map((one) => [
      status,
      String(errorCodes[one].status),
    ]);
  });
  expect(statuses.length).toBe(10);
  for (const [status, expected] of statuses) expect(status).toBe(expected);
});

test('without authentication there is no word of it', () => {
  const text = JSON.stringify(documentOf(notes));
  // 401 is the response to an ended preview token.
  expect(/"403":|"429":|RATE_LIMITED|securitySchemes|api.auth/.exec(text)).toBeNull();
});

test('what the config switches off is not there', () => {
  const pathsOf = (auth: Omit<AuthConfig, 'secret'>): readonly string[] =>
    Object.keys(at(documentOf({ ...notes, auth: { secret, ...auth } }), 'paths') as Json);
  expect(pathsOf({})).toEqual(
    expect.arrayContaining(['/api/auth/magic-link', '/api/auth/invites', '/api/auth/accept-invite']),
  );
  const off = pathsOf({ magicLink: false, invites: false });
  expect(off.filter((path) => /magic|invite/.test(path))).toEqual([]);
});

test('tokens are in bodies only where the config says so', () => {
  const signedIn = (tokenInBody: boolean): readonly string[] =>
    Object.keys(
      at(
        schema(documentOf({ ...notes, auth: { secret, tokenInBody } }), 'AuthSignedIn'),
        'properties',
      ) as Json,
    );
  expect(signedIn(false)).toEqual(['user', 'session']);
  expect(signedIn(true)).toEqual(['user', 'session', 'token', 'refreshToken']);
});

test('a field that not everybody may read need not be in an answer', () => {
  const document = documentOf({
    auth: { secret },
    collections: [
      {
        slug: 'notes',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'hidden', type: 'text', access: { read: ['admin'] } },
          {
            name: 'group',
            type: 'group',
            fields: [{ name: 'inner', type: 'text', access: { read: ['admin'] } }],
          },
        ],
      },
    ],
  });
  const note = schema(document, 'Note');
  expect(at(note, 'required')).not.toContain('hidden');
  expect(at(note, 'required')).toContain('title');
  expect(at(note, 'properties', 'hidden')).toEqual({ type: ['string', 'null'] });
  expect(at(note, 'properties', 'group')).toEqual({
    type: 'object',
    properties: { inner: { type: ['string', 'null'] } },
    additionalProperties: false,
  });
});

test('every operation says which credentials it takes', () => {
  const document = documentOf({ ...notes, auth: { secret } });
  const security = (path: string, method: string): readonly string[] =>
    (at(document, 'paths', path, method, 'security') as readonly Json[]).map((one) =>
      Object.keys(one).join(),
    );
  const session = ['bearer', 'sessionCookie', 'localSessionCookie'];
  expect(security('/api/auth/login', 'post')).toEqual([]);
  expect(security('/api/auth/refresh', 'post')).toEqual(['refreshCookie', 'localRefreshCookie']);
  expect(security('/api/auth/sessions', 'get')).toEqual(session);
  expect(security('/api/users', 'get')).toEqual(['apiKey', ...session]);
  // A generated client asks for the first: the header of an API key.
  expect(security('/api/notes', 'get')).toEqual(['apiKey', ...session, '']);
  expect(Object.keys(at(document, 'components', 'securitySchemes') as Json)).toEqual(
    expect.arrayContaining([...session, 'apiKey', 'refreshCookie']),
  );
});

test('the audit log has the types of the runtime', () => {
  const document = documentOf({ ...notes, auth: { secret } });
  expect(at(schema(document, 'AuthAuditEntry'), 'properties', 'type', 'enum')).toEqual(auditTypes);
});

test('every object in an answer is closed', () => {
  const { components } = buildOpenApi(irOf(notes));
  const open = Object.entries(components?.schemas ?? {}).filter(
    ([, part]) => 'properties' in part && part.additionalProperties !== false,
  );
  expect(open.map(([name]) => name)).toEqual([]);
});
