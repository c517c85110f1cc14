import { expect, test } from 'vitest';
import type { FieldsConfig } from '../../runtime/config/layout-config.js';
import type { ServiceConfig } from '../../runtime/config/service-config.js';
import type { TranslatedText } from '../../runtime/config/translated-text.js';
import { irOf } from '../../tests/support/emitted.js';
import { emitAll } from './emit-all.js';

const title = { name: 'title', type: 'text', required: true } as const;
const slug = { name: 'slug', type: 'slug', from: 'title' } as const;
const price = { name: 'price', type: 'number', index: true } as const;
const kind = { name: 'kind', type: 'select', options: ['a', 'b'] } as const;

function config(
  fields: FieldsConfig,
  inner: FieldsConfig,
  texts: Partial<ServiceConfig> = {},
): ServiceConfig {
  return {
    collections: [
      {
        slug: 'products',
        fields: [
          ...fields,
          { name: 'seo', type: 'group', fields: inner },
          { name: 'rows', type: 'array', fields: inner },
          { name: 'blocks', type: 'blocks', blocks: [{ slug: 'hero', fields: inner }] },
        ],
        admin: { useAsTitle: 'title' },
        search: { fields: { title: 1 } },
        indexes: [{ fields: ['kind', 'seo.price'] }],
      },
    ],
    globals: [{ slug: 'shop', fields: [...fields] }],
    ...texts,
  };
}

test('a layout changes nothing but what the dashboard shows', () => {
  const flat = emitAll(irOf(config([title, slug, price, kind], [price, kind])));
  const arranged = emitAll(
    irOf(
      config(
        [
          {
            type: 'tabs',
            tabs: [
              { label: 'A', fields: [{ type: 'row', fields: [title, slug] }] },
              { label: 'B', fields: [{ type: 'collapsible', label: 'C', fields: [price] }, kind] },
            ],
          },
        ],
        [{ type: 'row', fields: [price, kind] }],
      ),
    ),
  );
  const isDashboard = ({ path }: { readonly path: string }): boolean => path === 'admin.json';
  expect(arranged.filter((file) => !isDashboard(file))).toEqual(flat.filter((file) => !isDashboard(file)));
  const meta = JSON.parse(arranged.find(isDashboard)?.content ?? '') as {
    readonly collections: readonly {
      readonly layout: unknown;
      readonly fields: readonly { readonly part?: number }[];
    }[];
  };
  expect(meta.collections[0]?.layout).toEqual([
    { id: 0, type: 'tabs' },
    { id: 1, type: 'tab', in: 0, label: 'A' },
    { id: 2, type: 'row', in: 1 },
    { id: 3, type: 'tab', in: 0, label: 'B' },
    { id: 4, type: 'collapsible', in: 3, label: 'C' },
  ]);
  expect(meta.collections[0]?.fields.map(({ part }) => part)).toEqual([
    ...[2, 2, 4, 3],
    ...[undefined, undefined, undefined],
  ]);
});

test('of texts by language, everything but the dashboard has the English one, else the first', () => {
  const labelled = (label: TranslatedText): FieldsConfig => [
    { ...title, label, description: { de: 'Wie es heißt.', en: 'What it is called.' } },
  ];
  const files = emitAll(
    irOf({ collections: [{ slug: 'a', fields: labelled({ fr: 'Titre', de: 'Titel' }) }] }),
  );
  const text = (path: string): string => files.find((file) => file.path === path)?.content ?? '';
  expect(text('openapi.json')).toContain('What it is called.');
  expect(text('openapi.json')).not.toContain('Wie es heißt.');
  const meta = JSON.parse(text('admin.json')) as {
    readonly collections: readonly { readonly fields: unknown }[];
  };
  expect(meta.collections[0]?.fields).toMatchObject([
    {
      label: 'Titre',
      description: 'What it is called.',
      translations: { de: { label: 'Titel', description: 'Wie es heißt.' } },
    },
  ]);
});
