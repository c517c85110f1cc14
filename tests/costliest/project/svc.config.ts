import { defineConfig } from 'svc';

/** Whatever makes a read expensive: relations in lists, rows, long texts, points, drafts and joins. */
export default defineConfig({
  name: 'Costliest',
  auth: { secret: process.env.SVC_SECRET, emailVerification: false },
  collections: [
    {
      slug: 'items',
      drafts: { readRoles: ['super_admin'] },
      versions: true,
      indexes: [{ fields: ['kind', 'rank'] }],
      fields: [
        { name: 'title', type: 'text', index: true },
        { name: 'body', type: 'textarea' },
        { name: 'rank', type: 'number' },
        { name: 'kind', type: 'select', options: ['a', 'b', 'c'] },
        { name: 'day', type: 'date' },
        { name: 'tags', type: 'text', hasMany: true },
        { name: 'place', type: 'point' },
        { name: 'extra', type: 'json' },
        { name: 'parent', type: 'relationship', to: 'items' },
        { name: 'related', type: 'relationship', to: 'items', hasMany: true },
        { name: 'children', type: 'join', collection: 'items', on: 'parent' },
        {
          name: 'lines',
          type: 'array',
          fields: [
            { name: 'text', type: 'text' },
            { name: 'count', type: 'number' },
            { name: 'item', type: 'relationship', to: 'items' },
          ],
        },
      ],
    },
  ],
});
