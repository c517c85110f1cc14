/** How many documents stay in the trash, where a callback decides: docs/spec/content-tools.md#amendments. */
import { expect, test } from 'vitest';
import { startAuthServer } from '../support/auth-server.js';

test('a callback is asked about 100 of those that stay, in a bulk about 20', async () => {
  const server = await startAuthServer({
    config: {
      collections: [
        { slug: 'boxes', drafts: false, trash: true, fields: [{ name: 'name', type: 'text' }] },
        {
          slug: 'parts',
          drafts: false,
          trash: true,
          access: { delete: () => true },
          fields: [
            { name: 'code', type: 'text', unique: true },
            { name: 'box', type: 'relationship', to: 'boxes', onDelete: 'cascade' },
          ],
        },
      ],
    },
  });
  const admin = await server.signedIn();
  const codes = Array.from({ length: 105 }, (_, at) => `code ${at}`);
  const fill = async (box: string): Promise<void> => {
    const operations = codes.map((code) => ({ op: 'create', data: { code, box } }));
    expect((await admin.post('/api/parts/bulk', { operations })).status).toBe(200);
  };
  const [box, other] = [await admin.post('/api/boxes', {}), await admin.post('/api/boxes', {})];
  await fill(box.body.id);
  expect((await admin.delete(`/api/boxes/${box.body.id}`)).status).toBe(200);
  // The codes are taken when the parts would return.
  await fill(other.body.id);
  const operations = [{ op: 'restore', id: box.body.id }];
  const tried = (await admin.post('/api/boxes/bulk', { operations, dryRun: true })).body.results[0];
  expect([tried.left.length, tried.leftCount]).toEqual([20, 20]);
  const { status, headers } = await admin.post(`/api/boxes/${box.body.id}/restore`);
  expect([status, headers.get('x-svc-left-count')]).toEqual([200, '100']);
  expect((await admin.get('/api/parts?trash=only&limit=0')).body.totalDocs).toBe(105);
});
