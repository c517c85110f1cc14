/** Saved views after a change of the config: docs/spec/content-tools.md#numbers-and-views. */
import { expect, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import { startFileServer } from '../uploads/support/file-server.js';

const auth = { secret: 'tests/views: 32 bytes and some more of them' };

test('the words of a view are left out, and named, where the collection is searched no more', async () => {
  const posts: CollectionConfig = {
    slug: 'posts',
    drafts: false,
    search: { fields: { title: 1 } },
    fields: [{ name: 'title', type: 'text' }],
  };
  const server = await startFileServer({ auth, collections: [posts] });
  const headers = async (): Promise<Record<string, string>> => ({
    cookie: await server.cookies(),
    origin: 'http://localhost:3000',
    'content-type': 'application/json',
  });
  const others = { where: { title: { contains: 'fox' } }, sort: 'title_asc', columns: ['title'], limit: 20 };
  const query = { ...others, search: 'fox' };
  const made = await server.send('POST', '/api/svc/views', {
    body: JSON.stringify({ slug: 'posts', name: 'Foxes', query }),
    headers: await headers(),
  });
  expect(made).toMatchObject({ status: 201, body: { query, dropped: [] } });

  const { search: _, ...plain } = posts;
  await server.restart({ auth, collections: [plain] });
  const { status, body } = await server.send('GET', '/api/svc/views', { headers: await headers() });
  expect([status, body.totalDocs]).toEqual([200, 1]);
  expect(body.docs[0]).toMatchObject({ query: others, dropped: ['search'] });
  expect(body.docs[0].query).not.toHaveProperty('search');
});
