import { atLeast, type CollectionAccess, defineConfig } from 'svc';

/** People see and change only what is theirs. */
const ownersOnly: CollectionAccess = {
  read: ({ req }) => (req.user ? { owner: req.user.id } : false),
  create: atLeast('customer'),
  update: ({ req, document }) => document?.owner === req.user?.id,
  delete: ({ req, document }) => document?.owner === req.user?.id,
};

export default defineConfig({
  name: 'Tasks',
  auth: { secret: process.env.SVC_SECRET },
  server: { entry: './server.ts' },
  collections: [
    /** What people have to do. */
    {
      slug: 'tasks',
      drafts: false,
      fields: [
        { name: 'title', type: 'text', required: true, maxLength: 200 },
        { name: 'done', type: 'boolean', default: false },
        { name: 'picture', type: 'upload', to: 'pictures' },
        { name: 'owner', type: 'relationship', to: 'users', readOnly: true },
      ],
      access: ownersOnly,
      hooks: {
        beforeChange: ({ data, event, req }) =>
          event === 'create' ? { ...data, owner: req.user?.id ?? null } : data,
      },
    },
    /** Pictures of tasks. A file is as private as its document. */
    {
      slug: 'pictures',
      drafts: false,
      upload: { mimeTypes: ['image/*'], alt: false, sizes: { small: { width: 240 } } },
      fields: [{ name: 'owner', type: 'relationship', to: 'users', readOnly: true }],
      access: ownersOnly,
      hooks: {
        beforeChange: ({ data, event, req }) =>
          event === 'create' ? { ...data, owner: req.user?.id ?? null } : data,
      },
    },
  ],
});
