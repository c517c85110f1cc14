import { atLeast, defineConfig } from 'svc';

export default defineConfig({
  name: 'Guest book',
  auth: { secret: process.env.SVC_SECRET },
  server: { entry: './server.ts' },
  collections: [
    /** What guests write. */
    {
      slug: 'entries',
      drafts: false,
      fields: [
        { name: 'text', type: 'textarea', required: true, maxLength: 500 },
        { name: 'photo', type: 'upload', to: 'photos' },
        { name: 'author', type: 'relationship', to: 'users', readOnly: true },
        /** Copied from the author, whose account other guests may not read. */
        { name: 'signature', type: 'text', readOnly: true },
      ],
      access: {
        create: atLeast('customer'),
        update: ({ req, document }) => document?.author === req.user?.id,
        delete: atLeast('editor'),
      },
      hooks: {
        beforeChange: ({ data, event, req }) =>
          event === 'create'
            ? { ...data, author: req.user?.id ?? null, signature: req.user?.name ?? 'A guest' }
            : data,
      },
    },
    /** Photos of entries, of which pages show a small size. */
    {
      slug: 'photos',
      drafts: false,
      upload: {
        mimeTypes: ['image/*'],
        maxBytes: '5mb',
        alt: 'required',
        sizes: { small: { width: 320 } },
      },
      fields: [],
      access: { create: atLeast('customer'), update: atLeast('editor'), delete: atLeast('editor') },
    },
  ],
});
