/** What the other files are typed by. */
import { defineConfig } from 'svc';

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
  ],
});
