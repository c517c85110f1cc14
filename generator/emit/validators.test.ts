import { describe, expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import type { FieldConfig } from '../../runtime/config/field-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { Validator } from '../../runtime/documents/operation.js';
import { importEmitted, irOf } from '../../tests/support/emitted.js';
import { emitValidators } from './validators.js';

async function validatorsOf(config: ServiceConfig): Promise<Readonly<Record<string, Validator>>> {
  const module = await importEmitted(emitValidators(irOf(config)), 'validators.ts');
  return module as Readonly<Record<string, Validator>>;
}

type Operation = 'Create' | 'Update' | 'Draft';

interface Checks {
  /** `path: message` of each issue, or the data that passed. */
  check(data: unknown, operation?: Operation): unknown;
}

async function collectionOf(
  fields: readonly FieldConfig[],
  others: readonly CollectionConfig[] = [],
): Promise<Checks> {
  const validators = await validatorsOf({ collections: [{ slug: 'things', fields }, ...others] });
  return {
    check(data, operation = 'Create') {
      const result = validators[`things${operation}`]?.safeParse(data);
      if (!result) throw new Error('There is no such validator.');
      if (result.success) return result.data;
      return result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    },
  };
}

/** Checks one field `a` alone. */
async function fieldOf(field: object): Promise<(value: unknown, operation?: Operation) => unknown> {
  const { check } = await collectionOf(
    [{ name: 'a', ...field } as FieldConfig],
    [{ slug: 'others', fields: [] }],
  );
  return (value, operation) => {
    const answer = check({ a: value }, operation);
    return Array.isArray(answer) ? answer : 'passes';
  };
}

const notText = ['a: Must be text.'];
const notUnicode = ['a: Must be Unicode text without NUL characters.'];
const notEmail = ['a: Must be an email address, such as ada@example.com.'];
const notUrl = ['a: Must be an http or https address, such as https://example.com.'];
const notDate = ['a: Must be a date that exists, such as 2026-11-21.'];
const notMoment = ['a: Must be a moment with its time zone, such as 2026-11-21T09:30:00Z.'];
const notPoint = ['a: Must be [longitude, latitude].'];
const notId = ['a: Must be the id of a document.'];
const notJson = ['a: Must be JSON.'];
const notRichText = ['a: Must be the JSON object or list of a rich text editor.'];

interface Case {
  readonly field: object;
  readonly passes: readonly unknown[];
  readonly fails: readonly (readonly [value: unknown, messages: readonly string[]])[];
}

const cases: Readonly<Record<string, Case>> = {
  text: {
    field: { type: 'text' },
    passes: ['', 'plain', '😀', 'line\nbreak\t', '\u2028', '*/ `\\`', '__proto__', null, undefined],
    fails: [
      [1, notText],
      [true, notText],
      [{}, notText],
      [['a'], notText],
      ['nul \0', notUnicode],
      ['\ud800', notUnicode],
      ['\udc00a', notUnicode],
    ],
  },
  'text with lengths': {
    field: { type: 'text', minLength: 2, maxLength: 3 },
    passes: ['ab', 'abc', '😀😀', '😀😀😀'],
    fails: [
      ['', ['a: Must have at least 2 characters.']],
      ['😀', ['a: Must have at least 2 characters.']],
      ['abcd', ['a: Must have at most 3 characters.']],
      ['😀😀😀😀', ['a: Must have at most 3 characters.']],
    ],
  },
  'text with a pattern': {
    field: { type: 'text', pattern: '^[A-Z]{2}-\\d{4}$' },
    passes: ['AB-1234'],
    fails: [
      ['ab-1234', ['a: Must match /^[A-Z]{2}-\\d{4}$/u.']],
      ['AB-1234\n', ['a: Must match /^[A-Z]{2}-\\d{4}$/u.']],
    ],
  },
  'text with a pattern that matches somewhere': {
    field: { type: 'text', pattern: /b/gi },
    passes: ['abc', 'ABC', 'abc'],
    fails: [['ac', ['a: Must match /b/iu.']]],
  },
  'text with a pattern of new syntax': {
    field: { type: 'text', pattern: /^(?<year>\d{4})\p{Script=Greek}$/u },
    passes: ['2026Ω'],
    fails: [['2026O', ['a: Must match /^(?<year>\\d{4})\\p{Script=Greek}$/u.']]],
  },
  textarea: {
    field: { type: 'textarea', maxLength: 5 },
    passes: ['a\nb'],
    fails: [['123456', ['a: Must have at most 5 characters.']]],
  },
  slug: { field: { type: 'slug' }, passes: ['a-b', 'größe'], fails: [[1, notText]] },
  email: {
    field: { type: 'email' },
    passes: ['ada@example.com', 'a.b+c@x.co', "o'brien@example.museum"],
    fails: [
      ['', notEmail],
      ['ada', notEmail],
      ['ada@example', notEmail],
      ['ada@@example.com', notEmail],
      ['ada @example.com', notEmail],
      ['ädä@example.com', notEmail],
      ['ada@exämple.com', notEmail],
      ['\u212aada@example.com', notEmail],
      [`${'a'.repeat(250)}@example.com`, notEmail],
      ['a@example.com\n', notEmail],
      [1, notText],
    ],
  },
  url: {
    field: { type: 'url' },
    passes: ['http://localhost:3000', 'https://example.com/ä?b=c#d', 'HTTPS://EXAMPLE.COM', 'http://[::1]/'],
    fails: [
      ['', notUrl],
      ['example.com', notUrl],
      ['/path', notUrl],
      ['ftp://example.com', notUrl],
      ['javascript:alert(1)', notUrl],
      ['https:example.com', notUrl],
      ['https://', notUrl],
      ['https://exa mple.com', notUrl],
      [' https://example.com', notUrl],
      ['https://example.com\n', notUrl],
      ['https:\\\\example.com', notUrl],
    ],
  },
  number: {
    field: { type: 'number' },
    passes: [0, -1, 1.5, 1e300, null],
    fails: [
      ['1', ['a: Must be a number.']],
      [Number.NaN, ['a: Must be a number.']],
      [Number.POSITIVE_INFINITY, ['a: Must be a number.']],
      [true, ['a: Must be a number.']],
    ],
  },
  'number with limits': {
    field: { type: 'number', integer: true, min: -1, max: 10 },
    passes: [-1, 0, 10],
    fails: [
      [1.5, ['a: Must be a whole number.']],
      [-2, ['a: Must be at least -1.']],
      [11, ['a: Must be at most 10.']],
    ],
  },
  'whole number': {
    field: { type: 'number', integer: true },
    passes: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
    fails: [[2 ** 53, ['a: Must be a whole number.']]],
  },
  boolean: {
    field: { type: 'boolean' },
    passes: [true, false, null],
    fails: [
      [0, ['a: Must be true or false.']],
      ['true', ['a: Must be true or false.']],
    ],
  },
  date: {
    field: { type: 'date' },
    passes: ['2024-02-29', '0001-01-01', '9999-12-31'],
    fails: [
      ['2024-02-30', notDate],
      ['2023-02-29', notDate],
      ['2024-13-01', notDate],
      ['2024-1-1', notDate],
      ['2024-01-01T00:00:00Z', notDate],
      ['20240101', notDate],
      ['', notDate],
      [0, notDate],
    ],
  },
  timestamp: {
    field: { type: 'date', time: true },
    passes: [
      '2024-02-29T10:00:00Z',
      '2024-02-29T10:00:00.123456+02:00',
      '2024-02-29T10:00Z',
      '2024-02-29T23:59:59-11:30',
    ],
    fails: [
      ['2024-02-30T10:00:00Z', notMoment],
      ['2024-02-29T10:00:00', notMoment],
      ['2024-02-29T24:00:00Z', notMoment],
      ['2024-02-29T10:00:60Z', notMoment],
      ['2024-02-29 10:00:00Z', notMoment],
      ['2024-02-29', notMoment],
      ['9999-12-31T23:59:59-01:00', notMoment],
      ['0000-01-01T00:00:00+01:00', notMoment],
      ['', notMoment],
      [0, notMoment],
    ],
  },
  select: {
    field: { type: 'select', options: ['new', '__proto__', "it's", { label: 'Long', value: 'a\nb' }] },
    passes: ['new', '__proto__', "it's", 'a\nb', null],
    fails: [
      ['old', ['a: Must be one of "new", "__proto__", "it\'s", "a\\nb".']],
      ['constructor', ['a: Must be one of "new", "__proto__", "it\'s", "a\\nb".']],
      [['new'], ['a: Must be one of "new", "__proto__", "it\'s", "a\\nb".']],
    ],
  },
  json: {
    field: { type: 'json' },
    passes: [0, '', false, [], {}, { a: [1, null, { b: 'c' }] }, JSON.parse('{"__proto__":{"a":1}}'), null],
    fails: [
      ['a\0', notJson],
      [{ 'a\0': 1 }, notJson],
      [{ a: ['\ud800'] }, notJson],
      [{ a: Number.NaN }, notJson],
      [() => 1, notJson],
    ],
  },
  richText: {
    field: { type: 'richText' },
    passes: [[], {}, { root: { children: [{ text: 'a' }] } }, null],
    fails: [
      ['<p>html</p>', notRichText],
      [1, notRichText],
      [{ text: 'a\0' }, notRichText],
    ],
  },
  point: {
    field: { type: 'point' },
    passes: [[13.4, 52.5], [-180, 90], [180, -90], null],
    fails: [
      [[181, 0], ['a.0: Must be at most 180.']],
      [[0, -91], ['a.1: Must be at least -90.']],
      [[0], notPoint],
      [[0, 0, 0], notPoint],
      [['0', 0], ['a.0: Must be a number.']],
      ['0,0', notPoint],
      [{ 0: 0, 1: 0 }, notPoint],
    ],
  },
  relationship: {
    field: { type: 'relationship', to: 'others' },
    passes: ['01890a5d-ac96-774b-bcce-b302099a8057', 'any id', null],
    fails: [
      ['', notId],
      ['a\0', notId],
      [1, notId],
      [{ id: 'x' }, notId],
    ],
  },
  'relationship to several': {
    field: { type: 'relationship', to: ['others', 'things'] },
    passes: [{ collection: 'others', id: 'x' }, null],
    fails: [
      ['x', ['a: Must be an object.']],
      [{ id: 'x' }, ['a.collection: Is required.']],
      [{ collection: 'nothing', id: 'x' }, ['a.collection: Must be one of "others", "things".']],
      [{ collection: 'others', id: '' }, ['a.id: Must be the id of a document.']],
      [{ collection: 'others', id: 'x', doc: {} }, ['a: Has no field "doc".']],
    ],
  },
  'list of text': {
    field: { type: 'text', hasMany: true, maxLength: 3, minRows: 2, maxRows: 3 },
    passes: [[], ['a', 'b'], ['a', 'a', 'a'], null],
    fails: [
      ['a', ['a: Must be a list.']],
      [['a'], ['a: Must have at least 2 items.']],
      [['a', 'b', 'c', 'd'], ['a: Must have at most 3 items.']],
      [
        ['abcd', null],
        ['a.0: Must have at most 3 characters.', 'a.1: Is required and cannot be null.'],
      ],
    ],
  },
  'list of numbers': {
    field: { type: 'number', hasMany: true, min: 1 },
    passes: [[1, 2]],
    fails: [
      [
        [0, 'x'],
        ['a.0: Must be at least 1.', 'a.1: Must be a number.'],
      ],
    ],
  },
  'list of options': {
    field: { type: 'select', hasMany: true, options: ['x', 'y'] },
    passes: [['x', 'y'], []],
    fails: [[['z'], ['a.0: Must be one of "x", "y".']]],
  },
  'list of relations': {
    field: { type: 'relationship', hasMany: true, to: 'others' },
    passes: [['x', 'y'], []],
    fails: [
      [
        ['', 1],
        ['a.0: Must be the id of a document.', 'a.1: Must be the id of a document.'],
      ],
    ],
  },
  'list of relations to several': {
    field: { type: 'relationship', hasMany: true, to: ['others'] },
    passes: [[{ collection: 'others', id: 'x' }]],
    fails: [[['x'], ['a.0: Must be an object.']]],
  },
  array: {
    field: {
      type: 'array',
      minRows: 1,
      maxRows: 2,
      fields: [{ name: 'label', type: 'text', required: true }],
    },
    passes: [[], [{ label: 'x' }], [{ id: 'one', label: 'x' }, { label: 'y' }], null],
    fails: [
      [{}, ['a: Must be a list.']],
      [[{}], ['a.0.label: Is required.']],
      [[{ label: null }], ['a.0.label: Is required and cannot be null.']],
      [[{ label: 'x', id: '' }], ['a.0.id: Must have at least 1 character.']],
      [[{ label: 'x', id: 'i'.repeat(65) }], ['a.0.id: Must have at most 64 characters.']],
      [[{ label: 'x', id: 1 }], ['a.0.id: Must be text.']],
      [[{ label: 'x', other: 1 }], ['a.0: Has no field "other".']],
      [
        [
          { id: 'one', label: 'x' },
          { id: 'one', label: 'y' },
        ],
        ['a: Must not have two rows of one id.'],
      ],
      [[{ label: 'x' }, { label: 'x' }, { label: 'x' }], ['a: Must have at most 2 items.']],
      [
        ['x', null],
        ['a.0: Must be an object.', 'a.1: Is required and cannot be null.'],
      ],
    ],
  },
  blocks: {
    field: {
      type: 'blocks',
      blocks: [
        { slug: 'hero', fields: [{ name: 'title', type: 'text', required: true }] },
        { slug: 'image', fields: [{ name: 'source', type: 'url' }] },
      ],
    },
    passes: [
      [],
      [
        { blockType: 'hero', title: 'x' },
        { blockType: 'image', id: 'one' },
      ],
      null,
    ],
    fails: [
      [[{ title: 'x' }], ['a.0.blockType: Must be one of "hero", "image".']],
      [[{ blockType: 'constructor' }], ['a.0.blockType: Must be one of "hero", "image".']],
      [[{ blockType: 'hero' }], ['a.0.title: Is required.']],
      [[{ blockType: 'image', title: 'x' }], ['a.0: Has no field "title".']],
      [['hero'], ['a.0: Must be an object with a blockType.']],
    ],
  },
  'blocks of one kind': {
    field: { type: 'blocks', blocks: [{ slug: 'only', fields: [] }] },
    passes: [[{ blockType: 'only' }]],
    fails: [[[{ blockType: 'other' }], ['a.0.blockType: Must be one of "only".']]],
  },
  group: {
    field: { type: 'group', fields: [{ name: 'title', type: 'text', maxLength: 2 }] },
    passes: [{}, { title: 'x' }, { title: null }, null],
    fails: [
      ['x', ['a: Must be an object.']],
      [[], ['a: Must be an object.']],
      [{ title: 'xyz' }, ['a.title: Must have at most 2 characters.']],
      [{ other: 1 }, ['a: Has no field "other".']],
    ],
  },
};

describe.each(Object.entries(cases))('a field of type %s', (_name, { field, passes, fails }) => {
  test('takes what fits and says what does not', async () => {
    const check = await fieldOf(field);
    expect(passes.map((value) => check(value))).toEqual(passes.map(() => 'passes'));
    expect(fails.map(([value]) => [value, check(value)])).toEqual(fails);
  });

  test('is as strict in an update and a draft', async () => {
    const check = await fieldOf(field);
    expect(passes.map((value) => [check(value, 'Update'), check(value, 'Draft')])).toEqual(
      passes.map(() => ['passes', 'passes']),
    );
    const isAboutRequired = ([, messages]: Case['fails'][number]): boolean =>
      messages.some((message) => /required/.test(message));
    for (const [value, messages] of fails) {
      expect(check(value, 'Update')).toEqual(messages);
      if (!isAboutRequired([value, messages])) expect(check(value, 'Draft')).toEqual(messages);
    }
  });
});

describe('required fields', () => {
  const fields: readonly FieldConfig[] = [
    { name: 'title', type: 'text', required: true },
    { name: 'kind', type: 'select', options: ['a', 'b'], required: true, default: 'a' },
    { name: 'made', type: 'number', required: true, default: () => 1 },
    { name: 'slug', type: 'slug', from: 'title', required: true },
    { name: 'tags', type: 'text', hasMany: true, required: true },
    {
      name: 'rows',
      type: 'array',
      required: true,
      fields: [{ name: 'label', type: 'text', required: true }],
    },
  ];
  const least = { title: 'x', tags: ['a'], rows: [{ label: 'x' }] };

  test('a creation needs all but those with a default and slugs that are filled', async () => {
    const { check } = await collectionOf(fields);
    expect(check({})).toEqual(['title: Is required.', 'tags: Is required.', 'rows: Is required.']);
    expect(check(least)).toEqual(least);
  });

  test('none can be null, and lists cannot be empty', async () => {
    const { check } = await collectionOf(fields);
    const cleared = { title: null, kind: null, made: null, slug: null, tags: null, rows: null };
    const messages = Object.keys(cleared).map((name) => `${name}: Is required and cannot be null.`);
    expect(check(cleared)).toEqual(messages);
    expect(check(cleared, 'Update')).toEqual(messages);
    expect(check({ ...least, tags: [], rows: [] })).toEqual([
      'tags: Must not be empty.',
      'rows: Must not be empty.',
    ]);
    expect(check({ tags: [], rows: [] }, 'Update')).toEqual([
      'tags: Must not be empty.',
      'rows: Must not be empty.',
    ]);
  });

  test('an update needs none, but rows are replaced and so are whole', async () => {
    const { check } = await collectionOf(fields);
    expect(check({}, 'Update')).toEqual({});
    expect(check({ rows: [{ id: 'one' }] }, 'Update')).toEqual(['rows.0.label: Is required.']);
  });

  test('a draft needs nothing, in rows neither', async () => {
    const { check } = await collectionOf(fields);
    const data = { title: null, tags: [], rows: [{ id: 'one' }, { label: null }] };
    expect(check(data, 'Draft')).toEqual(data);
    expect(check({ rows: [{ label: 1 }] }, 'Draft')).toEqual(['rows.0.label: Must be text.']);
  });

  test('a group asks for them on creation, is merged by an update, and cannot be null', async () => {
    const { check } = await collectionOf([
      {
        name: 'seo',
        type: 'group',
        fields: [
          { name: 'title', type: 'text', required: true },
          {
            name: 'deep',
            type: 'group',
            fields: [{ name: 'x', type: 'number', required: true, default: 1 }],
          },
        ],
      },
      { name: 'filled', type: 'group', fields: [{ name: 'x', type: 'number', required: true, default: 1 }] },
    ]);
    expect(check({})).toEqual(['seo: Is required.']);
    expect(check({ seo: {} })).toEqual(['seo.title: Is required.']);
    expect(check({ seo: { title: 'x' } })).toEqual({ seo: { title: 'x' } });
    expect(check({ seo: { deep: {} } }, 'Update')).toEqual({ seo: { deep: {} } });
    expect(check({ seo: null, filled: null }, 'Update')).toEqual([
      'seo: Is required and cannot be null.',
      'filled: Is required and cannot be null.',
    ]);
    expect(check({ seo: { title: null, deep: null } }, 'Update')).toEqual([
      'seo.title: Is required and cannot be null.',
      'seo.deep: Is required and cannot be null.',
    ]);
    expect(check({ seo: null, filled: { x: null } }, 'Draft')).toEqual({ seo: null, filled: { x: null } });
  });
});

describe('objects', () => {
  test('unknown fields are refused by name, hidden ones of JavaScript too', async () => {
    const { check } = await collectionOf([{ name: 'a', type: 'text' }]);
    expect(check({ b: 1, c: 2 })).toEqual([': Has no field "b", "c".']);
    expect(check(JSON.parse('{"__proto__":{"a":"x"},"constructor":1}'))).toEqual([
      ': Has no field "__proto__", "constructor".',
    ]);
    expect(check('text')).toEqual([': Must be an object.']);
    expect(check([])).toEqual([': Must be an object.']);
  });

  test('a join cannot be written', async () => {
    const { check } = await collectionOf([
      { name: 'parent', type: 'relationship', to: 'things' },
      { name: 'children', type: 'join', collection: 'things', on: 'parent' },
    ]);
    expect(check({ children: [] })).toEqual([': Has no field "children".']);
  });

  test('fields may have the names of what objects inherit', async () => {
    const names = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'isPrototypeOf', 'toLocaleString'];
    const plain = names.map((name): FieldConfig => ({ name, type: 'text' }));
    const { check } = await collectionOf([
      { name: 'constructor', type: 'text', required: true },
      { name: 'valueOf', type: 'text' },
      { name: 'group', type: 'group', fields: plain },
      { name: 'rows', type: 'array', fields: plain },
      { name: 'parts', type: 'blocks', blocks: [{ slug: 'part', fields: plain }] },
    ]);
    const data: unknown = {
      constructor: 'x',
      group: { toString: 'y' },
      rows: [{ id: 'one' }, { valueOf: 'z' }],
      parts: [{ blockType: 'part' }],
    };
    expect(check({})).toEqual(['constructor: Is required.']);
    expect(check(data)).toEqual(data);
    expect(Object.keys(check(data) as object)).toEqual(['constructor', 'group', 'rows', 'parts']);
    expect(check({}, 'Update')).toEqual({});
    expect(check({ constructor: 1, rows: [{ valueOf: 1 }] }, 'Draft')).toEqual([
      'constructor: Must be text.',
      'rows.0.valueOf: Must be text.',
    ]);
    expect(check({ other: 1 }, 'Update')).toEqual([': Has no field "other".']);
  });
});

describe('globals', () => {
  test('have an update and a draft', async () => {
    const validators = await validatorsOf({
      globals: [
        {
          slug: 'site',
          fields: [
            { name: 'title', type: 'text', required: true },
            { name: 'nav', type: 'group', fields: [{ name: 'home', type: 'url', required: true }] },
          ],
        },
      ],
    });
    expect(Object.keys(validators)).toEqual(['siteUpdate', 'siteDraft']);
    expect(validators['siteUpdate']?.safeParse({ nav: {} })).toEqual({ success: true, data: { nav: {} } });
    expect(validators['siteUpdate']?.safeParse({ title: null }).success).toBe(false);
    expect(validators['siteDraft']?.safeParse({ title: null }).success).toBe(true);
  });
});

describe('the printed file', () => {
  const source = (config: ServiceConfig): string =>
    emitValidators({ ...irOf(config), sdk: 'ts' })[1]?.content ?? '';

  test('is a part of the SDK, with a door for the server', () => {
    const [door, ...schemas] = emitValidators(irOf({}));
    expect(door?.path).toBe('validators.ts');
    expect(door?.content).toContain("\nexport * from './sdk/validators.js';\n");
    expect(schemas.map(({ path }) => path)).toEqual(['sdk/validators.js', 'sdk/validators.d.ts']);
    const [, typescript, ...others] = emitValidators({ ...irOf({}), sdk: 'ts' });
    expect([typescript?.path, others]).toEqual(['sdk/validators.ts', []]);
  });

  test('is JavaScript of the same calls, with declarations of the schemas alone', () => {
    const fields: readonly FieldConfig[] = [
      { name: 'views', type: 'number', required: true },
      { name: 'links', type: 'array', fields: [{ name: 'url', type: 'url' }] },
    ];
    const [, script, declarations] = emitValidators(irOf({ collections: [{ slug: 'posts', fields }] }));
    const names = (text = ''): readonly (string | undefined)[] =>
      [...text.matchAll(/^(?:export )?(?:declare )?(?:const|function|type|interface) (\w+)/gm)].map(
        ([, name]) => name,
      );
    const exported = ['postsCreate', 'postsUpdate', 'postsDraft'];
    expect(names(declarations?.content)).toEqual([...exported, 'Schema', 'Shape', 'DraftOf']);
    expect(names(script?.content)).toEqual(expect.arrayContaining([...exported, 'body', 'url', 'expected']));
    expect(script?.content).toContain(
      'export const postsCreate = body({\n  views: number(),\n  links: rows(object({ id: rowId(), url: url().nullish() })).nullish(),\n});\n',
    );
    expect(script?.content).not.toMatch(/interface|: string|sourceMappingURL/);
    expect(declarations?.content).toContain(
      '/** The body of `POST /api/posts`. */\nexport declare const postsCreate: Schema<PostCreate>;\n',
    );
    expect(declarations?.content).toMatch(/\nexport \{\};\n$/);
  });

  test('holds the schemas in full once, then what is different', () => {
    const content = source({
      collections: [
        {
          slug: 'posts',
          fields: [
            { name: 'title', type: 'text', required: true, maxLength: 200 },
            { name: 'views', type: 'number', integer: true },
          ],
        },
      ],
    });
    expect(
      content.slice(0, content.indexOf('// The rules')),
    ).toBe(`// Generated by svc 0.0.0 from svc.config.ts: change that and run \`svc generate\`. Edits here are undone.
/* eslint-disable */ /* biome-ignore-all lint format assist: generated */
import * as z from 'zod';
import type { PostCreate, PostUpdate } from './types.js';

/** The body of \`POST /api/posts\`. */
export const postsCreate: Schema<PostCreate> = body({
  title: text({ required: true, max: 200 }),
  views: number({ integer: true }).nullish(),
});

/** The body of \`PATCH /api/posts/:id\`: what is absent stays. */
export const postsUpdate: Schema<PostUpdate> = partial(postsCreate);

/** The body of a draft: of the right types, with nothing required. */
export const postsDraft: Schema<DraftOf<PostUpdate>> = draft(postsUpdate, {
  title: text({ max: 200 }).nullish(),
});

`);
  });

  test('has only the rules that it uses', () => {
    const content = source({ collections: [{ slug: 'flags', fields: [{ name: 'on', type: 'boolean' }] }] });
    expect([...content.matchAll(/^(?:function|type|interface) (\w+)/gm)].map(([, name]) => name)).toEqual([
      'Schema',
      'Shape',
      'DraftOf',
      'Rules',
      'body',
      'partial',
      'draft',
      'object',
      'boolean',
      'expected',
    ]);
  });

  test('has blocks, and rows of the same fields, once', () => {
    const link: readonly FieldConfig[] = [{ name: 'url', type: 'url', required: true }];
    const content = source({
      collections: [
        {
          slug: 'pages',
          fields: [
            { name: 'links', type: 'array', fields: link },
            { name: 'more', type: 'array', maxRows: 3, fields: link },
            { name: 'parts', type: 'blocks', blocks: [{ slug: 'link', fields: link }] },
          ],
        },
      ],
      globals: [
        {
          slug: 'footer',
          fields: [{ name: 'parts', type: 'blocks', blocks: [{ slug: 'link', fields: link }] }],
        },
      ],
    });
    expect(content.match(/^const .*/gm)).toEqual([
      'const linksRow = object({ id: rowId(), url: url() });',
      "const linkBlock = object({ blockType: z.literal('link'), id: rowId(), url: url() });",
      'const linksRowDraft = linksRow.extend({ url: url().nullish() });',
      'const linkBlockDraft = linkBlock.extend({ url: url().nullish() });',
    ]);
    expect(content).toContain('more: rows(linksRow, { max: 3 }).nullish(),');
  });
});

test('an address with umlauts is valid however many were checked before', async () => {
  const check = await fieldOf({ type: 'url' });
  const results = new Set(Array.from({ length: 30_000 }, () => check('https://exämple.org/ü')));
  expect([...results]).toEqual(['passes']);
});
