import { atLeast, defineConfig } from 'svc';

export default defineConfig({
  name: 'Magazine',
  auth: { secret: process.env.SVC_SECRET },
  collections: [
    /** Articles. Visitors see what is published; the desk previews drafts. */
    {
      slug: 'posts',
      drafts: { readRoles: ['author', 'editor', 'admin', 'super_admin'] },
      defaultSort: 'createdAt_desc',
      fields: [
        { name: 'title', type: 'text', required: true, maxLength: 200 },
        { name: 'slug', type: 'slug', from: 'title' },
        { name: 'text', type: 'textarea', required: true },
        { name: 'cover', type: 'upload', to: 'images' },
        { name: 'comments', type: 'join', collection: 'comments', on: 'post', limit: 50 },
      ],
    },
    /** Covers of articles. Browsers choose one of the sizes. */
    {
      slug: 'images',
      drafts: false,
      upload: {
        mimeTypes: ['image/*'],
        alt: 'required',
        sizes: { small: { width: 480 }, medium: { width: 960 }, large: { width: 1920 } },
      },
      fields: [],
    },
    /** All visitors may write one; the desk may delete them. */
    {
      slug: 'comments',
      drafts: false,
      fields: [
        { name: 'post', type: 'relationship', to: 'posts', required: true, onDelete: 'cascade' },
        { name: 'name', type: 'text', required: true, maxLength: 80 },
        { name: 'text', type: 'textarea', required: true, maxLength: 1000 },
      ],
      access: { create: () => true, update: atLeast('editor'), delete: atLeast('editor') },
    },
  ],
});
