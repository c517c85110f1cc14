import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FileBody } from './file-body.js';

const bytes = 200_000;

/** A body of `length` bytes of a file that is opened for it, and whether that file was closed. */
function opened(length: number): { readonly body: FileBody; readonly isClosed: () => boolean } {
  const folder = mkdtempSync(join(tmpdir(), 'svc-body-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'file'), Buffer.alloc(bytes, 7));
  const fd = openSync(join(folder, 'file'), 'r');
  let isClosed = false;
  function release(): void {
    if (!isClosed) closeSync(fd);
    isClosed = true;
  }
  return { body: new FileBody({ fd, release }, { start: 0, end: length - 1 }), isClosed: () => isClosed };
}

/** The responses to these requests, which a client has sent at once on a connection that it then closes. */
async function abandoned(requests: number): Promise<readonly ServerResponse[]> {
  const server = createServer();
  const responses: ServerResponse[] = [];
  const all = new Promise<void>((resolve) => {
    server.on('request', (_request, response: ServerResponse) => {
      responses.push(response);
      if (responses.length === requests) resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(requests));
  await all;
  const [first] = responses;
  const closed = once(first?.req.socket ?? server, 'close');
  client.destroy();
  await closed;
  return responses;
}

const descriptors = (): number => readdirSync('/proc/self/fd').length;

test.each([1_000, 65_536, bytes])(
  'a client that is gone leaves no file open, of %i bytes',
  async (length) => {
    const [response] = await abandoned(1);
    const before = descriptors();
    const { body, isClosed } = opened(length);
    response?.writeHead(206, { 'Content-Length': length });
    if (response !== undefined) await body.sendTo(response);
    expect(isClosed()).toBe(true);
    expect(descriptors()).toBe(before);
  },
);

test('a client that goes during the read leaves no file open', async () => {
  const server = createServer();
  const { body, isClosed } = opened(1_000);
  const sent = new Promise<void>((resolve) => {
    server.on('request', (_request, response: ServerResponse) => {
      response.writeHead(206, { 'Content-Length': 1_000 });
      void body.sendTo(response).then(resolve);
      response.req.socket.destroy();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await sent;
  expect(isClosed()).toBe(true);
});

test('a response that waits for an earlier one on the connection is sent after it', async () => {
  const server = createServer();
  const files = [opened(5), opened(5)] as const;
  const responses: ServerResponse[] = [];
  server.on('request', (_request, response: ServerResponse) => {
    responses.push(response);
    response.writeHead(206, { 'Content-Length': 5 });
    if (responses.length > 1) void files[responses.length === 2 ? 0 : 1].body.sendTo(response);
    if (responses.length === 3) responses[0]?.end('first');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  client.on('data', (data) => {
    received += data.toString('latin1');
  });
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  await expect.poll(() => files.map(({ isClosed }) => isClosed())).toEqual([true, true]);
  await expect.poll(() => received.split('\u0007'.repeat(5)).length).toBe(3);
  client.destroy();
});

test('responses that waited for an earlier one on the connection leave no file open', async () => {
  const [, second] = await abandoned(2);
  const { body, isClosed } = opened(1_000);
  second?.writeHead(206, { 'Content-Length': 1_000 });
  if (second !== undefined) await body.sendTo(second);
  expect(isClosed()).toBe(true);
});
