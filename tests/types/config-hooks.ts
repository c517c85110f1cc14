/** What hooks receive and may return, by the fields of their collection or global. */
import { defineCollection, defineConfig, defineGlobal } from '../../runtime/config/index.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Fails to compile unless the type of the value is exactly `Expected`. */
function expectTypeOf<Actual>(_value: Actual): {
  is<Expected>(..._differs: Equal<Actual, Expected> extends true ? [] : [never]): void;
} {
  return { is: () => undefined };
}

type Before = 'create' | 'update' | 'publish' | 'restore';
type After = Before | 'unpublish' | 'discard';

defineConfig({
  collections: [
    {
      slug: 'posts',
      fields: [{ name: 'title', type: 'text', required: true }],
      hooks: {
        beforeValidate: ({ event, operation }) => {
          expectTypeOf(event).is<Before>();
          expectTypeOf(operation).is<'create' | 'update'>();
        },
        beforeChange: ({ event }) => {
          expectTypeOf(event).is<Before>();
          // @ts-expect-error: no hook runs before it
          if (event === 'unpublish') return;
        },
        afterChange: ({ event, previous, document }) => {
          expectTypeOf(event).is<After>();
          expectTypeOf(document.title).is<string>();
          expectTypeOf(previous?.title).is<string | undefined>();
          // @ts-expect-error: null on creation
          previous.title;
          // @ts-expect-error: no such field
          previous?.titel;
          // @ts-expect-error: no such event
          return event === 'published';
        },
        afterRead: ({ event, operation }) => {
          expectTypeOf(event).is<'read'>();
          expectTypeOf(operation).is<'read'>();
        },
        // @ts-expect-error: only after a change
        beforeDelete: ({ event, previous }) => {
          expectTypeOf(event).is<'delete'>();
          return previous;
        },
        afterDelete: ({ event, document }) => {
          expectTypeOf(event).is<'delete'>();
          return document.title;
        },
      },
    },
  ],
  globals: [
    {
      slug: 'site',
      fields: [{ name: 'title', type: 'text' }],
      hooks: {
        beforeChange: ({ event }) => {
          expectTypeOf(event).is<'update' | 'publish' | 'restore'>();
        },
        afterChange: ({ event, previous }) => {
          expectTypeOf(event).is<'update' | 'publish' | 'restore' | 'unpublish' | 'discard'>();
          expectTypeOf(previous?.title).is<string | null | undefined>();
          // @ts-expect-error: a global is never created
          return event === 'create';
        },
      },
    },
  ],
});

/** Every kind of value that a hook may return. */
defineCollection({
  slug: 'returned',
  fields: [
    { name: 'title', type: 'text', required: true },
    { name: 'count', type: 'number' },
    { name: 'on', type: 'date', required: true },
    { name: 'kind', type: 'select', options: ['a', 'b'] },
    { name: 'meta', type: 'json' },
    { name: 'tags', type: 'text', hasMany: true },
    { name: 'seo', type: 'group', fields: [{ name: 'text', type: 'text' }] },
    { name: 'rows', type: 'array', fields: [{ name: 'at', type: 'date' }] },
    { name: 'body', type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'text', type: 'text' }] }] },
  ],
  hooks: {
    beforeValidate: [
      ({ data }) => ({ ...data, title: data.title?.trim(), seo: { text: data.seo?.text?.trim() } }),
      ({ data, document }) => ({ ...document, ...data, on: new Date(), meta: new Map(), count: null }),
      async ({ data }) => ({ ...data, kind: 'a' as const, tags: ['x'], rows: [{ at: new Date() }] }),
      () => ({ body: [{ blockType: 'quote' as const, text: 'x' }] }),
      () => undefined,
      async () => undefined,
      () => null,
    ],
    beforeChange: [
      // @ts-expect-error: no such field
      () => ({ titel: 'x' }),
      // @ts-expect-error: no such field
      async () => ({ titel: 'x' }),
      // @ts-expect-error: a text
      ({ data }) => ({ ...data, title: 5 }),
      // @ts-expect-error: a text
      async ({ data }) => ({ ...data, title: 5 }),
      // @ts-expect-error: required
      ({ data }) => ({ ...data, title: null }),
      // @ts-expect-error: not one of its options
      ({ data }) => ({ ...data, kind: 'c' }),
      // @ts-expect-error: a list
      ({ data }) => ({ ...data, tags: 'x' }),
      // @ts-expect-error: no such field in the group
      ({ data }) => ({ ...data, seo: { txt: 'x' } }),
      // @ts-expect-error: a date
      ({ data }) => ({ ...data, rows: [{ at: 5 }] }),
      // @ts-expect-error: no such block
      ({ data }) => ({ ...data, body: [{ blockType: 'quotation' }] }),
      // @ts-expect-error: no data
      () => 'text',
      // @ts-expect-error: no data
      () => true,
    ],
  },
});

defineCollection({
  slug: 'read',
  fields: [
    { name: 'title', type: 'text', required: true },
    { name: 'count', type: 'number' },
  ],
  hooks: {
    afterRead: [
      ({ document }) => ({ ...document, title: document.title.toUpperCase() }),
      async ({ document: { title, count } }) => ({ title, count }),
      () => undefined,
      // @ts-expect-error: not a whole document
      () => ({ title: 'x' }),
      // @ts-expect-error: no such field
      () => ({ titel: 'x' }),
      // @ts-expect-error: a text
      ({ document }) => ({ ...document, title: 5 }),
      // @ts-expect-error: a text
      async ({ document }) => ({ ...document, title: 5 }),
    ],
  },
});

defineGlobal({
  slug: 'site',
  fields: [{ name: 'title', type: 'text' }],
  hooks: {
    // @ts-expect-error: no such field
    beforeChange: () => ({ titel: 'x' }),
    afterChange: ({ previous, document }) => previous?.title === document.title,
  },
});

/** Mail on publish. */
defineCollection({
  slug: 'news',
  fields: [{ name: 'title', type: 'text', required: true }],
  hooks: {
    afterChange: ({ event, document }) => event === 'publish' && mail(document.title),
  },
});

declare function mail(title: string): Promise<void>;
