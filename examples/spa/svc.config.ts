import { atLeast, defineConfig } from 'svc';

export default defineConfig({
  name: 'Tasks',
  auth: { secret: process.env.SVC_SECRET },
  server: { entry: './server.ts' },
  collections: [
    /** What people have to do. They see only their own tasks. */
    {
      slug: 'tasks',
      drafts: false,
      fields: [
        { name: 'title', type: 'text', required: true, maxLength: 200 },
        { name: 'done', type: 'boolean', default: false },
        { name: 'owner', type: 'relationship', to: 'users', readOnly: true },
      ],
      access: {
        read: ({ req }) => (req.user ? { owner: req.user.id } : false),
        create: atLeast('customer'),
        update: ({ req, document }) => document?.owner === req.user?.id,
        delete: ({ req, document }) => document?.owner === req.user?.id,
      },
      hooks: {
        beforeChange: ({ data, event, req }) =>
          event === 'create' ? { ...data, owner: req.user?.id ?? null } : data,
      },
    },
  ],
});
