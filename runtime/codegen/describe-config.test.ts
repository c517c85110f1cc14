import { describe, expect, test } from 'vitest';
import type { CollectionConfig } from '../config/collection-config.js';
import type { FieldConfig } from '../config/field-config.js';
import type { ServiceConfig } from '../config/service-config.js';
import { validateConfig } from '../config/validate/validate-config.js';
import { describeConfig } from './describe-config.js';
import type { CollectionDescriptor, FieldDescriptor } from './descriptors.js';

function describeFields(
  fields: readonly FieldConfig[],
  options: Partial<CollectionConfig> = {},
): CollectionDescriptor {
  const config = {
    collections: [
      { slug: 'posts', fields, ...options },
      { slug: 'authors', fields: [text('name')] },
    ],
  };
  expect(validateConfig(config)).toEqual([]);
  const [posts] = describeConfig(config).collections;
  if (posts === undefined) throw new Error('There is no collection.');
  return posts;
}

function text(name: string): FieldConfig {
  return { name, type: 'text' };
}

/** Column names by path. */
function columns(fields: readonly FieldDescriptor[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      if (field.type === 'group') return Object.entries(columns(field.fields));
      if (field.type === 'point') return [[field.path, field.columns]];
      if (field.type === 'relationship')
        return [[field.path, field.table ?? [field.column, field.collectionColumn]]];
      return [[field.path, 'column' in field ? field.column : undefined]];
    }),
  );
}

const byte = (name: unknown): number => Buffer.byteLength(String(name));

describe('fields', () => {
  test('of every type, with what the runtime must know and no more', () => {
    const { fields } = describeFields([
      {
        name: 'title',
        type: 'text',
        required: true,
        minLength: 1,
        maxLength: 9,
        pattern: /^a\d$/gi,
        unique: true,
        default: 'a1',
        label: 'T',
        description: 'x',
        admin: { hidden: true },
        access: { read: ['admin'] },
        validate: () => true,
      },
      { name: 'words', type: 'text', hasMany: true, minRows: 1, maxRows: 2, pattern: '[a-z&&b]' },
      { name: 'slug', type: 'slug', from: 'title' },
      { name: 'n', type: 'number', integer: true, min: 0, max: 0, default: () => 0 },
      { name: 'flag', type: 'boolean', required: false, default: false },
      { name: 'at', type: 'date', time: true, index: true },
      { name: 'kind', type: 'select', options: ['a', { label: 'B', value: 'b' }], hasMany: false },
      { name: 'extra', type: 'json', default: { a: 1 } },
      { name: 'body', type: 'richText' },
      { name: 'place', type: 'point' },
      { name: 'author', type: 'relationship', to: 'authors', required: true },
      { name: 'about', type: 'relationship', to: ['authors'] },
      { name: 'friends', type: 'relationship', to: ['authors', 'posts'], hasMany: true, onDelete: 'cascade' },
      {
        name: 'seo',
        type: 'group',
        fields: [{ name: 'slug', type: 'slug', from: 'words2' }, text('words2')],
      },
      {
        name: 'rows',
        type: 'array',
        maxRows: 3,
        fields: [
          { name: 'who', type: 'relationship', to: 'authors' },
          { name: 'p', type: 'point' },
        ],
      },
      { name: 'layout', type: 'blocks', blocks: [{ slug: 'hero', label: 'H', fields: [text('heading')] }] },
    ]);
    expect(fields).toEqual([
      {
        type: 'text',
        name: 'title',
        path: 'title',
        required: true,
        validate: true,
        default: 'a1',
        column: 'title',
        unique: true,
        minLength: 1,
        maxLength: 9,
        pattern: { source: '^a\\d$', flags: 'iu' },
      },
      {
        type: 'text',
        name: 'words',
        path: 'words',
        column: 'words',
        hasMany: true,
        minRows: 1,
        maxRows: 2,
        pattern: { source: '[a-z&&b]', flags: 'u' },
      },
      { type: 'slug', name: 'slug', path: 'slug', column: 'slug', unique: true, from: 'title' },
      {
        type: 'number',
        name: 'n',
        path: 'n',
        defaultCallback: true,
        column: 'n',
        integer: true,
        min: 0,
        max: 0,
      },
      { type: 'boolean', name: 'flag', path: 'flag', default: false, column: 'flag' },
      { type: 'date', name: 'at', path: 'at', column: 'at', time: true },
      { type: 'select', name: 'kind', path: 'kind', column: 'kind', options: ['a', 'b'] },
      { type: 'json', name: 'extra', path: 'extra', default: { a: 1 }, column: 'extra' },
      { type: 'richText', name: 'body', path: 'body', column: 'body' },
      { type: 'point', name: 'place', path: 'place', columns: ['place_longitude', 'place_latitude'] },
      {
        type: 'relationship',
        name: 'author',
        path: 'author',
        required: true,
        to: ['authors'],
        onDelete: 'restrict',
        column: 'author',
      },
      {
        type: 'relationship',
        name: 'about',
        path: 'about',
        to: ['authors'],
        polymorphic: true,
        onDelete: 'set null',
        column: 'about',
        collectionColumn: 'about_collection',
      },
      {
        type: 'relationship',
        name: 'friends',
        path: 'friends',
        hasMany: true,
        to: ['authors', 'posts'],
        polymorphic: true,
        onDelete: 'cascade',
        table: 'posts__friends',
      },
      {
        type: 'group',
        name: 'seo',
        path: 'seo',
        fields: [
          {
            type: 'slug',
            name: 'slug',
            path: 'seo.slug',
            column: 'seo_slug',
            unique: true,
            from: 'seo.words2',
          },
          { type: 'text', name: 'words2', path: 'seo.words2', column: 'seo_words2' },
        ],
      },
      {
        type: 'array',
        name: 'rows',
        path: 'rows',
        column: 'rows',
        fields: [
          { type: 'relationship', name: 'who', path: 'rows.who', to: ['authors'], onDelete: 'set null' },
          { type: 'point', name: 'p', path: 'rows.p' },
        ],
        maxRows: 3,
      },
      {
        type: 'blocks',
        name: 'layout',
        path: 'layout',
        column: 'layout',
        blocks: [{ slug: 'hero', fields: [{ type: 'text', name: 'heading', path: 'layout.heading' }] }],
      },
    ]);
  });

  test('survive JSON unchanged, so that what is printed is what runs', () => {
    const contract = describeConfig({
      collections: [{ slug: 'a', fields: [{ ...text('b'), label: 'x' }] }],
      globals: [],
    });
    expect(JSON.parse(JSON.stringify(contract))).toEqual(contract);
  });

  test('a join sorts as its collection does', () => {
    const config: ServiceConfig = {
      collections: [
        {
          slug: 'posts',
          fields: [text('title'), { name: 'author', type: 'relationship', to: 'authors' }],
          defaultSort: 'title_asc',
        },
        {
          slug: 'authors',
          fields: [
            { name: 'posts', type: 'join', collection: 'posts', on: 'author' },
            {
              name: 'newest',
              type: 'join',
              collection: 'posts',
              on: 'author',
              sort: 'createdAt_desc',
              limit: 3,
              where: { title: 'x' },
            },
          ],
        },
      ],
    };
    expect(describeConfig(config).collections[1]?.fields).toMatchObject([
      { limit: 10, sort: 'title_asc' },
      { limit: 3, sort: 'createdAt_desc', where: { title: 'x' } },
    ]);
  });
});

describe('columns', () => {
  test('a plain name keeps its column beside a group that would have the same', () => {
    const meta: FieldConfig = { name: 'meta', type: 'group', fields: [text('title')] };
    for (const fields of [
      [text('meta_title'), meta],
      [meta, text('meta_title')],
    ]) {
      const named = columns(describeFields(fields).fields);
      expect(named['meta_title']).toBe('meta_title');
      expect(named['meta.title']).toMatch(/^meta_title_[0-9a-f]{8}$/);
    }
  });

  test('are different whatever the case', () => {
    const named = columns(
      describeFields([
        { name: 'a', type: 'group', fields: [text('B_c'), text('x')] },
        { name: 'a_b', type: 'group', fields: [text('C')] },
        { name: 'A_X', type: 'text' },
      ]).fields,
    );
    const lower = Object.values(named).map((name) => String(name).toLowerCase());
    expect(new Set(lower).size).toBe(lower.length);
    expect(named['A_X']).toBe('A_X');
  });

  test('keep clear of built-in columns and of what databases keep for themselves', () => {
    const names = ['rowid', 'oid', 'xmin', 'ctid', 'tableoid'];
    const named = columns(describeFields(names.map(text)).fields);
    for (const name of names) expect(named[name]).toMatch(new RegExp(`^${name}_[0-9a-f]{8}$`));
  });

  test('a second column gives way to a field', () => {
    const named = columns(
      describeFields([
        { name: 'about', type: 'relationship', to: ['authors'] },
        text('about_collection'),
        { name: 'at', type: 'point' },
        text('at_latitude'),
      ]).fields,
    );
    expect(named).toEqual({
      about: ['about', expect.stringMatching(/^about_collection_[0-9a-f]{8}$/)],
      about_collection: 'about_collection',
      at: ['at_longitude', expect.stringMatching(/^at_latitude_[0-9a-f]{8}$/)],
      at_latitude: 'at_latitude',
    });
  });

  test('long names are shortened with a hash', () => {
    const long = 'x'.repeat(80);
    const named = Object.values(
      columns(describeFields([text(`${long}a`), text(`${long}b`), text('y'.repeat(63))]).fields),
    );
    expect(named.map(byte)).toEqual([63, 63, 63]);
    expect(new Set(named).size).toBe(3);
    expect(named[2]).toBe('y'.repeat(63));
  });

  test('SQL words and prototype members are columns like others', () => {
    const names = ['order', 'select', 'group', 'constructor', 'toString', 'hasOwnProperty'];
    expect(columns(describeFields(names.map(text)).fields)).toEqual(
      Object.fromEntries(names.map((name) => [name, name])),
    );
  });
});

describe('tables', () => {
  const tables = (...slugs: readonly string[]): readonly string[] =>
    describeConfig({ collections: slugs.map((slug) => ({ slug, fields: [text('a')] })) }).collections.map(
      ({ table }) => table,
    );

  test('are called like the slug, with "_" for marks', () => {
    expect(tables('posts', 'blog-posts', 'a--b', 'c_', 'constructor', 'order')).toEqual([
      ...['posts', 'blog_posts', 'a_b', 'c', 'constructor', 'order'],
    ]);
  });

  test('keep clear of what databases keep for themselves', () => {
    for (const name of tables(
      'sqlite_master',
      'sqlite_x',
      'pg_class',
      'pragma_table_info',
      'json_each',
      'json_tree',
      'generate_series',
    )) {
      expect(name).not.toMatch(
        /^(?:sqlite_|pg_[a-z]+$|pragma_[a-z_]+[a-z]$|json_(?:each|tree)$|generate_series$)/,
      );
    }
  });

  test('of long slugs are short enough for every suffix', () => {
    const [one, two] = tables(`${'x'.repeat(100)}-a`, `${'x'.repeat(100)}-b`);
    expect([one, two].map((name) => byte(`${name}__versions`) <= 63)).toEqual([true, true]);
    expect(one).not.toBe(two);
  });

  test('a global and a collection of one slug have two', () => {
    const contract = describeConfig({
      collections: [{ slug: 'site', fields: [text('a')] }],
      globals: [{ slug: 'site', fields: [text('a')] }],
    });
    expect([contract.collections[0]?.table, contract.globals[0]?.table]).toEqual(['site', 'globals__site']);
  });

  test('no name is given twice: tables, join tables, what stands beside them, indexes', () => {
    const many = (name: string): FieldConfig => ({ name, type: 'relationship', to: 'posts', hasMany: true });
    const slugs = [
      'posts',
      'posts-tags',
      'posts_tags-x',
      'posts_refs',
      'refs',
      'global',
      'globals_site',
      'posts_title_idx',
      'posts_created_at_id_idx',
    ];
    const names = [
      'tags',
      'refs',
      'pending',
      'versions',
      'target',
      'Tags_x',
      'tags__target',
      'target_',
      'title',
    ];
    const { collections, globals } = describeConfig({
      collections: slugs.map((slug) => ({
        slug,
        fields: [...names.map(many), { name: 'index', type: 'text', index: true }],
      })),
      globals: [
        { slug: 'site', fields: names.map(many) },
        { slug: 'posts', fields: names.map(many) },
      ],
    });
    const own = [...collections, ...globals].flatMap(({ table, fields }) => [
      ...[table, `${table}__refs`, `${table}__pending`, `${table}__versions`, `${table}__target`],
      ...[`${table}__pending__refs`, `${table}__pending__target`, `${table}__versions__target`],
      ...fields.flatMap((field) =>
        field.type === 'relationship' && field.table !== undefined
          ? [
              ...[field.table, `${field.table}__target`, `${field.table}__pending`],
              `${field.table}__pending__target`,
            ]
          : [],
      ),
    ]);
    const all = [...own, ...collections.flatMap(({ indexes }) => indexes.map(({ name }) => name))].map(
      (name) => name.toLowerCase(),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(Math.max(...all.map(byte))).toBeLessThanOrEqual(63);
  });
});

describe('versions', () => {
  const described = (versions?: CollectionConfig['versions']): ReturnType<typeof describeConfig> => {
    const more = versions === undefined ? {} : { versions };
    return describeConfig({
      collections: [{ slug: 'posts', fields: [text('a')], ...more }],
      globals: [{ slug: 'site', fields: [text('a')], ...more }],
    });
  };

  test('are there where they are asked for, a hundred of each document unless the config says how many', () => {
    const of = (versions?: CollectionConfig['versions']): unknown => {
      const { collections, globals } = described(versions);
      expect(globals[0]?.versions).toEqual(collections[0]?.versions);
      return collections[0]?.versions;
    };
    expect([of(), of(false), of(true), of({}), of({ max: 3 })]).toEqual([
      undefined,
      undefined,
      { max: 100 },
      { max: 100 },
      { max: 3 },
    ]);
  });

  test('are part of the contract', () => {
    expect(described(true).hash).not.toBe(described(false).hash);
    expect(described({ max: 3 }).hash).not.toBe(described(true).hash);
    expect(described(false).hash).toBe(described().hash);
  });
});

describe('indexes', () => {
  const indexes = (
    fields: readonly FieldConfig[],
    options: Partial<CollectionConfig> = {},
  ): readonly string[] =>
    describeFields(fields, options).indexes.map(({ columns: names, unique, paths }) =>
      [`${unique ? 'unique ' : ''}${names.join()}`, ...(paths.length > 0 ? [`(${paths.join()})`] : [])].join(
        ' ',
      ),
    );

  test('lists in the default order have one, and so have those in order of creation', () => {
    expect(indexes([text('a')])).toEqual(['createdAt,id']);
    expect(indexes([text('a')], { defaultSort: 'a_asc' })).toEqual(['createdAt,id', 'a,id']);
    expect(indexes([text('a')], { defaultSort: 'a,createdAt_desc' })).toEqual([
      'createdAt,id',
      'a,createdAt,id',
    ]);
    expect(indexes([text('a')], { defaultSort: 'id' })).toEqual(['createdAt,id', 'id']);
  });

  test('fields with many values are followed by id, those with few by the default order', () => {
    expect(
      indexes([
        { name: 'a', type: 'text', index: true },
        { name: 'g', type: 'group', fields: [{ name: 'n', type: 'number', index: true }] },
        { name: 'flag', type: 'boolean', index: true },
        { name: 'kind', type: 'select', options: ['x'], index: true },
        { name: 'author', type: 'relationship', to: 'authors' },
        { name: 'any', type: 'relationship', to: ['authors'] },
        { name: 'many', type: 'relationship', to: 'authors', hasMany: true },
        { name: 'rows', type: 'array', fields: [{ name: 'r', type: 'relationship', to: 'authors' }] },
      ]),
    ).toEqual([
      'createdAt,id',
      'a,id (a)',
      'g_n,id (g.n)',
      'flag,createdAt,id (flag)',
      'kind,createdAt,id (kind)',
      'author,createdAt,id (author)',
      'any,any_collection,createdAt,id (any)',
    ]);
  });

  test('unique fields have one of their own', () => {
    expect(
      indexes([
        { name: 'a', type: 'text', unique: true, index: true },
        { name: 'slug', type: 'slug' },
        { name: 'author', type: 'relationship', to: 'authors', unique: true },
        { name: 'any', type: 'relationship', to: ['authors'], unique: true },
      ]),
    ).toEqual([
      'createdAt,id',
      'unique a (a)',
      'unique slug (slug)',
      'unique author (author)',
      'unique any,any_collection (any)',
    ]);
  });

  test('those of the config are kept in order, and nothing twice', () => {
    const fields: FieldConfig[] = [
      text('a'),
      text('b'),
      { name: 'author', type: 'relationship', to: 'authors', index: true },
    ];
    expect(
      indexes(fields, {
        indexes: [
          { fields: ['a', 'b'] },
          { fields: ['b', 'a'], unique: true },
          { fields: ['createdAt'] },
          { fields: ['author', 'createdAt'] },
          { fields: ['updatedAt', 'id'] },
        ],
      }),
    ).toEqual([
      'createdAt,id',
      'author,createdAt,id (author)',
      'a,b,id (a,b)',
      'unique b,a (b,a)',
      'updatedAt,id (updatedAt,id)',
    ]);
  });
});

describe('the contract hash', () => {
  const base: ServiceConfig = {
    name: 'x',
    collections: [
      {
        slug: 'a',
        fields: [
          { name: 't', type: 'text', maxLength: 3, default: 'x' },
          { name: 'j', type: 'json', default: { a: 1, b: [2] } },
        ],
      },
      { slug: 'b', fields: [{ name: 'r', type: 'relationship', to: 'a' }] },
    ],
    globals: [{ slug: 'g', fields: [text('t')] }],
  };
  const hash = (config: ServiceConfig): string => describeConfig(config).hash;

  test('is 32 hex digits', () => {
    expect(hash(base)).toMatch(/^[0-9a-f]{32}$/);
  });

  test.each<[string, ServiceConfig]>([
    ['the order of collections', { ...base, collections: [...(base.collections ?? [])].reverse() }],
    [
      'limits, server, database, output and the language of the SDK',
      {
        ...base,
        ...{ limits: { maxLimit: 1 }, server: { port: 1 }, output: 'x', baseUrl: 'https://a.example' },
        sdk: { emit: 'ts' },
      },
    ],
    [
      'labels, descriptions, access, the dashboard and the order of keys',
      {
        globals: base.globals ?? [],
        collections: [
          {
            fields: [
              {
                default: 'x',
                maxLength: 3,
                type: 'text',
                name: 't',
                label: 'L',
                description: 'd',
                admin: { hidden: true },
                access: { read: [] },
              },
              { name: 'j', type: 'json', default: { b: [2], a: 1 } },
            ],
            slug: 'a',
            labels: { singular: 'A' },
            description: 'd',
            admin: { useAsTitle: 't' },
            access: { read: () => true },
            hooks: { afterRead: () => undefined },
          },
          { slug: 'b', fields: [{ name: 'r', type: 'relationship', to: 'a' }] },
        ],
        name: 'x',
      },
    ],
  ])('does not depend on %s', (_what, config) => {
    expect(hash(config)).toBe(hash(base));
  });

  test('does not depend on the bodies of callbacks, but on whether there are some', () => {
    const withField = (field: FieldConfig): string => hash({ collections: [{ slug: 'a', fields: [field] }] });
    const one = withField({ name: 't', type: 'text', validate: () => true, default: () => 'a' });
    expect(withField({ name: 't', type: 'text', validate: () => 'no', default: () => 'b' })).toBe(one);
    expect(withField({ name: 't', type: 'text' })).not.toBe(one);
  });

  test.each<[string, FieldConfig[]]>([
    ['a name', [text('u'), text('b')]],
    ['a type', [{ name: 't', type: 'textarea' }, text('b')]],
    ['an option', [{ name: 't', type: 'text', maxLength: 4 }, text('b')]],
    ['the order of fields', [text('b'), text('t')]],
    ['a further field', [text('t'), text('b'), text('c')]],
  ])('depends on %s of a field', (_what, fields) => {
    const before = hash({ collections: [{ slug: 'a', fields: [text('t'), text('b')] }] });
    expect(hash({ collections: [{ slug: 'a', fields }] })).not.toBe(before);
  });
});

test('names of the database do not depend on the order of collections', () => {
  const slugs = ['posts', 'posts-refs', 'x'.repeat(90), `${'x'.repeat(90)}y`];
  const names = (order: readonly string[]): object => {
    const collections = order.map((slug) => ({
      slug,
      fields: [{ name: 'f', type: 'relationship' as const, to: 'posts', hasMany: true as const }],
    }));
    return Object.fromEntries(
      describeConfig({ collections }).collections.map(({ slug, table, fields, indexes }) => [
        slug,
        { table, fields, indexes },
      ]),
    );
  };
  expect(names([...slugs].reverse())).toEqual(names(slugs));
});
