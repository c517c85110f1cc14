/** Filters of `read` callbacks, checked against what was generated. */
import { type AccessFilter, defineCollection, defineConfig, type ServiceConfig } from 'svc';

const named: AccessFilter<'blog-posts'> = { title: 'a', 'tags.name': { contains: 'b' } };

export const tags = defineCollection({
  slug: 'tags',
  fields: [{ name: 'name', type: 'text' }],
  access: { read: ({ req }) => req.user !== undefined || { name: { not_equals: 'secret' } } },
});

export const users = defineCollection({
  slug: 'users',
  fields: [],
  access: {
    read: ({ req: { user } }) =>
      user !== undefined && {
        OR: [{ id: user.id }, { 'boss.boss': user.id }, { 'boss.boss.boss': user.id }],
      },
  },
});

// @ts-expect-error: no such field, beside one that exists
export const surplus: AccessFilter<'blog-posts'> = { title: 'a', titel: 'b' };

export const wrong = defineCollection({
  slug: 'tags',
  fields: [{ name: 'name', type: 'text' }],
  // @ts-expect-error: no such field
  access: { read: ({ req }) => req.user !== undefined || { nam: 'a' } },
});

export const posts: ServiceConfig = defineConfig({
  collections: [
    { slug: 'blog-posts', fields: [], access: { read: () => named } },
    { slug: 'blog-posts', fields: [], access: { read: () => ({}) } },
    { slug: 'blog-posts', fields: [], access: { read: ({ id }) => id !== undefined } },
    { slug: 'blog-posts', fields: [], access: { read: ['author', 'reviewer'] } },
    {
      slug: 'blog-posts',
      fields: [],
      access: { read: async ({ req }) => (req.user ? true : { _status: 'published', title: 'x' }) },
    },
    {
      slug: 'blog-posts',
      fields: [],
      access: {
        read: ({ req }) => {
          if (req.apiKey) return true;
          if (req.user) return { createdAt: { gt: new Date() }, 'tags.name': 'a' };
          return { AND: [{ 'tags.name': 'a' }, { OR: [{ title: 'x' }] }] };
        },
      },
    },
    // A collection that nothing was generated for yet.
    { slug: 'newer', fields: [], access: { read: () => ({ anything: 1 }) } },
    // @ts-expect-error: no such field
    { slug: 'blog-posts', fields: [], access: { read: () => ({ titel: 'x' }) } },
    // @ts-expect-error: no such field, asynchronously
    { slug: 'blog-posts', fields: [], access: { read: async ({ id }) => ({ titel: id ?? '' }) } },
    // @ts-expect-error: no such operator
    { slug: 'blog-posts', fields: [], access: { read: () => ({ title: { equal: 'x' } }) } },
    // @ts-expect-error: a text
    { slug: 'blog-posts', fields: [], access: { read: ({ id }) => id === '' || { title: 5 } } },
    // @ts-expect-error: no such field behind the relation
    { slug: 'blog-posts', fields: [], access: { read: () => ({ 'tags.nam': 'x' }) } },
    // @ts-expect-error: no such field in a combined filter
    { slug: 'blog-posts', fields: [], access: { read: () => ({ OR: [{ titel: 'x' }] }) } },
    // @ts-expect-error: no such status
    { slug: 'blog-posts', fields: [], access: { read: ({ id }) => id === '' || { _status: 'old' } } },
    // @ts-expect-error: only for reads
    { slug: 'blog-posts', fields: [], access: { update: () => ({ title: 'x' }) } },
  ],
});
