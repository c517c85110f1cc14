import { readdirSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import type { CollectionConfig } from '../../runtime/config/collection-config.js';
import { keptReadsOf } from '../http/support/reads-beside-writers.js';
import { onSqliteOnly } from '../support/test-database.js';
import { type FileServer, fileForm, startFileServer } from './support/file-server.js';

const papers = { slug: 'papers', upload: { mimeTypes: ['text/plain'] }, fields: [] };

/** Serves the collection on a port, and creates a published document with this text. */
async function started(
  text: string,
): Promise<{ server: FileServer; url: string; path: string; file: string; fileId: string }> {
  const server = await startFileServer({ collections: [papers] }, { logLevel: 'info' });
  const url = await server.listen();
  const { body } = await server.send('POST', '/api/papers', { body: fileForm(text) });
  await server.send('POST', `/api/papers/${body.id}/publish`);
  const [fileId = ''] = /[\w-]{22}(?=\/[^/]*$)/.exec(body.url) ?? [];
  const file = new URL(body.url).pathname;
  return { server, url, path: `/api/papers/${body.id}`, file, fileId };
}

async function read(address: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await fetch(address, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('a small file that is read again and again is the same each time, and logged each time', async () => {
  const { server, url, file, fileId } = await started('hello');
  const first = await read(`${url}${file}`);
  expect(first).toMatchObject({ status: 200, text: 'hello' });
  for (let time = 0; time < 4; time += 1) {
    const again = await read(`${url}${file}`);
    expect(again).toMatchObject({ status: 200, text: 'hello' });
    for (const name of ['etag', 'content-type', 'content-length', 'content-disposition', 'cache-control'])
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
  }
  const tag = first.headers.get('etag') ?? '';
  const known = await read(`${url}${file}`, { 'If-None-Match': tag });
  expect([known.status, known.text, known.headers.get('content-type')]).toEqual([304, '', null]);
  expect(await read(`${url}${file}`, { Range: 'bytes=1-2' })).toMatchObject({ status: 206, text: 'el' });
  const head = await fetch(`${url}${file}`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '5']);
  const lines = server.log.map((line) => JSON.parse(line) as object);
  const logged = lines.filter((line) => 'fileId' in line && 'method' in line && line.method === 'GET');
  expect(logged).toHaveLength(7);
  for (const line of logged) expect(line).toMatchObject({ fileId, fileBytes: 5, fileType: 'text/plain' });
});

test('a small file is gone with the next request after it was its document was deleted', async () => {
  const { server, url, path, file } = await started('hello');
  const statuses = async (): Promise<readonly number[]> =>
    [await read(`${url}${file}`), await read(`${url}${file}`)].map(({ status }) => status);
  expect(await statuses()).toEqual([200, 200]);
  expect(await statuses()).toEqual([200, 200]);
  expect((await server.send('DELETE', path)).status).toBe(200);
  expect(await statuses()).toEqual([404, 404]);
});

test('HEAD and a 304 say what GET would, and never open the bytes', async () => {
  const { server, url, file } = await started('words '.repeat(100_000));
  const whole = await read(`${url}${file}`);
  expect(whole.text).toHaveLength(600_000);
  for (const key of await server.stored()) await server.storage.delete(key);
  const head = await fetch(`${url}${file}`, { method: 'HEAD' });
  expect(head.status).toBe(200);
  for (const name of ['etag', 'content-type', 'content-length', 'content-disposition', 'cache-control'])
    expect(head.headers.get(name), name).toBe(whole.headers.get(name));
  expect((await read(`${url}${file}`, { 'If-None-Match': head.headers.get('etag') ?? '' })).status).toBe(304);
  // One that was opened before is read for some seconds.
  await expect.poll(async () => (await read(`${url}${file}`)).status, { timeout: 10_000 }).not.toBe(200);
});

const onLinux = test.runIf(process.platform === 'linux');

onLinux('large files are open for some seconds after their downloads, and no longer', async () => {
  const { server, url, path, file } = await started('words '.repeat(100_000));
  const folder = '/proc/self/fd';
  const open = (): number =>
    readdirSync(folder).filter((fd) => {
      try {
        return readlinkSync(`${folder}/${fd}`).includes('/files/papers/');
      } catch {
        return false;
      }
    }).length;
  const parts = Array.from({ length: 40 }, async (_, index) => {
    const range = `bytes=${index * 1000}-${index * 1000 + 599}`;
    return (
      (await read(`${url}${file}`, { Range: range })).text ===
      'words '.repeat(102).slice((index * 1000) % 6, ((index * 1000) % 6) + 600)
    );
  });
  expect(new Set(await Promise.all(parts))).toEqual(new Set([true]));
  const { body } = await fetch(`${url}${file}`);
  await body?.cancel();
  expect(open()).toBeLessThanOrEqual(1);
  await expect.poll(open, { timeout: 10_000 }).toBe(0);
  await read(`${url}${file}`);
  expect((await server.send('DELETE', path)).status).toBe(200);
  expect((await read(`${url}${file}`, { Range: 'bytes=0-9' })).status).toBe(404);
  await server.removeFiles();
  await expect.poll(open, { timeout: 10_000 }).toBe(0);
});

test('files that may be requested in parts are not compressed', async () => {
  const text = 'a line of text\n'.repeat(1000);
  const { url, file } = await started(text);
  for (let time = 0; time < 3; time += 1) {
    const sent = await read(`${url}${file}`, { 'Accept-Encoding': 'gzip, br' });
    expect(sent.headers.get('content-encoding')).toBeNull();
    expect(sent.text).toBe(text);
  }
});

test('large files are sent whole and in parts to many at once, also beside clients that leave', async () => {
  const line = 'a line of a long text\n';
  const text = line.repeat(100_000);
  const { url, file } = await started(text);
  const leaving = Array.from({ length: 8 }, async (_, index) => {
    const control = new AbortController();
    const { body } = await fetch(`${url}${file}`, { signal: control.signal });
    await body?.getReader().read();
    if (index % 2 === 0) await pause(20);
    control.abort();
  });
  const whole = Array.from({ length: 8 }, async () => (await read(`${url}${file}`)).text === text);
  const parts = Array.from({ length: 8 }, async (_, index) => {
    const start = index * 200_000;
    const { status, text: part } = await read(`${url}${file}`, { Range: `bytes=${start}-${start + 99_999}` });
    return status === 206 && part === text.slice(start, start + 100_000);
  });
  await Promise.all(leaving);
  expect(await Promise.all([...whole, ...parts])).toEqual(Array.from({ length: 16 }, () => true));
});

test('a middleware that replaces the functions of responses gets the bytes of large files too', async () => {
  const text = 'a line of a long text\n'.repeat(20_000);
  const { server, file } = await started(text);
  const sizes: number[] = [];
  const site = express().use((_request, response, next) => {
    const write = response.write.bind(response);
    // As those that compress do: it takes no callback.
    response.write = (chunk: Uint8Array): boolean => {
      sizes.push(chunk.length);
      return write(Buffer.from(chunk));
    };
    next();
  });
  const outer = createServer(site.use(server.app));
  await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void outer.close());
  const { port } = outer.address() as AddressInfo;
  expect((await read(`http://127.0.0.1:${port}${file}`)).text).toBe(text);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(text.length);
  // In process, there is no socket at all.
  expect((await server.send('GET', file)).text).toBe(text);
});

/** A file of so many bytes that only super administrators may read, and how they and others do. */
async function guarded(bytes: number) {
  const access: NonNullable<CollectionConfig['access']> = { read: ['super_admin'], create: ['super_admin'] };
  const collections = [{ ...papers, drafts: false, access }];
  const config = { auth: { secret: 'tests/uploads: 32 bytes and some more of them' }, collections };
  const server = await startFileServer({ ...config, server: { metrics: true } });
  const url = await server.listen();
  const cookie = await server.cookies();
  const headers = { cookie, origin: 'http://localhost:3000' };
  const { body } = await server.send('POST', '/api/papers', { body: fileForm('x'.repeat(bytes)), headers });
  const address = `${url}${new URL(body.url).pathname}`;
  const asked = async (ways: object): Promise<number> => {
    const response = await fetch(address, ways);
    await response.arrayBuffer();
    return response.status;
  };
  const ways = [{}, { method: 'HEAD' }, { headers: { range: 'bytes=1-2' } }];
  return {
    ways,
    byOwner: (way: { readonly headers?: object }) => asked({ ...way, headers: { ...way.headers, cookie } }),
    byOther: asked,
    hits: () => keptReadsOf(url),
  };
}

test.each([5, 200_000])(
  'a file of %i bytes, its parts and its head are found without the database, for who may read it',
  { timeout: 60_000 },
  async (bytes) => {
    const { ways, byOwner, byOther, hits } = await guarded(bytes);
    for (const way of ways) {
      const before = await hits();
      // Other tests write to the same server of databases, so that some responses are not kept.
      await expect
        .poll(async () => [await byOwner(way), (await hits()) > before], { timeout: 15_000, interval: 5 })
        .toEqual(['headers' in way ? 206 : 200, true]);
      for (let time = 0; time < 3; time += 1) expect(await byOther(way)).toBe(404);
      expect(await byOwner(way)).toBe('headers' in way ? 206 : 200);
    }
  },
);

onSqliteOnly('other tests write to the same server of databases')(
  'of a small file that is sent as kept nothing else is kept',
  async () => {
    const { ways, byOwner, hits } = await guarded(5);
    const [whole = {}, , part = {}] = ways;
    for (let time = 0; time < 4; time += 1) await byOwner(whole);
    const before = await hits();
    await byOwner(part);
    expect(await hits()).toBe(before);
    await byOwner(part);
    expect(await hits()).toBe(before + 1);
  },
);
