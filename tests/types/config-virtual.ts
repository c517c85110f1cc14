/** What functions of virtual fields receive, by the fields of their collection or global. */
import { defineCollection, defineConfig, defineGlobal } from '../../runtime/config/index.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Fails to compile unless the type of the value is exactly `Expected`. */
function expectTypeOf<Actual>(_value: Actual): {
  is<Expected>(..._differs: Equal<Actual, Expected> extends true ? [] : [never]): void;
} {
  return { is: () => undefined };
}

declare const shared: (given: { readonly document: Record<string, unknown> }) => string;

defineConfig({
  auth: { secret: undefined },
  collections: [
    {
      slug: 'users',
      fields: [
        { name: 'team', type: 'text' },
        { name: 'label', type: 'text', virtual: ({ document }) => `${document.name} (${document.team})` },
        // @ts-expect-error: no such field
        { name: 'wrong', type: 'text', virtual: ({ document }) => document.taem },
      ],
    },
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'body', type: 'textarea' },
        { name: 'tags', type: 'text', hasMany: true },
        { name: 'seo', type: 'group', fields: [{ name: 'text', type: 'text' }] },
        {
          name: 'minutes',
          type: 'number',
          required: true,
          virtual: ({ document }) => {
            expectTypeOf(document.id).is<string>();
            expectTypeOf(document.title).is<string>();
            expectTypeOf(document.body).is<string | null>();
            expectTypeOf(document.tags).is<string[]>();
            expectTypeOf(document.seo.text).is<string | null>();
            expectTypeOf(document._status).is<'draft' | 'published' | undefined>();
            return Math.ceil((document.body?.length ?? 0) / 1000);
          },
        },
        { name: 'url', type: 'url', virtual: async ({ document }) => `https://example.com/${document.id}` },
        { name: 'kind', type: 'select', options: ['long', 'short'], virtual: () => 'long' },
        { name: 'words', type: 'text', hasMany: true, virtual: ({ document }) => document.tags.slice(1) },
        { name: 'shared', type: 'text', virtual: shared },
        // @ts-expect-error: no such field
        { name: 'a', type: 'text', virtual: ({ document }) => document.titel },
        // @ts-expect-error: a virtual field is not in it
        { name: 'b', type: 'text', virtual: ({ document }) => document.url },
        // @ts-expect-error: null if it is empty
        { name: 'c', type: 'number', virtual: ({ document }) => document.body.length },
        // @ts-expect-error: not a number
        { name: 'd', type: 'number', virtual: ({ document }) => document.title },
        // @ts-expect-error: not a list
        { name: 'e', type: 'text', hasMany: true, virtual: async ({ document }) => document.title },
        {
          name: 'rows',
          type: 'array',
          fields: [
            { name: 'text', type: 'text' },
            { name: 'loud', type: 'text', virtual: ({ document }) => document.title.toUpperCase() },
            // @ts-expect-error: no such field
            { name: 'wrong', type: 'text', virtual: ({ document }) => document.titel },
          ],
        },
        {
          name: 'parts',
          type: 'blocks',
          blocks: [
            {
              slug: 'quote',
              fields: [{ name: 'by', type: 'text', virtual: ({ document }) => document.seo.text }],
            },
          ],
        },
        {
          type: 'row',
          fields: [{ name: 'short', type: 'text', virtual: ({ document }) => document.title.slice(0, 9) }],
        },
      ],
      hooks: {
        afterChange: ({ document }) => {
          expectTypeOf(document.title).is<string>();
          // @ts-expect-error: hooks do not see it
          return document.url;
        },
      },
    },
  ],
  globals: [
    {
      slug: 'site',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'initial', type: 'text', virtual: ({ document }) => document.name?.slice(0, 1) },
        // @ts-expect-error: no such field
        { name: 'wrong', type: 'text', virtual: ({ document }) => document.nam },
      ],
    },
  ],
});

defineCollection({
  slug: 'files',
  upload: true,
  fields: [
    { name: 'alt', type: 'text' },
    { name: 'text', type: 'text', virtual: ({ document }) => document.alt ?? document.filename },
    // @ts-expect-error: no such field
    { name: 'wrong', type: 'text', virtual: ({ document }) => document.file },
  ],
});

defineGlobal({
  slug: 'plan',
  fields: [
    { name: 'on', type: 'date', required: true },
    { name: 'year', type: 'text', virtual: ({ document }) => document.on.slice(0, 4) },
    // @ts-expect-error: a text
    { name: 'late', type: 'boolean', virtual: ({ document }) => document.on > new Date() },
  ],
});
