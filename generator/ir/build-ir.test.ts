import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { describeConfig } from '../../runtime/codegen/describe-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import { irOf } from '../../tests/support/emitted.js';
import { buildIr } from './build-ir.js';
import { singular } from './singular.js';

const config: ServiceConfig = {
  name: 'Test',
  baseUrl: 'https://example.com',
  collections: [
    {
      slug: 'blog-posts',
      description: 'Articles.',
      fields: [
        { name: 'publishedAt', type: 'date', label: 'Published' },
        {
          name: 'meta',
          type: 'group',
          fields: [{ name: 'title', type: 'text' }],
        },
        {
          name: 'content',
          type: 'blocks',
          blocks: [
            { slug: 'call-to-action', description: 'A button.', fields: [{ name: 'url', type: 'url' }] },
          ],
        },
      ],
    },
    { slug: 'people', labels: { singular: 'Staff member', plural: 'Staff' }, fields: [] },
  ],
  globals: [
    {
      slug: 'site-settings',
      fields: [
        {
          name: 'more',
          type: 'blocks',
          blocks: [{ slug: 'call-to-action', fields: [{ name: 'url', type: 'url' }] }],
        },
        {
          name: 'other',
          type: 'blocks',
          blocks: [{ slug: 'call-to-action', fields: [{ name: 'text', type: 'text' }] }],
        },
      ],
    },
  ],
};

describe('the IR', () => {
  test('has what the config says, in its order', () => {
    const ir = irOf(config, {
      'collections.people': 'Who works here.',
      'collections.blog-posts': 'Is not seen beside a description.',
      'collections.blog-posts.fields.publishedAt': 'When.',
    });
    expect(ir).toMatchObject({
      version: '0.0.0',
      configImport: '../svc.config.js',
      configName: 'svc.config.ts',
      baseUrl: 'https://example.com',
    });
    expect(ir.contract).toEqual(describeConfig(config));
    expect(
      ir.collections.map(({ descriptor, fields, ...rest }) => [descriptor.slug, fields.length, rest]),
    ).toEqual([
      [
        'blog-posts',
        3,
        {
          names: { property: 'blogPosts', type: 'BlogPost', constant: 'blogPosts' },
          ...{ layout: [], translations: null },
          label: 'Blog post',
          pluralLabel: 'Blog posts',
          description: 'Articles.',
          admin: {
            ...{ group: null, icon: null, useAsTitle: null, defaultColumns: null },
            ...{ preview: false, autosave: null },
          },
        },
      ],
      [
        'people',
        0,
        {
          names: { property: 'people', type: 'StaffMember', constant: 'people' },
          ...{ layout: [], translations: null },
          label: 'Staff member',
          pluralLabel: 'Staff',
          description: 'Who works here.',
          admin: {
            ...{ group: null, icon: null, useAsTitle: null, defaultColumns: null },
            ...{ preview: false, autosave: null },
          },
        },
      ],
    ]);
    const [published, meta] = ir.collections[0]?.fields ?? [];
    expect(published).toMatchObject({ label: 'Published', description: 'When.', fields: [], blocks: [] });
    expect(meta).toMatchObject({ label: 'Meta', description: null, fields: [{ label: 'Title' }] });
  });

  test('equal blocks share a type, others of the same slug do not', () => {
    const { collections, globals } = irOf(config);
    const [content] = collections[0]?.fields.slice(2) ?? [];
    const [more, other] = globals[0]?.fields ?? [];
    expect(content?.blocks[0]).toMatchObject({ typeName: 'CallToActionBlock', description: 'A button.' });
    expect(more?.blocks[0]).toMatchObject({ typeName: 'CallToActionBlock', description: 'A button.' });
    expect(other?.blocks[0]).toMatchObject({ typeName: 'SiteSettingsCallToActionBlock', description: null });
    expect(more?.blocks[0]?.descriptor.fields[0]?.path).toBe('more.url');
  });

  test('a block that says so already is not called a block twice', () => {
    const blocks = ['media-block', 'formBlock', 'block', 'quote'].map((slug) => ({ slug, fields: [] }));
    const [collection] = irOf({
      collections: [{ slug: 'a', fields: [{ name: 'x', type: 'blocks', blocks }] }],
    }).collections;
    expect(collection?.fields[0]?.blocks.map(({ typeName }) => typeName)).toEqual([
      'MediaBlock',
      'FormBlock',
      'Block',
      'QuoteBlock',
    ]);
  });

  test('is frozen, and the config is not', () => {
    const value = { deep: [1] };
    const own: ServiceConfig = {
      collections: [{ slug: 'a', fields: [{ name: 'x', type: 'json', default: value }] }],
    };
    const ir = irOf(own);
    expect(Object.isFrozen(ir.collections[0]?.fields[0]?.descriptor)).toBe(true);
    expect(Object.isFrozen(value.deep)).toBe(false);
  });

  test.each([
    ['/p/generated', '/p/svc.config.ts', '../svc.config.js'],
    ['/p/src/api/gen', '/p/svc.config.mts', '../../../svc.config.mjs'],
    ['/p', '/p/svc.config.js', './svc.config.js'],
    ['/p', '/p/config/svc.config.ts', './config/svc.config.js'],
    ['/elsewhere/gen', '/p/my.config.ts', '../../p/my.config.js'],
  ])('in %s the config %s is imported as %s', (output, file, expected) => {
    expect(buildIr({ config: {}, file, docs: {} }, { output, version: '0.0.0' }).configImport).toBe(expected);
  });
});

describe('names', () => {
  const names = (...slugs: readonly string[]): readonly object[] =>
    irOf({ collections: slugs.map((slug) => ({ slug, fields: [] })) }).collections.map((each) => each.names);
  const name = (property: string, type: string, constant: string = property): object => ({
    property,
    type,
    constant,
  });

  test.each([
    ['posts', name('posts', 'Post')],
    ['blog_posts-2', name('blogPosts2', 'BlogPosts2')],
    ['a--b__c', name('aBC', 'ABC')],
    ['x-', name('x', 'X')],
    ['class', name('class', 'Class', 'class_')],
    ['await', name('await', 'Await', 'await_')],
    ['undefined', name('undefined', 'Undefined', 'undefined_')],
    ['contract', name('contract', 'Contract', 'contract2')],
    ['z', name('z', 'Z', 'z2')],
    ['maps', name('maps', 'MapDocument')],
    ['promises', name('promises', 'PromiseDocument')],
    ['dates', name('dates', 'DateDocument')],
    ['omits', name('omits', 'OmitDocument')],
    ['svc-errors', name('svcErrors', 'SvcErrorDocument')],
    ['media', name('media', 'Media')],
    // A type parameter of the populated types.
    ['d', name('d', 'DDocument')],
  ])('of %s', (slug, expected) => {
    expect(names(slug)).toEqual([expected]);
  });

  test('types never are what the SDK exports itself', () => {
    const index = readFileSync(new URL('../../templates/sdk/index.ts', import.meta.url), 'utf8');
    const exported = [...index.matchAll(/export (?:type )?\{([^}]*)\}/g)].flatMap(([, names = '']) =>
      names.split(',').map((own) => own.trim()),
    );
    const types = exported.filter((own) => /^[A-Z]/.test(own));
    expect(types.length).toBeGreaterThan(20);
    for (const type of types) {
      const [names] = irOf({
        collections: [{ slug: 'x', labels: { singular: type }, fields: [] }],
      }).collections.map((each) => each.names);
      expect(names?.type).not.toBe(type);
    }
  });

  test('types give way to each other and to what is derived from them', () => {
    expect(
      names('posts', 'post', 'post-creates', 'postscript', 'posts-drafts').map(
        (each) => (each as { type: string }).type,
      ),
    ).toEqual(['Post', 'PostDocument', 'PostCreateDocument', 'Postscript', 'PostsDraft']);
  });

  test('types are told apart by more than case', () => {
    expect(names('ab-c', 'abc').map((each) => (each as { type: string }).type)).toEqual([
      'AbC',
      'AbcDocument',
    ]);
  });

  test('a collection and a global may share a slug', () => {
    const ir = irOf({
      collections: [{ slug: 'class', fields: [] }],
      globals: [
        { slug: 'class', fields: [] },
        { slug: 'map', fields: [] },
      ],
    });
    expect([ir.collections[0]?.names, ...ir.globals.map((each) => each.names)]).toEqual([
      name('class', 'Class', 'class_'),
      name('class', 'ClassGlobal', 'classGlobal'),
      name('map', 'MapGlobal'),
    ]);
  });

  test.each([
    ['Blog post', 'BlogPost'],
    ['Über-uns Seite', 'UberUnsSeite'],
    ["Editor's pick", 'EditorSPick'],
    ['404 page', 'Thing'],
    ['日本', 'Thing'],
    ['Ŀ straße', 'Thing'],
    ['', 'Thing'],
    ['*/ class', 'Class'],
  ])('the label %j makes the type %s', (singularLabel, type) => {
    const { collections } = irOf({
      collections: [{ slug: 'things', labels: { singular: singularLabel }, fields: [] }],
    });
    expect(collections[0]?.names.type).toBe(type);
  });
});

test.each([
  ['posts', 'post'],
  ['categories', 'category'],
  ['movies', 'movie'],
  ['series', 'series'],
  ['news', 'news'],
  ['addresses', 'address'],
  ['boxes', 'box'],
  ['dishes', 'dish'],
  ['branches', 'branch'],
  ['buses', 'bus'],
  ['statuses', 'status'],
  ['status', 'status'],
  ['press', 'press'],
  ['analysis', 'analysis'],
  ['people', 'person'],
  ['children', 'child'],
  ['constructor', 'constructor'],
  ['houses', 'house'],
  ['pages', 'page'],
  ['sizes', 'size'],
  ['quizzes', 'quiz'],
  ['ties', 'tie'],
  ['heroes', 'hero'],
  ['photos', 'photo'],
  ['media', 'media'],
  ['s', 's'],
])('the singular of %s is %s', (plural, expected) => {
  expect(singular(plural)).toBe(expected);
});
