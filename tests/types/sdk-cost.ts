/** Eight calls as a small site makes them: what their types cost the compiler is held by sdk-cost.test.ts. */
import { createClient } from '../../fixtures/blog/expected/sdk/index.js';

const client = createClient({ baseUrl: 'http://localhost' });

const page = await client.posts.find({
  where: { title: { contains: 'a' }, 'author.name': 'Ada' },
  sort: 'createdAt_desc',
});
const some = await client.posts.find({ depth: 1, select: ['title', 'author.name', 'seo.title'] });
const one = await client.posts.findById('x', { depth: 2 });
const made = await client.tags.create({ name: 'x' });
const { data, error } = await client.safe.posts.update(
  one.id,
  { seo: { title: 'x' }, tags: [made.id] },
  { ifMatch: one._revision },
);
if (error?.code === 'CONFLICT') console.log(error.currentRevision);
for await (const { name } of client.authors.iterate({ select: ['name'] })) console.log(name);
const number = await client.posts.count({ where: { category: 'news' } });
await client.tags.delete(made.id);
console.log(page.docs[0]?.title, some.docs[0]?.author?.name, one.author?.name, data?.seo.title, number);
