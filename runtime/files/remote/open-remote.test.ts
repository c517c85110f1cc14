import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { parseRemoteHost } from '../../config/remote-host.js';
import { openRemote, type RemoteRules } from './open-remote.js';
import { isPublicAddress } from './public-address.js';

interface Remote {
  readonly port: number;
  /** Names that were resolved. */
  readonly resolved: readonly string[];
  /** Rules that let it be fetched from. */
  readonly rules: RemoteRules;
  readonly root: string;
}

/** A server on this machine. */
async function remote(listener: RequestListener): Promise<Remote> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const resolved: string[] = [];
  const entries = [`http://*.example.com:${port}`, `http://example.com:${port}`];
  const rules: RemoteRules = {
    hosts: entries.flatMap((entry) => parseRemoteHost(entry) ?? []),
    timeout: 5000,
    network: {
      async resolve(name) {
        resolved.push(name);
        return ['127.0.0.1'];
      },
      isOpen: () => true,
    },
  };
  return { port, resolved, rules, root: `http://cdn.example.com:${port}` };
}

const plain: RequestListener = ({ url, headers }, response) => {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${url} of ${headers.host}, ${headers.cookie ?? 'no cookie'}`);
};

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts).toString();
}

test('opens a file by its name, at the address that was checked', async () => {
  const { port, root, rules, resolved } = await remote(plain);
  const file = await openRemote(`${root}/a/My%20file.txt?x=1`, rules);
  expect(file).toMatchObject({ filename: 'My file.txt', declaredType: 'text/plain' });
  expect(await textOf(file.bytes)).toBe(`/a/My%20file.txt?x=1 of cdn.example.com:${port}, no cookie`);
  expect(resolved).toEqual(['cdn.example.com']);
});

test('follows three redirects, each of which is checked', async () => {
  const { root, rules, resolved } = await remote((request, response) => {
    const left = Number(/\d+/.exec(request.url ?? '')?.[0]);
    if (left === 0) return plain(request, response);
    const { host = '' } = request.headers;
    const next = `http://${host.replace(/^\w+/, `cdn${left}`)}/${left - 1}`;
    response.setHeader('Set-Cookie', 'a=b');
    response.writeHead(302, { Location: next }).end();
  });
  const file = await openRemote(`${root}/3`, rules);
  expect(await textOf(file.bytes)).toMatch(/^\/0 of cdn1\.example\.com:\d+, no cookie$/);
  expect(resolved).toEqual(['cdn', 'cdn3', 'cdn2', 'cdn1'].map((name) => `${name}.example.com`));
  await expect(openRemote(`${root}/4`, rules)).rejects.toThrow('too many redirects');
});

test.each([
  ['to a host that is not listed', 'http://other.test/'],
  ['to another port', 'http://cdn.example.com:1/'],
  ['to another protocol', 'ftp://cdn.example.com/'],
  ['to an address', 'http://127.0.0.1/'],
  ['without an address', 'http://'],
])('refuses a redirect %s', async (_what, location) => {
  const { root, rules, resolved } = await remote((_request, response) => {
    response.writeHead(302, { Location: location }).end();
  });
  await expect(openRemote(root, rules)).rejects.toMatchObject({ name: 'RemoteRefused' });
  expect(resolved).toEqual(['cdn.example.com']);
});

test('refuses a name with any address that is not public, also of a redirect', async () => {
  let reached = 0;
  const { root, rules } = await remote((_request, response) => {
    reached += 1;
    response.writeHead(302, { Location: '/again' }).end();
  });
  const isOpen = (address: string): boolean => address === '127.0.0.1' || isPublicAddress(address);
  // Another address each time, as a server of names that means to deceive responds.
  const addresses = [['127.0.0.1'], ['127.0.0.1', '169.254.169.254']];
  const network = { resolve: async () => addresses.shift() ?? [], isOpen };
  await expect(openRemote(root, { ...rules, network })).rejects.toThrow('not public');
  const closed = { ...rules.network, isOpen: isPublicAddress };
  await expect(openRemote(root, { ...rules, network: closed })).rejects.toThrow('not public');
  expect(reached).toBe(1);
});

test.each<[string, RequestListener]>([
  ['an error', (_request, response) => void response.writeHead(500).end('x')],
  ['no content', (_request, response) => void response.writeHead(204).end()],
  ['a redirect to nowhere', (_request, response) => void response.writeHead(301).end()],
  ['a compressed file', (_request, response) => void response.setHeader('Content-Encoding', 'gzip').end('x')],
  ['a closed connection', (request) => void request.socket.destroy()],
])('refuses %s', async (_what, listener) => {
  const { root, rules } = await remote(listener);
  await expect(openRemote(root, rules)).rejects.toMatchObject({ name: 'RemoteRefused' });
});

test('refuses a response that does not begin in time, and one that ends early', async () => {
  const { root, rules } = await remote((request, response) => {
    if (request.url !== '/short') return;
    response.writeHead(200, { 'Content-Length': '10' });
    response.write('12345', () => response.destroy());
  });
  await expect(openRemote(root, { ...rules, timeout: 50 })).rejects.toThrow('The request failed.');
  const file = await openRemote(`${root}/short`, rules);
  await expect(textOf(file.bytes)).rejects.toMatchObject({ name: 'RemoteRefused' });
});

test.each([
  'https://cdn.example.com/a',
  'http://user:secret@cdn.example.com/a',
  'http://cdn.example.com.evil.test/',
  'http://evilexample.com/',
  'file:///etc/passwd',
  'cdn.example.com/a',
])('refuses %s before a name is resolved', async (address) => {
  const { rules, resolved } = await remote(plain);
  await expect(openRemote(address, rules)).rejects.toMatchObject({ name: 'RemoteRefused' });
  expect(resolved).toEqual([]);
});
