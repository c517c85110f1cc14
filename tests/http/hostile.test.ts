import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNotesService } from './support/notes-service.js';
import { openRaw } from './support/raw-connection.js';

const { app, log } = createNotesService({ requestTimeout: 400 });
let url: string;
beforeAll(async () => {
  ({ url } = await app.listen());
});
afterAll(() => app.close());

const valid = [
  'GET /api/notes?limit=1 HTTP/1.1\r\nHost: test\r\nAccept-Encoding: gzip\r\nIf-None-Match: "1"\r\n\r\n',
  'POST /api/notes HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 13\r\n\r\n{"title":"x"}',
  'POST /api/notes HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nd\r\n{"title":"x"}\r\n0\r\n\r\n',
  'PATCH /api/globals/motto HTTP/1.1\r\nHost: test\r\nIf-Match: "0", *\r\nX-Draft: false\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
  'OPTIONS * HTTP/1.1\r\nHost: test\r\nOrigin: null\r\nAccess-Control-Request-Method: GET\r\n\r\n',
];

/** A valid request with random parts replaced, removed or inserted. */
const broken = fc
  .tuple(
    fc.constantFrom(...valid),
    fc.array(fc.tuple(fc.nat(), fc.nat(6), fc.string({ unit: 'binary', maxLength: 6 })), {
      minLength: 1,
      maxLength: 4,
    }),
  )
  .map(([text, edits]) =>
    edits.reduce((edited, [at, length, insert]) => {
      const from = at % (edited.length + 1);
      return edited.slice(0, from) + insert + edited.slice(from + length);
    }, text),
  );

test('whatever arrives, the server answers what it can, fails at nothing, and goes on', async () => {
  const requests = fc.sample(broken, { numRuns: 300, seed: 1 });
  await Promise.all(
    requests.map(async (text) => {
      const connection = await openRaw(url);
      connection.write(text);
      await Promise.race([connection.closed(), connection.answers(1).catch(() => undefined)]);
      expect(connection.received).not.toMatch(/^HTTP\/1.1 5/);
      connection.socket.destroy();
    }),
  );
  expect(log.filter(({ level }) => level === 50)).toEqual([]);
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
});

test('clients that leave at any moment leave nothing behind', async () => {
  const text = valid[1] ?? '';
  await Promise.all(
    Array.from(text, async (_, sent) => {
      const connection = await openRaw(url);
      connection.write(text.slice(0, sent));
      await new Promise((resolve) => setImmediate(resolve));
      if (sent % 2 === 0) connection.socket.destroy();
      else connection.socket.resetAndDestroy();
    }),
  );
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  expect(log.filter(({ level }) => level === 50)).toEqual([]);
});
