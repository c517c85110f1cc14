import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { buildConfig } from 'payload';

const loggedIn = ({ req }) => Boolean(req.user);
const access = { read: loggedIn, create: loggedIn, update: loggedIn, delete: loggedIn };

export default buildConfig({
  secret: process.env.PAYLOAD_SECRET,
  db: sqliteAdapter({ client: { url: process.env.DATABASE_URL ?? 'file:unused.db' } }),
  telemetry: false,
  collections: [
    { slug: 'users', auth: true, fields: [] },
    {
      slug: 'authors',
      access,
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'email', type: 'email', required: true, unique: true },
        { name: 'bio', type: 'textarea' },
      ],
    },
    {
      slug: 'posts',
      access,
      versions: { drafts: true },
      indexes: [{ fields: ['category', 'publishedAt'] }],
      fields: [
        { name: 'title', type: 'text', required: true, maxLength: 200 },
        { name: 'excerpt', type: 'textarea', maxLength: 500 },
        { name: 'body', type: 'textarea' },
        {
          name: 'category',
          type: 'select',
          options: ['news', 'guide', 'opinion', 'review', 'note'],
          required: true,
        },
        { name: 'publishedAt', type: 'date' },
        { name: 'views', type: 'number', min: 0, defaultValue: 0 },
        { name: 'featured', type: 'checkbox', defaultValue: false },
        { name: 'author', type: 'relationship', relationTo: 'authors', required: true },
      ],
    },
  ],
});
