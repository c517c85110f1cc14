/** What the other files are typed by. */
import { defineConfig, defineRoute } from 'svc';

const tagCount = defineRoute({
  id: 'tagCount',
  method: 'GET',
  path: '/tag-count/:name',
  handler: async ({ params, local, req }) => {
    const total = await local.tags.count({ where: { name: params.name } });
    const own = await req.local.tags.count({ where: { name: params.name } }, { as: 'system' });
    if (total > own) throw new Error('More than there are.');
  },
});

export default defineConfig({
  auth: { secret: undefined, roles: [{ name: 'reviewer', rank: 60 }] },
  collections: [
    {
      slug: 'users',
      fields: [
        { name: 'department', type: 'text' },
        { name: 'costs', type: 'number', required: true, default: 0, access: { read: ['admin'] } },
        { name: 'boss', type: 'relationship', to: 'users' },
      ],
    },
    {
      slug: 'tags',
      drafts: false,
      fields: [{ name: 'name', type: 'text', required: true, unique: true }],
    },
    {
      slug: 'blog-posts',
      search: { fields: { title: 1 } },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'tags', type: 'relationship', to: 'tags', hasMany: true },
        {
          name: 'similar',
          type: 'number',
          virtual: ({ document, local }) => local.blogPosts.count({ where: { title: document.title } }),
        },
      ],
      hooks: {
        beforeChange: async ({ data, local }) => {
          const tag = await local.tags.create({ name: data.title ?? '' }, { as: 'system', hooks: false });
          return { ...data, tags: [tag.id] };
        },
      },
    },
  ],
  globals: [{ slug: 'site', fields: [{ name: 'title', type: 'text' }] }],
  routes: [tagCount],
});
