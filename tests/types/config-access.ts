/** What access callbacks receive, by the fields of their collection or global. */
import { defineCollection, defineConfig } from '../../runtime/config/index.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Fails to compile unless the type of the value is exactly `Expected`. */
function expectTypeOf<Actual>(_value: Actual): {
  is<Expected>(..._differs: Equal<Actual, Expected> extends true ? [] : [never]): void;
} {
  return { is: () => undefined };
}

/** One for documents of any collection. */
const isOwn = ({ document }: { readonly document?: Record<string, unknown> | undefined }): boolean =>
  document?.['title'] !== 'Kept';

defineConfig({
  auth: { secret: 'of-the-test' },
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'section', type: 'select', options: ['guide', 'news'] },
      ],
      access: {
        read: ({ req, id }) => req.user !== null || id !== undefined || { section: 'news' },
        create: ({ data, document }) => {
          expectTypeOf(data?.section).is<'guide' | 'news' | null | undefined>();
          expectTypeOf(document?.title).is<string | undefined>();
          // @ts-expect-error: no such field
          return data?.sectoin === 'news';
        },
        // @ts-expect-error: no such option
        update: ({ document }) => document?.section === 'gide',
        delete: isOwn,
      },
    },
    {
      slug: 'notes',
      fields: [{ name: 'text', type: 'text' }],
      access: {
        read: ['editor'],
        // @ts-expect-error: no such field
        delete: async ({ document }) => document?.txt === '',
      },
    },
  ],
  globals: [
    {
      slug: 'site',
      fields: [{ name: 'isOpen', type: 'boolean', default: true }],
      access: {
        // @ts-expect-error: no such field
        update: ({ document }) => document?.isopen === true,
      },
    },
  ],
});

defineCollection({
  slug: 'tasks',
  fields: [{ name: 'done', type: 'boolean' }],
  access: {
    update: ({ document }) => document?.done !== true,
    // @ts-expect-error: no such field
    delete: ({ document }) => document?.isDone !== true,
  },
});
