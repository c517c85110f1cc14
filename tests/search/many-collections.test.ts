/** A search of more collections than one request looks at: docs/spec/content-tools.md#search. */
import { expect, test } from 'vitest';
import { anonymous, openGuarded, user } from '../access/support/guarded-service.js';

test('without names the first ten that the requester may read are searched, and 20 hits are returned', async () => {
  const service = await openGuarded({
    auth: { secret: 'a secret that is long enough for every test of it' },
    collections: Array.from({ length: 13 }, (_, at) => ({
      slug: `c${String(at).padStart(2, '0')}`,
      drafts: false,
      access: { create: ['admin'], ...(at < 2 && { read: ['admin'] }) },
      search: { fields: { title: 1 } },
      fields: [{ name: 'title', type: 'text' }],
    })),
  });
  const admin = service.as(user('admin'));
  for (let at = 0; at < 13; at += 1) {
    const operations = [1, 2, 3].map(() => ({ op: 'create', data: { title: 'fox' } }));
    const path = `/api/c${String(at).padStart(2, '0')}/bulk`;
    expect((await admin.post(path, { operations })).status).toBe(200);
  }
  const searched = async (client: typeof admin): Promise<readonly string[]> => {
    const { body } = await client.get('/api/svc/search?q=fox&limit=100');
    return [...new Set<string>(body.hits.map(({ collection }: { collection: string }) => collection))];
  };
  const names = (from: number, to: number): readonly string[] =>
    Array.from({ length: to - from }, (_, at) => `c${String(from + at).padStart(2, '0')}`);
  expect(await searched(admin)).toEqual(names(0, 10));
  expect(await searched(service.as(anonymous))).toEqual(names(2, 12));
  expect((await admin.get('/api/svc/search?q=fox')).body.hits).toHaveLength(20);
  const named = await admin.get('/api/svc/search?q=fox&collections=c11,c12&limit=100');
  expect(named.body.hits).toHaveLength(6);
});
