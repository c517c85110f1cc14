/** What the extension beside it is typed by. */
import { defineConfig } from 'svc';

export default defineConfig({
  admin: { extensions: './extension.tsx' },
  auth: { secret: undefined },
  collections: [
    {
      slug: 'blog-posts',
      fields: [
        { name: 'title', type: 'text', required: true },
        { name: 'state', type: 'select', options: ['new', 'done'], required: true, default: 'new' },
        { name: 'seo', type: 'group', fields: [{ name: 'title', type: 'text' }] },
      ],
    },
  ],
  globals: [{ slug: 'site', fields: [{ name: 'motto', type: 'text' }] }],
});
