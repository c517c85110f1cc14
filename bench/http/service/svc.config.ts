import { defineConfig } from 'svc';

export default defineConfig({
  name: 'Benchmark',
  // Loads repeat their requests: so that reads are measured, only `bench:kept` keeps responses.
  limits: { answerCache: Number(process.env.BENCH_ANSWER_CACHE ?? 0) },
  collections: [
    {
      slug: 'authors',
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'email', type: 'email', required: true, unique: true },
        { name: 'bio', type: 'textarea' },
      ],
    },
    {
      slug: 'posts',
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
