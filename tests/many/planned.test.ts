/** `publishAt` of an operation of a bulk: docs/spec/content-tools.md#many-at-once. */
import { expect, test } from 'vitest';
import { type Answered, minute, startAuthServer } from '../support/auth-server.js';

const asDraft = { 'x-draft': 'true' };

test('an operation plans the publication of its document, and publishes nothing yet', async () => {
  const server = await startAuthServer({
    config: { collections: [{ slug: 'posts', fields: [{ name: 'title', type: 'text' }] }] },
  });
  const admin = await server.signedIn();
  const draft = async (title: string): Promise<string> =>
    (await admin.post('/api/posts', { title }, asDraft)).body.id;
  const [planned, other] = [await draft('Planned'), await draft('Other')];
  const publishAt = new Date(server.time.now + minute).toISOString();
  const operations = [
    { op: 'publish', id: planned, publishAt },
    { op: 'publish', id: other },
  ];
  const { status, body } = await admin.post('/api/posts/bulk', { operations });
  expect([status, body.succeeded]).toEqual([200, 2]);
  const stateOf = async (id: string): Promise<string> => (await admin.get(`/api/posts/${id}`)).body._status;
  expect([await stateOf(planned), await stateOf(other)]).toEqual(['draft', 'published']);
  expect((await admin.get(`/api/posts/${planned}/schedule`)).body.publishAt).toBe(publishAt);
  server.time.now += minute;
  await server.store.parts?.get('schedule')?.work?.run();
  expect(await stateOf(planned)).toBe('published');

  const wrong = [
    { op: 'publish', id: planned, publishAt: 'tomorrow' },
    { op: 'unpublish', id: planned, publishAt },
  ];
  const refused = await admin.post('/api/posts/bulk', { operations: wrong });
  expect([refused.status, refused.body.details.map(({ path }: Answered) => path)]).toEqual([
    400,
    ['operations[0].publishAt', 'operations[1].publishAt'],
  ]);
});
