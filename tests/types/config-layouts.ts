/** Fields in rows, tabs and collapsibles are fields of what these are in, in every type. */
import {
  type CollectionConfig,
  defineCollection,
  defineConfig,
  type FieldsConfig,
  type LayoutConfig,
} from '../../runtime/config/index.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Fails to compile unless the type of the value is exactly `Expected`. */
function expectTypeOf<Actual>(_value: Actual): {
  is<Expected>(..._differs: Equal<Actual, Expected> extends true ? [] : [never]): void;
} {
  return { is: () => undefined };
}

export const pages: CollectionConfig = defineCollection({
  slug: 'pages',
  labels: { singular: { en: 'Page', de: 'Seite' }, plural: { en: 'Pages', de: 'Seiten' } },
  admin: { useAsTitle: 'title', defaultColumns: ['kind', 'seo.heading'], group: { en: 'Web', de: 'Netz' } },
  defaultSort: 'price_desc',
  indexes: [{ fields: ['kind', 'price'] }],
  search: { fields: { title: 2, 'seo.heading': 1 } },
  fields: [
    {
      type: 'tabs',
      tabs: [
        {
          label: { en: 'Content', de: 'Inhalt' },
          fields: [
            { name: 'title', type: 'text', required: true, admin: { width: '1/2' } },
            {
              type: 'row',
              fields: [
                {
                  name: 'kind',
                  type: 'select',
                  required: true,
                  options: [{ label: { en: 'First', de: 'Erste' }, value: 'a' }, 'b'],
                },
                {
                  name: 'price',
                  type: 'number',
                  admin: { condition: (data, sibling) => data['kind'] === 'a' && sibling['title'] !== '' },
                },
              ],
            },
          ],
        },
        {
          label: 'More',
          description: 'What search engines read.',
          admin: { condition: ({ kind }) => kind === 'a' },
          fields: [
            {
              name: 'seo',
              type: 'group',
              fields: [
                {
                  type: 'collapsible',
                  label: 'Advanced',
                  open: false,
                  fields: [
                    { name: 'heading', type: 'text' },
                    { name: 'noindex', type: 'boolean' },
                  ],
                },
              ],
            },
            {
              name: 'rows',
              type: 'array',
              admin: { rowLabel: (row, { index }) => `${index}: ${String(row['left'])}` },
              fields: [
                {
                  type: 'row',
                  fields: [
                    { name: 'left', type: 'text', validate: (value) => value !== '' || 'Empty' },
                    { name: 'right', type: 'number', required: true },
                  ],
                },
              ],
            },
          ],
        },
      ],
    },
  ],
  hooks: {
    beforeChange: ({ data, document }) => {
      if (document === null) return undefined;
      expectTypeOf(document.title).is<string>();
      expectTypeOf(document.kind).is<'a' | 'b'>();
      expectTypeOf(document.price).is<number | null>();
      expectTypeOf(document.seo.noindex).is<boolean | null>();
      expectTypeOf(document.rows[0]?.left).is<string | null | undefined>();
      expectTypeOf(document.rows[0]?.right).is<number | undefined>();
      expectTypeOf(data.title).is<string | undefined>();
      expectTypeOf(data.kind).is<'a' | 'b' | undefined>();
      expectTypeOf(data.seo?.heading).is<string | null | undefined>();
      // @ts-expect-error: a tab is no field
      data.tabs;
      return { price: 3 };
    },
  },
});

defineConfig({
  collections: [
    {
      slug: 'posts',
      // @ts-expect-error: no field of that name
      admin: { useAsTitle: 'row' },
      fields: [
        { type: 'row', fields: [{ name: 'title', type: 'text' }] },
        // @ts-expect-error: a row has no label
        { type: 'row', label: 'No', fields: [{ name: 'a', type: 'text' }] },
        // @ts-expect-error: a tab needs a label
        { type: 'tabs', tabs: [{ fields: [{ name: 'b', type: 'text' }] }] },
        // @ts-expect-error: no such width
        { name: 'c', type: 'text', admin: { width: '5/6' } },
        // @ts-expect-error: no such collection
        { type: 'row', fields: [{ name: 'd', type: 'relationship', to: 'nowhere' }] },
        // @ts-expect-error: no such field
        { type: 'collapsible', label: 'E', fields: [{ name: 'e', type: 'slug', from: 'nothing' }] },
        { type: 'collapsible', label: 'F', fields: [{ name: 'f', type: 'slug', from: 'title' }] },
      ],
    },
  ],
});

/** Where the compiler does not know the names, it accepts any. */
declare const layout: LayoutConfig;
declare const list: FieldsConfig;
defineConfig({
  collections: [
    {
      slug: 'unknown',
      admin: { useAsTitle: 'anything' },
      fields: [layout, { name: 'own', type: 'text' }],
    },
    { slug: 'spread', admin: { useAsTitle: 'anything' }, fields: [{ type: 'row', fields: [...list] }] },
    { slug: 'whole', fields: list },
  ],
});
