import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fieldKinds } from '../../fields/index.js';
import { postgres, sqlite } from '../database-config.js';
import { validateConfig } from './validate-config.js';

/** `path: message [suggestion]` of every problem. */
function issues(config: unknown): readonly string[] {
  return validateConfig(config).map(({ path, message, suggestion }) => {
    const hint = suggestion === undefined ? '' : ` [${suggestion}]`;
    return `${path}: ${message}${hint}`;
  });
}

const title = { name: 'title', type: 'text' };
const author = { name: 'author', type: 'relationship', to: 'authors' };
const authors = {
  slug: 'authors',
  fields: [
    { name: 'name', type: 'text' },
    { name: 'boss', type: 'relationship', to: 'authors' },
  ],
};

/** A config with collections `posts` (with these fields and options) and `authors`. */
const posts = (fields: unknown, options: object = {}): object => ({
  collections: [{ slug: 'posts', fields, ...options }, authors],
});

/** Issues of one field of `posts`, without the path. */
function fieldIssues(field: object): readonly string[] {
  const named = { name: 'f', ...field };
  return issues(posts([title, named])).map((issue) => issue.replace(/^collections\.posts\.fields\.f: /, ''));
}

test.each([
  [{ mcp: true }, 'mcp'],
  [{ jobs: [] }, 'jobs'],
  [{ webhooks: [] }, 'webhooks'],
])('an option of what is not built is refused: %j', (option, name) => {
  expect(issues({ ...posts([title]), ...option })).toEqual([
    expect.stringContaining(`has no option "${name}"`),
  ]);
});

describe('fields that are right', () => {
  test.each<[string, object]>([
    [
      'text',
      { type: 'text', minLength: 2, maxLength: 2, pattern: '^a', default: 'ab', unique: true, index: true },
    ],
    ['text with a RegExp', { type: 'text', pattern: /a+/gi, default: 'xAx' }],
    [
      'a list of text',
      { type: 'text', hasMany: true, minRows: 1, maxRows: 2, default: ['a'], required: true },
    ],
    ['hasMany false', { type: 'text', hasMany: false, unique: true }],
    ['textarea', { type: 'textarea', default: '' }],
    ['email', { type: 'email', default: 'a@b.example' }],
    ['url', { type: 'url', default: 'https://example.com/x' }],
    ['slug', { type: 'slug', from: 'title' }],
    ['number', { type: 'number', integer: true, min: 1, max: 1, default: 1 }],
    ['a list of numbers', { type: 'number', hasMany: true, max: 2, default: [1, 2] }],
    ['boolean', { type: 'boolean', index: true, default: false }],
    ['date', { type: 'date', default: '2024-02-29', unique: true }],
    ['timestamp', { type: 'date', time: true, default: '2024-02-29T10:00:00+01:00' }],
    ['select', { type: 'select', options: ['a', { label: 'B', value: 'b' }], default: 'b' }],
    [
      'a list of select',
      { type: 'select', hasMany: true, options: ['__proto__', 'b'], default: ['__proto__'] },
    ],
    ['json', { type: 'json', default: { a: [1, 'x', null, { b: true }] } }],
    ['richText', { type: 'richText', default: [] }],
    ['point', { type: 'point', default: [-180, 90] }],
    ['relationship', { type: 'relationship', to: 'posts', onDelete: 'cascade', index: true }],
    ['a polymorphic list', { type: 'relationship', to: ['posts', 'authors'], hasMany: true, maxRows: 3 }],
    [
      'a polymorphic default',
      { type: 'relationship', to: ['posts'], default: { collection: 'posts', id: 'x' } },
    ],
    ['join', { type: 'join', collection: 'authors', on: 'boss', limit: 1000 }],
    ['array', { type: 'array', minRows: 0, maxRows: 9, fields: [title], default: [{ title: 'a' }, {}] }],
    [
      'blocks',
      {
        type: 'blocks',
        blocks: [{ slug: 'callToAction', label: 'Call', fields: [title] }],
        default: [{ blockType: 'callToAction', title: 'a' }],
      },
    ],
    ['a default function', { type: 'number', min: 5, default: () => 'unknown' }],
    ['no default', { type: 'text', default: null }],
    ['absent options', { type: 'text', minLength: undefined, nonsense: undefined }],
    [
      'common options',
      {
        type: 'text',
        label: 'F',
        description: 'Two\nlines.',
        required: true,
        validate: () => true,
        access: { read: ['admin'], update: [] },
        admin: { hidden: true, readOnly: false, placeholder: 'x' },
      },
    ],
  ])('%s', (_what, field) => {
    const on = field as { readonly on?: string };
    const problems = on.on === undefined ? fieldIssues(field) : [];
    expect(problems).toEqual([]);
  });

  test('a join over a relation that points here', () => {
    const join = {
      name: 'posts',
      type: 'join',
      collection: 'posts',
      on: 'author',
      sort: 'title_asc,id_desc',
    };
    const where = { AND: [{ title: { exists: true } }], createdAt: { gt: '2020-01-01' }, 'author.name': 'x' };
    expect(
      issues({
        collections: [
          { slug: 'posts', fields: [title, author] },
          {
            slug: 'authors',
            fields: [
              { name: 'name', type: 'text' },
              { ...join, where },
            ],
          },
        ],
      }),
    ).toEqual([]);
  });
});

const theTypes = `the types are ${fieldKinds.join(', ')}`;

describe('options of fields', () => {
  test.each<[object, readonly string[]]>([
    [
      { type: 'timestamp' },
      [`has the unknown type "timestamp"; a point in time is type: 'date', time: true.`],
    ],
    [{ type: 'dateTime' }, [`has the unknown type "dateTime"; a point in time is type: 'date', time: true.`]],
    [{ type: 'txt' }, ['has the unknown type "txt". [text]']],
    [{ type: 'sqlite' }, [`has the unknown type "sqlite"; ${theTypes}.`]],
    [{ type: 7 }, ['type must be text, not 7.']],
    [{ type: 'constructor' }, [`has the unknown type "constructor"; ${theTypes}.`]],
    [{ type: '__proto__' }, [`has the unknown type "__proto__"; ${theTypes}.`]],
    [{ type: 'text', minLenght: 3 }, ['a text field has no option "minLenght". [minLength]']],
    [{ type: 'text', min: 3 }, ['a text field has no option "min". [minLength]']],
    [{ type: 'text', defaultValue: 'x' }, ['a text field has no option "defaultValue". [default]']],
    [{ type: 'text', regex: '^a' }, ['a text field has no option "regex". [pattern]']],
    [{ type: 'text', many: true }, ['a text field has no option "many". [hasMany]']],
    [{ type: 'boolean', isRequired: true }, ['a boolean field has no option "isRequired". [required]']],
    [
      { type: 'relationship', to: 'posts', relationTo: 'posts' },
      ['a relationship field has no option "relationTo". [to]'],
    ],
    [{ type: 'checkbox' }, ['has the unknown type "checkbox". [boolean]']],
    [{ type: 'wysiwyg' }, ['has the unknown type "wysiwyg". [richText]']],
    [{ type: 'dynamiczone' }, ['has the unknown type "dynamiczone". [blocks]']],
    [
      { type: 'integer' },
      [`has the unknown type "integer"; a whole number is type: 'number', integer: true.`],
    ],
    [{ type: 'text', toString: 3 }, ['a text field has no option "toString".']],
    [{ type: 'number', minLength: 3 }, ['a number field has no option "minLength".']],
    [{ type: 'boolean', unique: true }, ['a boolean field has no option "unique".']],
    [
      { type: 'join', collection: 'authors', on: 'boss', required: true },
      expect.arrayContaining(['a join field has no option "required".']) as never,
    ],
    [{ type: 'group', fields: [title], required: true }, ['a group has no option "required".']],
    [{ type: 'text', required: 'yes' }, ['required must be true or false, not "yes".']],
    [{ type: 'text', validate: 'x' }, ['validate must be a function, not "x".']],
    [{ type: 'text', label: 7 }, ['label must be text, not 7.']],
    [{ type: 'text', label: ' ' }, ['label must not be empty.']],
    [{ type: 'text', label: 'a\0b' }, ['label must be Unicode text without NUL characters.']],
    [{ type: 'text', minLength: -1 }, ['minLength must be a whole number of at least 0, not -1.']],
    [{ type: 'text', maxLength: 0 }, ['maxLength must be a whole number of at least 1, not 0.']],
    [{ type: 'text', maxLength: 2.5 }, ['maxLength must be a whole number of at least 1, not 2.5.']],
    [{ type: 'text', maxLength: '9' }, ['maxLength must be a whole number of at least 1, not "9".']],
    [{ type: 'text', maxLength: Number.NaN }, ['maxLength must be a whole number of at least 1, not NaN.']],
    [{ type: 'text', minLength: 9, maxLength: 3 }, ['minLength is 9, more than maxLength (3).']],
    [{ type: 'number', min: 9, max: 3 }, ['min is 9, more than max (3).']],
    [
      { type: 'number', min: 0.2, max: 0.8, integer: true },
      ['min and max leave no whole number between 0.2 and 0.8.'],
    ],
    [{ type: 'number', min: Number.NEGATIVE_INFINITY }, ['min must be a number, not -Infinity.']],
    [{ type: 'number', max: 1n }, ['max must be a number, not 1n.']],
    [{ type: 'text', hasMany: true, minRows: 3, maxRows: 2 }, ['minRows is 3, more than maxRows (2).']],
    [{ type: 'text', maxRows: 3 }, ['maxRows is for lists: it needs hasMany: true.']],
    [
      { type: 'text', hasMany: true, unique: true },
      ['unique cannot be combined with hasMany: a list has no index.'],
    ],
    [
      { type: 'select', hasMany: true, options: ['a'], index: true },
      ['index cannot be combined with hasMany: a list has no index.'],
    ],
    [{ type: 'date', hasMany: true }, ['a date field has no option "hasMany".']],
    [{ type: 'text', pattern: 7 }, ['pattern must be text or a regular expression, not 7.']],
    [{ type: 'text', pattern: '' }, ['pattern must not be empty.']],
    [
      { type: 'text', pattern: '(' },
      [expect.stringMatching(/^pattern does not compile: .*[Uu]nterminated group\.$/) as never],
    ],
    [{ type: 'slug', unique: false }, ['unique cannot be false: a slug is always unique.']],
    [{ type: 'slug', from: 'titel' }, ['from names the unknown field "titel". [title]']],
    [{ type: 'slug', from: 'f' }, ['from must name another field.']],
    [{ type: 'slug', from: '' }, ['from must be text, not "".', 'from names the unknown field "".']],
    [{ type: 'select' }, ['a select field needs "options".']],
    [{ type: 'select', options: [] }, ['options must not be empty.']],
    [{ type: 'select', options: 'a' }, ['options must be a list, not "a".']],
    [
      { type: 'select', options: ['a', 7, ''] },
      ['options[1] must be text or { label, value }, not 7.', 'options[2] must not be empty.'],
    ],
    [{ type: 'select', options: ['a', { label: 'A', value: 'a' }] }, ['options[1] repeats the value "a".']],
    [
      { type: 'select', options: [{ lable: 'A', value: 'a' }] },
      ['options[0] has no option "lable". [label]', 'options[0] needs "label".'],
    ],
    [{ type: 'select', options: ['\ud800'] }, ['options[0] must be Unicode text without NUL characters.']],
    [{ type: 'relationship' }, ['a relationship field needs "to".']],
    [{ type: 'relationship', to: 'author' }, ['to names the unknown collection "author". [authors]']],
    [{ type: 'relationship', to: 'constructor' }, ['to names the unknown collection "constructor".']],
    [
      { type: 'relationship', to: ['authors', 'post'] },
      ['to[1] names the unknown collection "post". [posts]'],
    ],
    [{ type: 'relationship', to: [] }, ['to must not be empty.']],
    [{ type: 'relationship', to: ['posts', 'posts'] }, ['to[1] repeats "posts".']],
    [
      { type: 'relationship', to: { slug: 'posts' } },
      ['to must be the slug of a collection or a list of slugs, not an object.'],
    ],
    [
      { type: 'relationship', to: 'posts', onDelete: 'setnull' },
      ['onDelete must be "restrict", "set null" or "cascade", not "setnull". [set null]'],
    ],
    [
      { type: 'relationship', to: 'posts', required: true, onDelete: 'set null' },
      ['onDelete cannot be "set null" on a required field: choose "restrict" or "cascade".'],
    ],
    [{ type: 'join', on: 'boss' }, ['a join field needs "collection".']],
    [
      { type: 'join', collection: 'author', on: 'boss' },
      ['collection names the unknown collection "author". [authors]'],
    ],
    [{ type: 'join', collection: 'posts', on: 'titel' }, ['on names the unknown field "titel" of "posts".']],
    [
      { type: 'join', collection: 'posts', on: 'title' },
      ['on names "title" of "posts", which is not a relationship.'],
    ],
    [
      { type: 'join', collection: 'authors', on: 'boss' },
      ['on names "boss" of "authors", which does not refer to "posts".'],
    ],
    [{ type: 'group' }, ['a group needs "fields".']],
    [{ type: 'group', fields: [] }, ['fields must not be empty.']],
    [{ type: 'array', fields: 'x' }, ['fields must be a list of fields, not "x".']],
    [{ type: 'blocks' }, ['a blocks field needs "blocks".']],
    [{ type: 'blocks', blocks: [] }, ['blocks must not be empty.']],
    [{ type: 'blocks', blocks: {} }, ['blocks must be a list of blocks, not an object.']],
    [{ type: 'text', access: { raed: ['admin'] } }, ['access has no option "raed". [read]']],
    [
      { type: 'text', access: { read: ['amdin'] } },
      [
        expect.stringMatching(
          /^access\.read\[0\] must be "super_admin".*, not "amdin"\. \[admin\]$/,
        ) as never,
      ],
    ],
    [{ type: 'text', access: { read: () => true } }, ['access.read must be a list, not a function.']],
    [{ type: 'text', admin: { hiden: true } }, ['admin has no option "hiden". [hidden]']],
    [{ type: 'text', admin: true }, ['admin must be an object, not true.']],
  ])('%o', (field, expected) => {
    expect(fieldIssues(field)).toEqual(expected);
  });
});

describe('blocks of a rich text', () => {
  const box = { slug: 'box', fields: [title] };
  const boxes = { name: 'boxes', type: 'blocks', blocks: [box] };
  const body = { name: 'body', type: 'richText', blocks: 'boxes' };
  const nested = { ...boxes, blocks: [{ slug: 'outer', fields: [title, body, boxes] }] };

  test('are those of a field beside it, in tabs, groups and rows too', () => {
    const tabs = { type: 'tabs', tabs: [{ label: 'A', fields: [boxes] }] };
    expect(issues(posts([body, tabs]))).toEqual([]);
    for (const type of ['group', 'array'])
      expect(issues(posts([title, { name: 'inner', type, fields: [boxes, body] }]))).toEqual([]);
    const row = { name: 'rows', type: 'blocks', blocks: [{ slug: 'row', fields: [boxes, body] }] };
    expect(issues(posts([title, row]))).toEqual([]);
  });

  test.each<[unknown[], string]>([
    [[body], 'body.blocks: names "boxes", and there is no such field beside it.'],
    [
      [{ ...body, blocks: 'box' }, boxes],
      'body.blocks: names "box", and there is no such field beside it. [boxes]',
    ],
    [[{ ...body, blocks: 'title' }, title], 'body.blocks: names "title", which is not a blocks field.'],
    [
      [body, { name: 'other', type: 'group', fields: [boxes] }],
      'body.blocks: names "boxes", and there is no such field beside it.',
    ],
    [
      [body, { ...body, name: 'more' }, boxes],
      'more.blocks: names "boxes", whose blocks another rich text shows already.',
    ],
    [
      [{ ...body, virtual: () => null }, boxes],
      'body.blocks: cannot be combined with virtual: a computed text shows no blocks.',
    ],
    [
      [body, nested],
      'body.blocks: names "boxes", whose blocks have a rich text with blocks: these do not nest.',
    ],
    [[{ ...body, blocks: [box] }], 'body.blocks: must be the name of a blocks field beside it, not a list.'],
  ])('%#', (fields, expected) => {
    const found = issues(posts([{ ...title, name: 'heading' }, ...fields])).map((issue) =>
      issue.replace('collections.posts.fields.', '').replace(': blocks ', '.blocks: '),
    );
    expect(found).toEqual([expected]);
  });
});

describe('defaults that do not fit', () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;

  test.each<[object, string]>([
    [{ type: 'text', default: 7 }, '7 is not text'],
    [{ type: 'text', default: 'a\0' }, '"a\\u0000" is not Unicode text without NUL characters'],
    [{ type: 'text', minLength: 2, default: '😀' }, '"😀" is shorter than minLength'],
    [{ type: 'text', maxLength: 1, default: 'ab' }, '"ab" is longer than maxLength'],
    [{ type: 'text', pattern: '^a', default: 'b' }, '"b" does not match the pattern'],
    [{ type: 'text', hasMany: true, default: 'a' }, '"a" is not a list'],
    [{ type: 'text', hasMany: true, default: ['a', 1] }, '1 is not text'],
    [{ type: 'text', hasMany: true, required: true, default: [] }, 'a required list is not empty'],
    [{ type: 'text', hasMany: true, minRows: 2, default: ['a'] }, 'it has 1 entries, fewer than minRows'],
    [{ type: 'email', default: 'x' }, '"x" is not an email address'],
    [{ type: 'url', default: 'example.com' }, '"example.com" is not an http or https URL'],
    [{ type: 'url', default: 'javascript:alert(1)' }, '"javascript:alert(1)" is not an http or https URL'],
    [{ type: 'number', default: '1' }, '"1" is not a number'],
    [{ type: 'number', default: Number.NaN }, 'NaN is not a number'],
    [{ type: 'number', integer: true, default: 1.5 }, '1.5 is not a whole number'],
    [{ type: 'number', min: 2, default: 1 }, '1 is less than min (2)'],
    [{ type: 'number', max: 2, default: 3 }, '3 is more than max (2)'],
    [{ type: 'boolean', default: 'true' }, '"true" is neither true nor false'],
    [{ type: 'date', default: '2023-02-29' }, '"2023-02-29" is not a date (YYYY-MM-DD)'],
    [{ type: 'date', default: new Date(0) }, 'a Date is not a date (YYYY-MM-DD)'],
    [
      { type: 'date', time: true, default: '2023-02-28' },
      '"2023-02-28" is not an ISO 8601 timestamp with a time zone',
    ],
    [{ type: 'select', options: ['a'], default: 'b' }, '"b" is not one of its options'],
    [{ type: 'select', options: ['a'], default: 'constructor' }, '"constructor" is not one of its options'],
    [{ type: 'json', default: { a: undefined } }, 'an object cannot be written as JSON'],
    [{ type: 'json', default: [() => 1] }, 'a list cannot be written as JSON'],
    [{ type: 'json', default: 1n }, '1n cannot be written as JSON'],
    [{ type: 'json', default: circle }, 'an object cannot be written as JSON'],
    [{ type: 'json', default: new Map() }, 'an object cannot be written as JSON'],
    [{ type: 'json', default: Symbol('x') }, 'a symbol cannot be written as JSON'],
    [{ type: 'richText', default: 'text' }, '"text" is not a JSON object or list'],
    [{ type: 'point', default: [200, 0] }, 'the longitude 200 is not from -180 to 180'],
    [{ type: 'point', default: [0, 91] }, 'the latitude 91 is not from -90 to 90'],
    [{ type: 'point', default: [0] }, 'a list is not [longitude, latitude]'],
    [{ type: 'relationship', to: 'posts', default: 7 }, '7 is not an id'],
    [{ type: 'relationship', to: ['posts'], default: 'x' }, '"x" is not { collection, id }'],
    [
      { type: 'relationship', to: ['posts'], default: { collection: 'authors', id: 'x' } },
      '"authors" is not one of the collections in "to"',
    ],
    [{ type: 'array', fields: [title], default: {} }, 'an object is not a list'],
    [{ type: 'array', fields: [title], default: [{ titel: 'x' }] }, 'its rows have no field "titel"'],
    [{ type: 'array', fields: [title], default: [{ title: 7 }] }, 'in "title", 7 is not text'],
    [
      { type: 'array', fields: [{ ...title, required: true }], default: [{}] },
      'in "title", a required value is missing',
    ],
    [
      { type: 'blocks', blocks: [{ slug: 'a', fields: [title] }], default: [{ blockType: 'b' }] },
      '"b" is not one of its blocks',
    ],
  ])('%o', (field, issue) => {
    expect(fieldIssues(field)).toEqual([`default does not fit: ${issue}.`]);
  });

  test('a default is not looked at where the limits are wrong themselves', () => {
    expect(fieldIssues({ type: 'text', maxLength: 'x', default: 'abc' })).toHaveLength(1);
  });
});

describe('names', () => {
  const named = (...names: readonly unknown[]): readonly string[] =>
    issues(posts(names.map((name) => ({ name, type: 'text' }))));

  test.each([
    ...['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'length', 'then', 'toJSON'],
    ...['A', 'a1', 'a_b', 'and', 'rowid', 'select', 'order', 'blockType', 'AND_', 'x'.repeat(300)],
  ])('a field may be called %s', (name) => {
    expect(named(name)).toEqual([]);
  });

  test.each(['id', 'createdAt', 'updatedAt', '_status', '_revision', 'AND', 'OR'])(
    '%s is reserved',
    (name) => {
      expect(named(name)).toEqual([
        `collections.posts.fields.${name}: "${name}" is reserved: choose another name.`,
      ]);
    },
  );

  test.each(['', '1a', '_a', 'a-b', 'a b', 'é', '__proto__', 'a\n', 'a\0', 'a.b', '$a'])(
    'a field cannot be called %j',
    (name) => {
      expect(named(name)).toEqual([
        expect.stringContaining(': must be letters, digits and "_", starting with a letter, not '),
      ]);
    },
  );

  test.each([
    ['ID', 'id'],
    ['createdat', 'createdAt'],
    ['UpdatedAt', 'updatedAt'],
  ])('%s differs only in case from %s', (name, own) => {
    expect(named(name)).toEqual([
      `collections.posts.fields.${name}: "${name}" differs only in case from the built-in "${own}".`,
    ]);
  });

  test('names are unique among siblings, whatever the case', () => {
    expect(named('a', 'b', 'a', 'B')).toEqual([
      'collections.posts.fields.a: "a" is used twice among the same fields.',
      'collections.posts.fields.B: "B" and "b" differ only in case: rename one.',
    ]);
  });

  test('a name must not read like a sort', () => {
    expect(named('price_asc', 'x_desc', '_asc')).toHaveLength(3);
    expect(named('price_ascending', 'desc', 'asc')).toEqual([]);
  });

  test('a field needs a name', () => {
    expect(issues(posts([{ type: 'text' }, { name: 7, type: 'text' }]))).toEqual([
      'collections.posts.fields[0].name: is missing.',
      'collections.posts.fields[1].name: must be text, not 7.',
    ]);
  });

  test('reserved names are free in groups, and those of rows are not', () => {
    const inner = [
      { name: 'id', type: 'text' },
      { name: 'createdAt', type: 'text' },
      { name: 'blockType', type: 'text' },
    ];
    expect(issues(posts([{ name: 'g', type: 'group', fields: inner }]))).toEqual([]);
    expect(issues(posts([{ name: 'a', type: 'array', fields: inner }]))).toEqual([
      'collections.posts.fields.a.fields.id: "id" is reserved: choose another name.',
    ]);
    expect(issues(posts([{ name: 'b', type: 'blocks', blocks: [{ slug: 'x', fields: inner }] }]))).toEqual([
      'collections.posts.fields.b.blocks.x.fields.id: "id" is reserved: choose another name.',
      'collections.posts.fields.b.blocks.x.fields.blockType: "blockType" is reserved: choose another name.',
    ]);
  });

  test('columns that meet are no fault', () => {
    const meta = { name: 'meta', type: 'group', fields: [title] };
    expect(issues(posts([{ name: 'meta_title', type: 'text' }, meta]))).toEqual([]);
  });
});

describe('slugs', () => {
  const withSlugs = (...slugs: readonly unknown[]): readonly string[] =>
    issues({ collections: slugs.map((slug) => ({ slug, fields: [title] })) });

  test.each(['a', 'constructor', 'users', 'blog-posts', 'a_b', 'a1', 'then-what', 'x'.repeat(200), 'system'])(
    '%s is a slug',
    (slug) => {
      expect(withSlugs(slug)).toEqual([]);
    },
  );

  test.each([
    ['Posts', 'posts'],
    ['blogPosts', 'blog-posts'],
    ['blog posts', 'blog-posts'],
    ['1st', 'st'],
    ['_a', 'a'],
    ['posts\n', 'posts'],
    ['toString', 'to-string'],
    ['__proto__', 'proto__'],
  ])('%j is none', (slug, suggestion) => {
    const [only, ...more] = withSlugs(slug);
    expect(only).toMatch(/must be lower-case letters, digits, "-" and "_", starting with a letter, not /);
    expect(only).toContain(`[${suggestion}]`);
    expect(more).toEqual([]);
  });

  test('what is no text, or too long for a file, is none', () => {
    expect(withSlugs(undefined, '', 7, 'x'.repeat(201))).toEqual([
      'collections[0].slug: is missing.',
      'collections[1].slug: must be lower-case letters, digits, "-" and "_", starting with a letter, not "".',
      'collections[2].slug: must be text, not 7.',
      expect.stringContaining('must have at most 200 characters, not 201.'),
    ]);
  });

  const reserved = [
    'admin',
    'auth',
    'globals',
    'health',
    'docs',
    'metrics',
    'api_keys',
    'safe',
    'svc',
    'then',
    'query',
  ];

  test.each(reserved)('%s is reserved', (slug) => {
    expect(withSlugs(slug)).toEqual([
      `collections.${slug}: "${slug}" is reserved: choose another slug for this collection.`,
    ]);
    expect(issues({ globals: [{ slug, fields: [title] }] })).toHaveLength(1);
  });

  test('what is called like a reserved slug in the SDK is reserved too', () => {
    expect(withSlugs('api-keys')).toEqual([
      'collections.api-keys: "api-keys" is reserved (as "api_keys"): choose another slug for this collection.',
    ]);
  });

  test('system is reserved among globals', () => {
    expect(issues({ globals: [{ slug: 'system', fields: [title] }] })).toEqual([
      'globals.system: "system" is reserved: choose another slug for this global.',
    ]);
  });

  test('slugs are unique, also as camelCase', () => {
    expect(
      withSlugs('posts', 'posts', 'blog-posts', 'blog_posts', 'blog--posts', 'blogposts', 'a', 'a-'),
    ).toEqual([
      'collections.posts: "posts" is used twice.',
      'collections.blog_posts: "blog_posts" and "blog-posts" are both called "blogPosts" in the SDK: rename one.',
      'collections.blog--posts: "blog--posts" and "blog-posts" are both called "blogPosts" in the SDK: rename one.',
      'collections.a-: "a-" and "a" are both called "a" in the SDK: rename one.',
    ]);
  });

  test('a collection and a global may share a slug', () => {
    expect(
      issues({
        collections: [{ slug: 'site', fields: [title] }],
        globals: [{ slug: 'site', fields: [title] }],
      }),
    ).toEqual([]);
  });

  test('slugs of blocks are unique in their field', () => {
    const block = (slug: unknown): object => ({ slug, fields: [title] });
    const blocks = [
      block('hero'),
      block('hero'),
      block('call-out'),
      block('callOut'),
      block('9'),
      { fields: [title] },
    ];
    expect(issues(posts([{ name: 'b', type: 'blocks', blocks }]))).toEqual([
      'collections.posts.fields.b.blocks.hero: "hero" is used twice in the same field.',
      'collections.posts.fields.b.blocks.callOut: "callOut" and "call-out" differ only in marks: rename one.',
      'collections.posts.fields.b.blocks.9: must be lower-case letters, digits, "-" and "_", starting with a letter, not "9".',
      'collections.posts.fields.b.blocks[5].slug: is missing.',
    ]);
  });
});

describe('inside rows', () => {
  const inRows = (field: object): readonly string[] =>
    issues(
      posts([
        {
          name: 'rows',
          type: 'array',
          fields: [{ name: 'g', type: 'group', fields: [{ name: 'f', ...field }] }],
        },
      ]),
    ).map((issue) => issue.replace('collections.posts.fields.rows.fields.g.fields.f: ', ''));

  test('there is nothing unique, no index, no slug and no join', () => {
    expect(inRows({ type: 'text', unique: true })).toEqual([
      'unique does not work inside rows: their values are not columns.',
    ]);
    expect(inRows({ type: 'text', index: true })).toEqual([
      'index does not work inside rows: their values are not columns.',
    ]);
    expect(inRows({ type: 'slug' })).toEqual([
      'cannot be a slug inside rows, where nothing keeps it unique: use text with a pattern.',
    ]);
    expect(inRows({ type: 'join', collection: 'authors', on: 'boss' })).toContain(
      'cannot be a join inside rows: relations refer to documents.',
    );
  });

  test('relations are checked as elsewhere', () => {
    expect(inRows({ type: 'relationship', to: 'author' })).toEqual([
      'to names the unknown collection "author". [authors]',
    ]);
    const block = { slug: 'b', fields: [{ name: 'r', type: 'relationship', to: 'nowhere' }] };
    expect(issues(posts([{ name: 'x', type: 'blocks', blocks: [block] }]))).toEqual([
      'collections.posts.fields.x.blocks.b.fields.r: to names the unknown collection "nowhere".',
    ]);
  });
});

describe('collections', () => {
  const fields = [
    title,
    author,
    { name: 'tags', type: 'text', hasMany: true },
    { name: 'body', type: 'richText' },
    { name: 'rows', type: 'array', fields: [{ name: 'label', type: 'text' }] },
    {
      name: 'seo',
      type: 'group',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'slug', type: 'slug', from: 'title' },
      ],
    },
  ];
  const withOptions = (options: object): readonly string[] =>
    issues(posts(fields, options)).map((issue) => issue.replace(/^collections\.posts/, ''));

  test('may have every option', () => {
    expect(
      withOptions({
        labels: { singular: 'Post', plural: 'Posts' },
        description: 'Posts.',
        access: { read: () => true, create: ['admin'], update: ['author', 'editor'], delete: [] },
        admin: {
          useAsTitle: 'seo.title',
          defaultColumns: ['title', 'author', 'tags', 'createdAt', '_status'],
          group: 'x',
        },
        defaultSort: 'title_asc, seo.title,createdAt_desc',
        indexes: [
          { fields: ['author', 'title', 'seo.title', 'createdAt'] },
          { fields: ['title', 'author'], unique: true },
        ],
        drafts: { readRoles: ['editor'] },
        versions: { max: 5 },
        hooks: {
          beforeValidate: () => {},
          beforeChange: [() => {}, async () => {}],
          afterRead: [],
          afterDelete: () => {},
        },
      }),
    ).toEqual([]);
  });

  test.each<[object, readonly string[]]>([
    [{ feilds: [] }, [': a collection has no option "feilds". [fields]']],
    [{ label: 'Post' }, [': a collection has no option "label". [labels]']],
    [{ labels: { singular: '' } }, ['.labels.singular: must not be empty.']],
    [{ labels: 'Post' }, ['.labels: must be an object, not "Post".']],
    [{ fields: [] }, ['.fields: must not be empty.']],
    [{ fields: {} }, ['.fields: must be a list of fields, not an object.']],
    [{ fields: undefined }, [': a collection needs "fields".']],
    [
      { fields: [false, null, 'x', [], title] },
      [
        '.fields[0]: must be a field, not false.',
        '.fields[1]: must be a field, not null.',
        '.fields[2]: must be a field, not "x".',
        '.fields[3]: must be a field, not an empty list.',
      ],
    ],
    [{ access: { raed: [] } }, ['.access: has no option "raed". [read]']],
    [{ access: { remove: [] } }, ['.access: has no option "remove". [delete]']],
    [{ access: { read: true } }, ['.access.read: must be a list of roles or a function, not true.']],
    [{ access: ['admin'] }, ['.access: must be an object, not a list.']],
    [{ admin: { useAsTitle: 'titel' } }, ['.admin.useAsTitle: names the unknown field "titel". [title]']],
    [
      { admin: { useAsTitle: 'tags' } },
      ['.admin.useAsTitle: names "tags", a list in a text field, which cannot be a title.'],
    ],
    [
      { admin: { useAsTitle: 'author' } },
      ['.admin.useAsTitle: names "author", a relationship field, which cannot be a title.'],
    ],
    [{ admin: { useAsTitle: 'constructor' } }, ['.admin.useAsTitle: names the unknown field "constructor".']],
    [
      { admin: { defaultColumns: ['title', 'seo.titel'] } },
      ['.admin.defaultColumns[1]: names the unknown field "seo.titel". [seo.title]'],
    ],
    [{ admin: { defaultColumns: ['title', 'title'] } }, ['.admin.defaultColumns[1]: repeats "title".']],
    [
      { admin: { defaultColumns: ['rows.label'] } },
      ['.admin.defaultColumns[0]: names "rows.label", a text field inside rows, which cannot be a column.'],
    ],
    [{ defaultSort: 'titel_desc' }, ['.defaultSort: names the unknown field "titel". [title]']],
    [{ defaultSort: '-createdAt' }, ['.defaultSort: names the unknown field "-createdAt". [createdAt_desc]']],
    [{ defaultSort: 'body' }, ['.defaultSort: names "body", a richText field, which cannot be sorted by.']],
    [
      { defaultSort: 'author_asc' },
      ['.defaultSort: names "author", a relationship field, which cannot be sorted by.'],
    ],
    [
      { defaultSort: 'rows.label' },
      ['.defaultSort: names "rows.label", a text field inside rows, which cannot be sorted by.'],
    ],
    [
      { defaultSort: 'title,,id' },
      ['.defaultSort: has an empty field name: write it as "title_asc,createdAt_desc".'],
    ],
    [{ defaultSort: 'title_asc,title_desc' }, ['.defaultSort: names "title" twice.']],
    [{ defaultSort: 7 }, ['.defaultSort: must be text, not 7.']],
    [{ indexes: { fields: ['title'] } }, ['.indexes: must be a list, not an object.']],
    [{ indexes: [{ fields: [] }] }, ['.indexes[0].fields: must not be empty.']],
    [{ indexes: [{ unique: true }] }, ['.indexes[0]: needs "fields".']],
    [
      { indexes: [{ fields: ['titel', 'tags', 'body', 'rows.label'] }] },
      [
        '.indexes[0].fields[0]: names the unknown field "titel". [title]',
        '.indexes[0].fields[1]: names "tags", a list in a text field, which cannot be indexed.',
        '.indexes[0].fields[2]: names "body", a richText field, which cannot be indexed.',
        '.indexes[0].fields[3]: names "rows.label", a text field inside rows, which cannot be indexed.',
      ],
    ],
    [
      { indexes: [{ fields: ['title', 'title'], uniqe: true }] },
      ['.indexes[0].fields[1]: repeats "title".', '.indexes[0]: has no option "uniqe". [unique]'],
    ],
    [{ drafts: 'yes' }, ['.drafts: must be true, false or { readRoles, autosave }, not "yes".']],
    [
      { drafts: { readRoles: ['bos'] } },
      [expect.stringContaining('.drafts.readRoles[0]: must be "super_admin"') as never],
    ],
    [{ versions: { max: 0 } }, ['.versions.max: must be a whole number of at least 1, not 0.']],
    [{ hooks: { beforeUpdate: () => {} } }, ['.hooks: has no option "beforeUpdate". [beforeChange]']],
    [{ hooks: { afterCreate: () => {} } }, ['.hooks: has no option "afterCreate". [afterChange]']],
    [{ hooks: { afterFind: () => {} } }, ['.hooks: has no option "afterFind". [afterRead]']],
    [{ name: 'x' }, [': a collection has no option "name". [slug]']],
    [{ hooks: { beforeChnage: () => {} } }, ['.hooks: has no option "beforeChnage". [beforeChange]']],
    [
      { hooks: { beforeChange: 'x' } },
      ['.hooks.beforeChange: must be a function or a list of functions, not "x".'],
    ],
    [{ hooks: { beforeChange: [() => {}, 7] } }, ['.hooks.beforeChange[1]: must be a function, not 7.']],
  ])('%o', (options, expected) => {
    const known =
      'fields' in options
        ? issues(posts(title, options)).map((issue) => issue.replace(/^collections\.posts/, ''))
        : withOptions(options);
    expect(known).toEqual(expected);
  });

  test('a slug is filled from a sibling before a field of the root', () => {
    const group = (from: string): object => ({
      name: 'g',
      type: 'group',
      fields: [
        { name: 'title', type: 'number' },
        { name: 's', type: 'slug', from },
      ],
    });
    expect(issues(posts([title, group('title')]))).toEqual([
      'collections.posts.fields.g.fields.s: from must name a single text field outside rows, and "title" is not one.',
    ]);
    expect(issues(posts([{ name: 'head', type: 'text' }, group('head')]))).toEqual([]);
  });
});

describe('globals', () => {
  const site = (options: object): readonly string[] =>
    issues({ ...posts([title]), globals: [{ slug: 'site', fields: [title], ...options }] });

  test('may have every option', () => {
    expect(
      site({
        label: 'Site',
        description: 'x',
        access: { read: () => true, update: [] },
        admin: { group: 'x' },
        drafts: false,
        versions: true,
        hooks: { beforeChange: () => {} },
        fields: [{ ...author, index: true }],
      }),
    ).toEqual([]);
  });

  test.each<[object, string]>([
    [{ labels: {} }, 'globals.site: a global has no option "labels". [label]'],
    [{ defaultSort: 'title' }, 'globals.site: a global has no option "defaultSort".'],
    [{ access: { delete: [] } }, 'globals.site.access: has no option "delete".'],
    [{ hooks: { beforeDelete: () => {} } }, 'globals.site.hooks: has no option "beforeDelete".'],
    [
      { fields: [{ name: 'j', type: 'join', collection: 'posts', on: 'x' }] },
      'globals.site.fields.j: cannot be a join in a global: relations refer to collections.',
    ],
    [
      { fields: [{ name: 'r', type: 'relationship', to: 'site' }] },
      'globals.site.fields.r: to names the global "site": relations refer to documents of collections.',
    ],
  ])('%j', (options, issue) => {
    expect(site(options)).toContain(issue);
  });
});

describe('the whole config', () => {
  const whole = (options: object): readonly string[] => issues({ ...posts([title]), ...options });

  test('may have every option', () => {
    expect(
      whole({
        name: 'Blog',
        baseUrl: 'https://example.com/cms',
        output: 'src/generated',
        sdk: { emit: 'ts' },
        db: sqlite({ path: 'x.db' }),
        limits: { maxLimit: 1, maxDepth: 0, bodyBytes: 1, answerCache: 0 },
        server: {
          port: 0,
          host: '::1',
          trustProxy: ['loopback', '10.0.0.0/8', '::1'],
          cors: { origins: ['https://example.com', 'http://localhost:5173'] },
          requestTimeout: 0,
        },
        email: {
          from: 'x <x@example.com>',
          transport: 'smtp://u:p@h:25',
          templates: { welcome: () => ({}) },
          logoUrls: { light: '/a.svg', dark: '/b.svg' },
        },
      }),
    ).toEqual([]);
  });

  test.each<[object, readonly string[]]>([
    [{ colections: [] }, [': the config has no option "colections". [collections]']],
    [{ plugins: [] }, [': the config has no option "plugins".']],
    [{ serverURL: 'https://a.example' }, [': the config has no option "serverURL". [baseUrl]']],
    [{ name: '' }, ['name: must not be empty.']],
    [
      { baseUrl: 'example.com' },
      ['baseUrl: must be an http or https address, such as https://example.com, not "example.com".'],
    ],
    [
      { baseUrl: 'https://u:p@example.com' },
      ['baseUrl: must have no query, fragment or credentials, such as https://example.com.'],
    ],
    [{ output: ' ' }, ['output: must be the path of a folder, not " ".']],
    [{ openapi: { contact: { url: 'https://example.com' }, public: { tags: ['Posts'] } } }, []],
    [{ openapi: { contact: {} } }, ['openapi.contact: must have a name, url or email.']],
    [
      { openapi: { contact: { email: 'nobody', url: 'example.com' } } },
      [
        'openapi.contact.email: must be an email address such as api@example.com, not "nobody".',
        'openapi.contact.url: must be an http or https address, such as https://example.com, not "example.com".',
      ],
    ],
    [{ openapi: { public: 'yes' } }, ['openapi.public: must be true or false, not "yes".']],
    [
      { openapi: { public: { tags: [] } } },
      ['openapi.public.tags: must name at least one tag; without it all collections and globals are in.'],
    ],
    [{ sdk: {} }, []],
    [{ sdk: { emit: 'tsx' } }, ['sdk.emit: must be "js" or "ts", not "tsx". [ts]']],
    [{ sdk: { language: 'ts' } }, ['sdk: has no option "language".']],
    [{ sdk: 'ts' }, ['sdk: must be an object, not "ts".']],
    [{ db: 'data.db' }, ['db: must be sqlite({ path }) or postgres({ url }), not "data.db".']],
    [{ db: { kind: 'sqlite' } }, ['db: needs "path".']],
    [{ db: { kind: 'sqlite', path: '' } }, ['db.path: must be the path of a file, not "".']],
    [{ db: { kind: 'sqlite', path: 'x', file: 'y' } }, ['db: has no option "file".']],
    [{ db: { kind: 'postgres', url: 'postgres://u:secret@h/d', pool: { min: 2, max: 20 } } }, []],
    // The environment may set it when the server starts.
    [{ db: { kind: 'postgres', url: '' } }, []],
    [{ db: { kind: 'postgres' } }, ['db: needs "url".']],
    [
      { db: { kind: 'postgres', url: 'mysql://u:secret@h/d' } },
      [
        'db.url: must be the address of a PostgreSQL server; write postgres://user:password@host:5432/database.',
      ],
    ],
    [
      { db: { kind: 'postgres', url: 'postgres://h/d', pool: { mx: 3 } } },
      ['db.pool: has no option "mx". [max]'],
    ],
    [
      { db: { kind: 'postgres', url: 'postgres://h/d', pool: { min: 20, max: 5 } } },
      ['db.pool.min: must not be above max, which is 5.'],
    ],
    [{ db: postgres({ url: undefined, replicas: ['postgres://u:secret@h/d', undefined] }) }, []],
    [
      { db: { kind: 'postgres', url: 'postgres://h/d', replicas: 'postgres://u:secret@h/d' } },
      ['db.replicas: must be a list of addresses, such as [process.env.REPLICA_URL].'],
    ],
    [
      {
        db: { kind: 'postgres', url: 'postgres://h/d', replicas: ['postgres://u:secret@h/d', 'file:secret'] },
      },
      [
        'db.replicas[1]: must be the address of a PostgreSQL server; write postgres://user:password@host:5432/database.',
      ],
    ],
    [{ auth: { secret: 'x' } }, []],
    [{ auth: undefined }, []],
    [{ limits: { maxLimt: 3 } }, ['limits: has no option "maxLimt". [maxLimit]']],
    [
      { limits: { maxLimit: 0, maxDepth: -1, bodyBytes: 1e12, answerCache: 0.5 } },
      [
        'limits.maxLimit: must be a whole number of at least 1, not 0.',
        'limits.maxDepth: must be a whole number from 0 to 100, not -1.',
        'limits.bodyBytes: must be a whole number from 1 to 268435456, not 1000000000000.',
        'limits.answerCache: must be a whole number of at least 0, not 0.5.',
      ],
    ],
    [{ server: { port: '3000' } }, ['server.port: must be a whole number from 0 to 65535, not "3000".']],
    [
      { server: { host: 'http://x' } },
      ['server.host: must be an address or name to listen on, such as 127.0.0.1, not "http://x".'],
    ],
    [{ server: { trustProxy: -1 } }, ['server.trustProxy: must be a whole number from 0 to 100, not -1.']],
    [
      { server: { trustProxy: ['10.0.0.0/33'] } },
      [expect.stringContaining('server.trustProxy[0]: must be an IP address, a subnet') as never],
    ],
    [
      { server: { cors: { origins: ['https://example.com/'] } } },
      [
        'server.cors.origins[0]: must be an origin, such as https://example.com or "*", not "https://example.com/". [https://example.com]',
      ],
    ],
    [
      { server: { cors: { origins: 'https://example.com' } } },
      ['server.cors.origins: must be a list, not "https://example.com".'],
    ],
    [{ server: { cors: true } }, ['server.cors: must be an object, not true.']],
    [
      { server: { requestTimeout: 2 ** 31 } },
      ['server.requestTimeout: must be a whole number from 0 to 2147483647, not 2147483648.'],
    ],
    [
      { email: { transport: 'smpt://u:secret@h' } },
      ['email.transport: must be smtp://user:password@host:port or an object with sendMail.'],
    ],
    [
      { email: { templates: { wellcome: () => ({}) } } },
      ['email.templates: has no option "wellcome". [welcome]'],
    ],
    [{ collections: {} }, ['collections: must be a list of collections, not an object.']],
    [
      { collections: [null, [], () => 1] },
      [
        'collections[0]: must be a collection, not null.',
        'collections[1]: must be a collection, not an empty list.',
        'collections[2]: must be a collection, not a function.',
      ],
    ],
    // biome-ignore lint/suspicious/noSparseArray: a comma too many in somebody's config.
    [{ collections: [, authors] }, ['collections[0]: must be a collection, not undefined.']],
  ])('%o', (options, expected) => {
    expect(whole(options)).toEqual(expected);
  });

  test.each([undefined, null, 7, 'x', [], () => 1, Promise.resolve({}), new Map()])(
    '%o is no config',
    (config) => {
      expect(issues(config)).toEqual([
        expect.stringMatching(
          /^: the config must be an object, created by defineConfig\(\{ \.\.\. \}\), not .+\.$/,
        ),
      ]);
    },
  );

  test.each([{}, { collections: [] }, { collections: [], globals: [] }])('%j has nothing in it', (config) => {
    expect(issues(config)).toEqual([': the config needs collections or globals.']);
  });

  test('every fault is reported at once', () => {
    const config = {
      naem: 'x',
      collections: [
        {
          slug: 'posts',
          fields: [
            { name: 'a', type: 'txt' },
            { name: 'b', type: 'text', min: 1 },
          ],
          defaultSort: 'c',
        },
        { slug: 'Tags', fields: [] },
      ],
      limits: { maxDepth: 'x' },
    };
    expect(issues(config)).toHaveLength(7);
  });
});

describe('configs that have no end', () => {
  test('a group that contains itself', () => {
    const group: { name: string; type: string; fields: unknown[] } = { name: 'g', type: 'group', fields: [] };
    group.fields.push(title, group);
    expect(issues(posts([group]))).toEqual(['collections.posts.fields.g.fields.g: must not contain itself.']);
  });

  test('a list of fields that contains itself', () => {
    const fields: unknown[] = [title];
    fields.push({ name: 'g', type: 'array', fields });
    expect(issues(posts(fields))).toEqual(['collections.posts.fields.g: fields must not contain itself.']);
  });

  test('a block that contains itself', () => {
    const block: { slug: string; fields: unknown[] } = { slug: 'columns', fields: [title] };
    block.fields.push({ name: 'inner', type: 'blocks', blocks: [block] });
    expect(issues(posts([{ name: 'b', type: 'blocks', blocks: [block] }])).join()).toContain(
      'must not contain itself',
    );
  });

  test('a part that is used in two places is no circle', () => {
    const seo = { name: 'seo', type: 'group', fields: [title] };
    const fields = [title, seo, { name: 'g', type: 'group', fields: [seo] }];
    expect(issues(posts(fields))).toEqual([]);
  });

  test('fields below what a request can hold', () => {
    let fields: object[] = [title];
    for (let depth = 0; depth < 40; depth += 1) fields = [{ name: 'r', type: 'array', fields }];
    expect(issues(posts(fields)).join()).toContain(
      'fields must not nest so deeply: the body of a request has at most 64 levels.',
    );
  });

  test('blocks that double on every level', () => {
    let fields: object[] = [title];
    for (let depth = 0; depth < 25; depth += 1) {
      fields = [
        {
          name: 'b',
          type: 'blocks',
          blocks: [
            { slug: 'x', fields },
            { slug: 'y', fields },
          ],
        },
      ];
    }
    expect(issues(posts(fields)).join()).toContain('must end: the config has more than 50000 fields');
  });
});

test('a collection that no table could hold', () => {
  const fields = Array.from({ length: 1501 }, (_, index) => ({ name: `f${index}`, type: 'text' }));
  expect(issues(posts(fields))).toEqual([
    'collections.posts: has 1501 columns, more than 1500, which every database can hold: move fields into rows, json or another collection.',
  ]);
  expect(issues(posts(fields.slice(1)))).toEqual([]);
});

test('a config that throws when it is looked at', () => {
  const config = {
    ...posts([title]),
    get name(): string {
      throw new Error('no name today');
    },
  };
  expect(issues(config)).toEqual([': the config could not be read: no name today.']);
});

describe('anything at all', () => {
  const keys = fc.constantFrom(
    ...[
      'collections',
      'globals',
      'slug',
      'fields',
      'name',
      'type',
      'to',
      'on',
      'blocks',
      'options',
      'default',
      'hooks',
    ],
    ...[
      'admin',
      'access',
      'labels',
      'indexes',
      'defaultSort',
      'min',
      'max',
      'pattern',
      'from',
      'collection',
      'where',
    ],
    ...['db', 'server', 'limits', 'email', 'required', 'hasMany', '__proto__', 'constructor', 'toString'],
  );
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(
      'text',
      'group',
      'blocks',
      'relationship',
      'join',
      'select',
      'slug',
      'posts',
      'a_desc',
      '(',
    ),
    fc.anything({
      maxDepth: 0,
      withBigInt: true,
      withDate: true,
      withNullPrototype: true,
      withSparseArray: true,
    }),
    fc.constantFrom<unknown>(
      () => 1,
      Symbol('x'),
      undefined,
      null,
      /x/,
      new Date(Number.NaN),
      Number.NaN,
      -0,
    ),
  );
  const { config } = fc.letrec((tie) => ({
    config: fc.oneof({ depthSize: 'medium', withCrossShrink: true }, leaf, tie('list'), tie('object')),
    list: fc.array(tie('config'), { maxLength: 4 }),
    object: fc.dictionary(keys, tie('config'), { maxKeys: 6 }),
  }));

  test('gives issues or none, and never throws', () => {
    fc.assert(
      fc.property(config, (value) => {
        for (const { path, message } of validateConfig({
          collections: [{ slug: 'posts', fields: value }],
          globals: value,
        })) {
          expect(typeof path).toBe('string');
          expect(message).toMatch(/\.$/s);
        }
        validateConfig(value);
      }),
      { numRuns: 500 },
    );
  });
});

test('a large config is checked in milliseconds', () => {
  const fields = Array.from({ length: 15 }, (_, index) => ({
    name: `f${index}`,
    type: 'text',
    maxLength: 10,
  }));
  const collections = Array.from({ length: 100 }, (_, index) => ({ slug: `c${index}`, fields }));
  const start = performance.now();
  expect(validateConfig({ collections })).toEqual([]);
  expect(performance.now() - start).toBeLessThan(500);
});

describe('how the dashboard looks', () => {
  const adminFaults = (admin: unknown): readonly string[] =>
    issues({ ...posts([title]), admin }).map((issue) => issue.replace(/^admin\.?/, ''));

  test.each<[unknown]>([
    [false],
    [{}],
    [
      {
        name: 'Acme',
        logo: './a b.svg',
        logoDark: '/static/x.PNG?v=1',
        css: 'x/y.css',
        widgets: { 'a-1': '/w.js' },
        imageOrigins: ['https://cdn.example.com', 'http://localhost:9000'],
      },
    ],
    ...['#fff', '#FF00aa80', 'rgb(1 2 3 / 50%)', 'hsl(120deg 10% 10%)', 'oklch(0.6 0.2 260)'].map(
      (accentColor): [unknown] => [{ accentColor }],
    ),
  ])('%j is right', (admin) => {
    expect(adminFaults(admin)).toEqual([]);
  });

  test.each<[unknown, string]>([
    [true, ': must be false or an object, not true.'],
    [{ colour: '#fff' }, 'has no option "colour"'],
    [{ logo: 'https://example.com/x.svg' }, 'logo: must be of the same origin'],
    [{ logo: '//example.com/x.svg' }, 'logo: must be of the same origin'],
    [{ logo: '/\\example.com/x.svg' }, 'logo: must be of the same origin'],
    [{ css: 'javascript:alert(1)//.css' }, 'css: must be of the same origin'],
    [{ logo: './x.exe' }, 'logo: must end in .svg, .png'],
    [{ logo: '' }, 'logo: must be a file next to the config'],
    [{ accentColor: 'red; background: url(//x)' }, 'accentColor: must be a colour'],
    [{ accentColor: 'url(x)' }, 'accentColor: must be a colour'],
    [{ widgets: { 'a b': './a.js' } }, 'widgets: has the name "a b"'],
    [{ widgets: { a: './a.ts' } }, 'widgets.a: must end in .js, .mjs'],
    [{ imageOrigins: ['https://cdn.example.com/a'] }, 'imageOrigins[0]: must be an origin'],
    [
      { imageOrigins: ["https://a.example; script-src 'unsafe-inline'"] },
      'imageOrigins[0]: must be an origin',
    ],
    [{ imageOrigins: ['https://*.example.com'] }, 'imageOrigins[0]: must be an origin'],
    [{ imageOrigins: ['*'] }, 'imageOrigins[0]: must be an origin'],
    [{ imageOrigins: ['data:'] }, 'imageOrigins[0]: must be an origin'],
  ])('%j is wrong', (admin, issue) => {
    const [first, ...more] = adminFaults(admin);
    expect(first).toContain(issue);
    expect(more).toEqual([]);
  });

  test('a field names one of its widgets', () => {
    const named = { ...title, admin: { widget: 'color' } };
    expect(issues({ ...posts([named]), admin: { widgets: { colour: './a.js' } } })).toEqual([
      'collections.posts.fields.title: admin.widget names "color", which is not one of the config\'s admin.widgets. [colour]',
    ]);
    expect(issues({ ...posts([named]), admin: false })).toEqual([]);
  });
});

test.each(['mcp', 'jobs', 'webhooks'])('%s is no option before it is built', (option) => {
  const found = issues({ collections: [{ slug: 'posts', fields: [title] }], [option]: true });
  expect(found).toEqual([expect.stringContaining(`"${option}"`)]);
});
