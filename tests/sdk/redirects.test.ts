/** Redirects, which a proxy in front may send; the service itself sends none. */
import { expect, test } from 'vitest';
import { answer, scriptedServer } from '../support/scripted-server.js';
import { notesClient, pageOf } from './notes-client.js';

test('an API key does not follow a redirect, which may lead to somebody else', async () => {
  const keys: unknown[] = [];
  const stranger = await scriptedServer((request, response) => {
    keys.push(request.headers['x-api-key']);
    answer(response, 200, pageOf([]));
  });
  const server = await scriptedServer((_request, response) => {
    response.writeHead(307, { location: `${stranger.url}/api/notes` }).end();
  });
  const client = notesClient({ baseUrl: server.url, apiKey: 'svc_sec_0', retry: false });
  await expect(client.notes.find()).rejects.toMatchObject({ status: 307 });
  expect(keys).toEqual([]);
});

test('without a key it is followed, as fetch does it', async () => {
  const other = await scriptedServer((_request, response) => answer(response, 200, pageOf([])));
  const server = await scriptedServer((_request, response) => {
    response.writeHead(307, { location: `${other.url}/api/notes` }).end();
  });
  expect((await notesClient({ baseUrl: server.url }).notes.find()).docs).toEqual([]);
});
