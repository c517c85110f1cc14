/** In which order a trash lists what is in it: docs/spec/content-tools.md#amendments. */
import { expect, test } from 'vitest';
import { type Answered, minute, startAuthServer } from '../support/auth-server.js';

test('what was deleted last is listed first, whatever was created last', async () => {
  const server = await startAuthServer({
    config: {
      collections: [{ slug: 'notes', drafts: false, trash: true, fields: [{ name: 'title', type: 'text' }] }],
    },
  });
  const admin = await server.signedIn();
  const ids: Record<string, string> = {};
  for (const title of ['a', 'b', 'c']) {
    ids[title] = (await admin.post('/api/notes', { title })).body.id;
    server.time.now += 1_000;
  }
  const deleted = ['b', 'c', 'a'];
  for (const title of deleted) {
    expect((await admin.delete(`/api/notes/${ids[title]}`)).status).toBe(200);
    server.time.now += minute / 60;
  }
  const titles = async (sort: string): Promise<readonly string[]> =>
    (await admin.get(`/api/notes?trash=only${sort}`)).body.docs.map(({ title }: Answered) => title);
  expect(await titles('')).toEqual(deleted.toReversed());
  expect(await titles('&sort=_deletedAt_desc')).toEqual(deleted.toReversed());
  expect(await titles('&sort=_deletedAt_asc')).toEqual(deleted);
  expect(await titles('&sort=id_asc')).toEqual(['a', 'b', 'c']);
});
