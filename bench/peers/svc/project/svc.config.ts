import { atLeast, defineConfig } from 'svc';

const access = {
  read: atLeast('author'),
  create: atLeast('author'),
  update: atLeast('author'),
  delete: atLeast('author'),
};

export default defineConfig({
  name: 'Benchmark',
  // None of the others keeps responses.
  limits: { answerCache: 0 },
  admin: false,
  auth: { secret: process.env['SVC_SECRET'] },
  collections: [
    {
      slug: 'authors',
      drafts: false,
      access,
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'email', type: 'email', required: true, unique: true },
        { name: 'bio', type: 'textarea' },
      ],
    },
    {
      slug: 'posts',
      drafts: true,
      access,
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
        { name: 'publishedAt', type: 'date', time: true },
        { name: 'views', type: 'number', integer: true, min: 0, default: 0 },
        { name: 'featured', type: 'boolean', default: false },
        { name: 'author', type: 'relationship', to: 'authors', required: true },
      ],
    },
  ],
});
