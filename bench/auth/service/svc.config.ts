import { defineConfig } from 'svc';

export default defineConfig({
  name: 'Benchmark of authentication',
  auth: { secret: process.env['SVC_SECRET'] },
  collections: [
    {
      slug: 'posts',
      fields: [
        { name: 'title', type: 'text', required: true, maxLength: 200 },
        { name: 'body', type: 'textarea' },
        { name: 'views', type: 'number', integer: true, min: 0, default: 0 },
      ],
    },
  ],
});
