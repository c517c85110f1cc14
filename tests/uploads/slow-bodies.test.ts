import { expect, test } from 'vitest';
import { openRaw } from '../http/support/raw-connection.js';
import { startFileServer } from './support/file-server.js';

const head = 'HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n';

test('a body of JSON that does not arrive is 408, also where files may take their time', async () => {
  const server = await startFileServer({
    server: { requestTimeout: 500 },
    collections: [
      { slug: 'papers', upload: { mimeTypes: ['text/plain'] }, drafts: false, fields: [] },
      { slug: 'notes', drafts: false, fields: [{ name: 'text', type: 'text' }] },
    ],
  });
  const connection = await openRaw(await server.listen());
  connection.write(`POST /api/notes ${head}{"te`);
  const received = await connection.closed();
  expect(received).toContain('HTTP/1.1 408 Request Timeout\r\n');
  expect(received).toContain('"code":"REQUEST_TIMEOUT"');
});
