import { expect, test } from 'vitest';
import { picture } from '../support/image-files.js';
import { startFileServer } from './support/file-server.js';

const hour = 3_600_000;
const thumbnail = { width: 20, height: 20 };

async function imageForm(data?: object): Promise<FormData> {
  const form = new FormData();
  if (data !== undefined) form.append('data', JSON.stringify(data));
  form.append('file', new Blob([await picture().png().toBuffer()], { type: 'image/png' }), 'a.png');
  return form;
}

test('sizes are made after the response, and removed when nothing names them', async () => {
  const server = await startFileServer({
    uploads: { deleteAfterHours: 24 },
    collections: [
      {
        slug: 'photos',
        upload: { mimeTypes: ['image/png'], sizes: { thumbnail, wide: { width: 40 } } },
        versions: true,
        fields: [],
      },
    ],
  });
  const created = await server.send('POST', '/api/photos', { body: await imageForm() });
  const { id, sizes } = created.body;
  const stored = async (): Promise<readonly string[]> =>
    (await server.stored()).map((path) => path.replace(/^.*\//, '').replace(/-.*$/, '')).sort();
  await server.removeFiles();
  expect(await stored()).toEqual(['original', 'thumbnail', 'wide']);

  const json = { 'content-type': 'application/json' };
  const body = JSON.stringify({ focalX: 0 });
  const moved = await server.send('PATCH', `/api/photos/${id}`, { body, headers: json });
  await server.removeFiles();
  expect(await stored()).toEqual(['original', 'thumbnail', 'thumbnail', 'wide']);
  server.time.now += 25 * hour;
  await server.removeFiles();
  expect(await stored()).toEqual(['original', 'thumbnail', 'wide']);
  expect((await server.send('GET', moved.body.sizes.thumbnail.url)).status).toBe(200);

  // A version names the former one, which is made again for its reader.
  const versions = await server.send('GET', `/api/photos/${id}/versions`);
  const [, first] = versions.body.docs;
  expect(first.document.sizes).toEqual(sizes);
  expect((await server.send('GET', sizes.wide.url)).status).toBe(200);

  await server.send('DELETE', `/api/photos/${id}`);
  server.time.now += 25 * hour;
  await server.removeFiles();
  expect(await stored()).toEqual([]);
});
