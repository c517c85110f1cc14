import type { ServiceConfig } from '../../../runtime/config/service-config.js';

/** What hooks were called with: `trash posts`. */
export const called: string[] = [];

function note(slug: string): NonNullable<NonNullable<ServiceConfig['collections']>[number]['hooks']> {
  return {
    beforeDelete: ({ operation }) => void called.push(`before ${operation} ${slug}`),
    afterDelete: ({ operation }) => void called.push(`after ${operation} ${slug}`),
    beforeChange: ({ operation, event }) => {
      if (operation === 'restore') called.push(`before ${operation} ${event} ${slug}`);
    },
    afterChange: ({ operation, previous }) => {
      if (operation === 'restore') called.push(`after ${operation} ${slug} ${String(previous?.['title'])}`);
    },
  };
}

/** Every kind of relation to and from documents with trash. */
export const trashConfig: Partial<ServiceConfig> = {
  collections: [
    {
      slug: 'posts',
      versions: true,
      trash: { days: 5 },
      admin: { useAsTitle: 'title' },
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'sku', type: 'text', unique: true },
        { name: 'author', type: 'relationship', to: 'authors', onDelete: 'restrict' },
        { name: 'topic', type: 'relationship', to: 'topics', onDelete: 'set null' },
        { name: 'topics', type: 'relationship', to: 'topics', hasMany: true },
        {
          name: 'parts',
          type: 'array',
          fields: [
            { name: 'label', type: 'text' },
            { name: 'topic', type: 'relationship', to: 'topics', onDelete: 'set null' },
          ],
        },
        {
          name: 'layout',
          type: 'blocks',
          blocks: [
            {
              slug: 'teaser',
              fields: [{ name: 'topic', type: 'relationship', to: 'topics', onDelete: 'cascade' }],
            },
          ],
        },
        { name: 'seo', type: 'group', fields: [{ name: 'topic', type: 'relationship', to: 'topics' }] },
        {
          name: 'costs',
          type: 'number',
          access: { read: ['super_admin', 'admin'], update: ['super_admin', 'admin'] },
        },
      ],
      hooks: note('posts'),
    },
    {
      slug: 'comments',
      drafts: false,
      trash: true,
      fields: [
        { name: 'text', type: 'text' },
        { name: 'post', type: 'relationship', to: 'posts', onDelete: 'cascade' },
      ],
      hooks: note('comments'),
    },
    {
      slug: 'likes',
      drafts: false,
      trash: true,
      fields: [
        { name: 'comment', type: 'relationship', to: 'comments', onDelete: 'cascade', required: true },
      ],
    },
    { slug: 'authors', drafts: false, trash: true, fields: [{ name: 'name', type: 'text' }] },
    { slug: 'topics', drafts: false, trash: true, fields: [{ name: 'name', type: 'text' }] },
    { slug: 'notes', drafts: false, fields: [{ name: 'text', type: 'text' }] },
  ],
  globals: [
    { slug: 'front', fields: [{ name: 'topic', type: 'relationship', to: 'topics', onDelete: 'set null' }] },
  ],
};
