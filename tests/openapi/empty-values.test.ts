/**
 * What has no value, in a required field and in an optional one of each type, at each depth: the server, the
 * emitted validators and the schemas of the document decide alike (docs/spec/contract.md#input).
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { fieldKinds } from '../../runtime/fields/index.js';
import { importValidators, irOf, type Validators } from '../support/emitted.js';
import { createSchemaCheck, type SchemaCheck } from '../support/openapi-schemas.js';
import { type GeneratedServer, generatedServer } from '../support/openapi-server.js';

interface Variant {
  readonly field: FieldConfig;
  /** A value that is not empty. */
  readonly valid: unknown;
}

const value = { name: 'value' } as const;
const inner: FieldConfig = { name: 'inner', type: 'text' };

/** Replaced with the id of a document that exists. */
const target = '(target)';
/** The same of a document with a file. */
const targetFile = '(file)';

const variants: Readonly<Record<string, Variant>> = {
  text: { field: { ...value, type: 'text' }, valid: 'a' },
  texts: { field: { ...value, type: 'text', hasMany: true }, valid: ['a'] },
  textarea: { field: { ...value, type: 'textarea' }, valid: 'a' },
  'rich-text': { field: { ...value, type: 'richText' }, valid: { type: 'doc' } },
  email: { field: { ...value, type: 'email' }, valid: 'ada@example.com' },
  url: { field: { ...value, type: 'url' }, valid: 'https://example.com' },
  slug: { field: { ...value, type: 'slug' }, valid: 'a' },
  'free-slug': { field: { ...value, type: 'slug', pattern: '^.*$' }, valid: 'a' },
  number: { field: { ...value, type: 'number' }, valid: 1 },
  numbers: { field: { ...value, type: 'number', hasMany: true }, valid: [1] },
  boolean: { field: { ...value, type: 'boolean' }, valid: true },
  date: { field: { ...value, type: 'date' }, valid: '2026-01-01' },
  time: { field: { ...value, type: 'date', time: true }, valid: '2026-01-01T00:00:00Z' },
  select: { field: { ...value, type: 'select', options: ['a', 'b'] }, valid: 'a' },
  selects: { field: { ...value, type: 'select', options: ['a', 'b'], hasMany: true }, valid: ['a'] },
  color: { field: { ...value, type: 'color' }, valid: '#1a2b3c' },
  point: { field: { ...value, type: 'point' }, valid: [1, 2] },
  json: { field: { ...value, type: 'json' }, valid: { a: 1 } },
  relation: { field: { ...value, type: 'relationship', to: 'targets' }, valid: target },
  relations: { field: { ...value, type: 'relationship', to: 'targets', hasMany: true }, valid: [target] },
  reference: {
    field: { ...value, type: 'relationship', to: ['targets', 'texts-plain-optional'] },
    valid: { collection: 'targets', id: target },
  },
  file: { field: { ...value, type: 'upload', to: 'files' }, valid: targetFile },
  array: { field: { ...value, type: 'array', fields: [inner] }, valid: [{ inner: 'a' }] },
  blocks: {
    field: { ...value, type: 'blocks', blocks: [{ slug: 'one', fields: [inner] }] },
    valid: [{ blockType: 'one', inner: 'a' }],
  },
};

const empties: readonly unknown[] = [
  ...[undefined, null, '', ' ', '\n\u00a0', [], {}, 0, false],
  ...[[null], [''], [[]], [{}], [{ blockType: 'one' }]],
];

/** Texts that could be an id: no document has it, which no schema knows. */
const unknownIds: readonly unknown[] = [' ', '\n\u00a0'];

function emptiesOf({ type }: FieldConfig): readonly unknown[] {
  return type === 'relationship' || type === 'upload'
    ? empties.filter((empty) => !unknownIds.includes(empty))
    : empties;
}

/** Where the field is: its fields around it, and the data around its value. */
const places = {
  plain: { around: (field: FieldConfig) => [field], data: (own: object) => own },
  group: {
    around: (field: FieldConfig): FieldConfig[] => [{ name: 'around', type: 'group', fields: [field] }],
    data: (own: object) => ({ around: own }),
  },
  rows: {
    around: (field: FieldConfig): FieldConfig[] => [{ name: 'around', type: 'array', fields: [field] }],
    data: (own: object) => ({ around: [own] }),
  },
  blocks: {
    around: (field: FieldConfig): FieldConfig[] => [
      { name: 'around', type: 'blocks', blocks: [{ slug: 'one', fields: [field] }] },
    ],
    data: (own: object) => ({ around: [{ blockType: 'one', ...own }] }),
  },
};

type Place = keyof typeof places;

const needs = { required: { required: true }, optional: {} } as const;

interface Case {
  readonly slug: string;
  readonly place: Place;
  readonly fields: readonly FieldConfig[];
  readonly valid: unknown;
  readonly empties: readonly unknown[];
}

/** Nothing keeps a slug inside rows unique: the config refuses it. */
const rowPlaces: readonly Place[] = ['rows', 'blocks'];

const cases: readonly Case[] = Object.entries(variants).flatMap(([name, { field, valid }]) =>
  (Object.keys(places) as Place[])
    .filter((place) => field.type !== 'slug' || !rowPlaces.includes(place))
    .flatMap((place) =>
      Object.entries(needs).map(([need, options]) => ({
        slug: `${name}-${place}-${need}`,
        place,
        fields: places[place].around({ ...field, ...options } as FieldConfig),
        valid,
        empties: emptiesOf(field),
      })),
    ),
);

const globals = cases
  .filter(({ place }) => place === 'plain')
  .map((one) => ({ ...one, slug: `only-${one.slug}` }));

const config: ServiceConfig = {
  collections: [
    { slug: 'targets', fields: [{ name: 'title', type: 'text' }] },
    { slug: 'files', fields: [], upload: { mimeTypes: ['text/plain'] } },
    ...cases.map(({ slug, fields }) => ({ slug, fields, drafts: true })),
  ],
  globals: globals.map(({ slug, fields }) => ({ slug, fields, drafts: true })),
};
const ir = irOf(config);

let server: GeneratedServer;
let validators: Validators;
let check: SchemaCheck;
let targetId = '';
let fileId = '';

beforeAll(async () => {
  server = await generatedServer({ config: `export default ${JSON.stringify(config)};\n` });
  validators = await importValidators(ir);
  check = createSchemaCheck(server.openapi, { formats: { uuid: (id) => id !== '' } });
  targetId = (await created('targets', { title: 'a' })).id;
  const body = new FormData();
  body.set('file', new File(['a'], 'a.txt'));
  // The check of requests knows bodies of JSON only.
  const response = await server.app.fetch('/api/files', { method: 'POST', body });
  fileId = ((await response.json()) as { readonly id: string }).id;
}, 120_000);
afterAll(() => server.close());

test('every type that has a value of its own is among them', () => {
  const examined = new Set(Object.values(variants).map(({ field }) => field.type));
  expect(fieldKinds.filter((type) => !examined.has(type))).toEqual(['join', 'group']);
});

const asDraft = { 'x-draft': 'true' };

test.each(cases)('$slug, in a creation, a change, a draft and its publication', async (one) => {
  const { slug } = one;
  const path = `/api/${slug}`;
  const { id } = await created(slug, bodyOf(one, one.valid));
  for (const empty of one.empties) {
    const body = bodyOf(one, empty);
    const drafted = await server.send('POST', path, body, asDraft);
    const { id: draft } = (await drafted.clone().json()) as { readonly id: string };
    const found = {
      Create: await taken('POST', path, body),
      Update: await taken('PATCH', `${path}/${id}`, body),
      Draft: drafted.ok,
      ...(drafted.ok && { published: await taken('POST', `${path}/${draft}/publish`, undefined) }),
    };
    const expected = (verdict: Verdict): object => ({
      Create: verdict('Create'),
      Update: verdict('Update'),
      Draft: verdict('Draft'),
      ...(drafted.ok && { published: verdict('Create') }),
    });
    const { type, constant } = namesOf(slug);
    expect({ empty, found }).toEqual({ empty, found: expected(validatorOf(constant, body)) });
    expect({ empty, found }).toEqual({ empty, found: expected(schemaOf(type, body)) });
  }
});

test.each(globals)('$slug, in a change, a draft and its publication', async (one) => {
  const path = `/api/globals/${one.slug}`;
  const { type, constant } = namesOf(one.slug);
  for (const empty of one.empties) {
    const body = bodyOf(one, empty);
    await server.send('PATCH', path, bodyOf(one, one.valid));
    const found = {
      Update: await taken('PATCH', path, body),
      Draft: await taken('PATCH', path, body, asDraft),
    };
    const expected = (verdict: Verdict): object => ({ Update: verdict('Update'), Draft: verdict('Draft') });
    expect({ empty, found }).toEqual({ empty, found: expected(validatorOf(constant, body)) });
    expect({ empty, found }).toEqual({ empty, found: expected(schemaOf(type, body)) });
    if (found.Draft)
      expect({ empty, taken: await taken('POST', `${path}/publish`, undefined) }).toEqual({
        empty,
        taken: found.Update,
      });
  }
});

function bodyOf({ place }: Case, empty: unknown): object {
  const own = JSON.stringify({ value: empty }).replaceAll(target, targetId).replaceAll(targetFile, fileId);
  return places[place].data(JSON.parse(own) as object);
}

async function created(slug: string, body: object): Promise<{ readonly id: string }> {
  const response = await server.send('POST', `/api/${slug}`, body);
  expect({ slug, status: response.status }).toEqual({ slug, status: 201 });
  return (await response.json()) as { readonly id: string };
}

async function taken(...call: Parameters<GeneratedServer['send']>): Promise<boolean> {
  const { status } = await server.send(...call);
  expect([200, 201, 400]).toContain(status);
  return status < 300;
}

function namesOf(slug: string): { readonly type: string; readonly constant: string } {
  const own = [...ir.collections, ...ir.globals].find(({ descriptor }) => descriptor.slug === slug);
  if (own === undefined) throw new Error(`The config has no ${slug}.`);
  return own.names;
}

type Verdict = (operation: 'Create' | 'Update' | 'Draft') => boolean;

function validatorOf(constant: string, body: object): Verdict {
  return (operation) => {
    const validator = validators[`${constant}${operation}`];
    if (validator === undefined) throw new Error(`There is no ${constant}${operation}.`);
    return validator.safeParse(body).success;
  };
}

function schemaOf(type: string, body: object): Verdict {
  return (operation) => check(`/components/schemas/${type}${operation}`, body).length === 0;
}
