/**
 * What uploads add to the memory of a server: one of 1 GiB, and 20 at once, by multipart, by tus and by
 * direct uploads (docs/spec/uploads.md#promises). `npm run build` first, then
 *
 *   node scripts/run.js bench/files/upload-memory.ts
 *   node scripts/run.js bench/files/upload-memory.ts --bytes 268435456 --of-many 52428800
 *
 * The server is a process of its own; its resident memory is read every 20 ms.
 */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { freePort } from '../../tests/support/free-port.js';

const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '1073741824' },
    'of-many': { type: 'string', default: '52428800' },
  },
});

const config = `import { defineConfig } from 'svc';
export default defineConfig({
  collections: [{ slug: 'files', drafts: false, upload: { mimeTypes: ['application/pdf'], maxBytes: '2gb' }, fields: [] }],
});
`;

const block = Buffer.alloc(65_536, '%PDF-1.7 and so on. ');

function* source(bytes: number): Generator<Buffer> {
  for (let left = bytes; left > 0; left -= block.length)
    yield block.subarray(0, Math.min(left, block.length));
}

interface BegunUpload {
  readonly uploadId: string;
  readonly parts: readonly {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly from: number;
    readonly to: number;
  }[];
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Iterable<Buffer>;
}

function send({
  method,
  url,
  headers,
  body,
}: Sent): Promise<{ readonly status: number; readonly location: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      response
        .resume()
        .on('end', () =>
          resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' }),
        );
    });
    sent.on('error', reject);
    pipeline(Readable.from(body), sent).catch(reject);
  });
}

async function multipart(url: string, bytes: number): Promise<number> {
  const head = Buffer.from(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n',
  );
  const tail = Buffer.from('\r\n--x--\r\n');
  function* body(): Generator<Buffer> {
    yield head;
    yield* source(bytes);
    yield tail;
  }
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': head.length + bytes + tail.length,
  };
  return (await send({ method: 'POST', url: `${url}/api/files`, headers, body: body() })).status;
}

async function tus(url: string, bytes: number): Promise<number> {
  const version = { 'tus-resumable': '1.0.0' };
  const begun = await send({
    method: 'POST',
    url: `${url}/api/files/uploads/tus`,
    headers: { ...version, 'upload-length': bytes, 'content-length': 0 },
    body: [],
  });
  const headers = {
    ...version,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': 0,
    'content-length': bytes,
  };
  return (await send({ method: 'PATCH', url: `${url}${begun.location}`, headers, body: source(bytes) }))
    .status;
}

async function direct(url: string, bytes: number): Promise<number> {
  const path = `${url}/api/files/uploads`;
  const begun = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'a.pdf', mimeType: 'application/pdf', filesize: bytes, data: {} }),
  });
  const { uploadId, parts } = (await begun.json()) as BegunUpload;
  const waiting = parts.values();
  const work = async (): Promise<void> => {
    for (const part of waiting) {
      const headers = { ...part.headers, 'content-length': part.to - part.from };
      const sent = { method: 'PUT', url: new URL(part.url, url).href, headers };
      const status = await untilTaken(() => send({ ...sent, body: source(part.to - part.from) }));
      if (status !== 200) throw new Error(`A part was refused: ${status}`);
    }
  };
  await Promise.all([work(), work(), work()]);
  return untilTaken(() => fetch(`${path}/${uploadId}/complete`, { method: 'POST' }));
}

/** There may be more requests than the server takes at once, `uploads.concurrent`: clients try again. */
async function untilTaken(attempt: () => Promise<{ readonly status: number }>): Promise<number> {
  for (;;) {
    const { status } = await attempt();
    if (status !== 503) return status;
    await pause(200);
  }
}

/** What is stored is what was sent. */
async function expectStored(
  url: string,
  { count, bytes }: { readonly count: number; readonly bytes: number },
): Promise<void> {
  const hash = createHash('sha256');
  for (const part of source(bytes)) hash.update(part);
  const checksum = `sha256-${hash.digest('base64')}`;
  const where = encodeURIComponent(JSON.stringify({ filesize: { equals: bytes } }));
  const answer = await fetch(`${url}/api/files?limit=500&select=checksum&where=${where}`);
  const { docs } = (await answer.json()) as { readonly docs: readonly Record<string, unknown>[] };
  // Those of earlier servers are there too.
  if (docs.length < count || docs.some((one) => one['checksum'] !== checksum))
    throw new Error('What is stored is not what was sent.');
}

function residentBytes(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

const mib = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MiB`;

const root = join(import.meta.dirname, '../..');
mkdirSync(join(root, 'tmp'), { recursive: true });
// In the repository, where its packages resolve.
const folder = mkdtempSync(join(root, 'tmp/bench-'));
process.on('exit', () => {
  endServer();
  rmSync(folder, { recursive: true, force: true });
});
writeFileSync(join(folder, 'svc.config.ts'), config);
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
execFileSync(process.execPath, [join(root, 'dist/bin/svc.js'), 'build'], { cwd: folder });

/** A run that fails must not leave its server running. */
let endServer = (): boolean => true;

/** Starts the server, and waits until it responds. */
async function started(): Promise<{ readonly url: string; readonly pid: number; stop(): Promise<void> }> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', SVC_LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, ['dist/server.js'], { cwd: folder, env, stdio: 'inherit' });
  endServer = () => child.kill('SIGKILL');
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries += 1) {
    const isReady = await fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) break;
    if (tries > 200) throw new Error('The server does not start.');
    await pause(50);
  }
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

console.log(
  `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
);
for (const [name, upload, count, bytes] of [
  ['multipart', multipart, 1, Number(values.bytes)],
  ['tus', tus, 1, Number(values.bytes)],
  ['direct', direct, 1, Number(values.bytes)],
  ['multipart', multipart, 20, Number(values['of-many'])],
  ['tus', tus, 20, Number(values['of-many'])],
  ['direct', direct, 20, Number(values['of-many'])],
] as const) {
  const server = await started();
  const { pid } = server;
  // What the first upload loads is not what others add.
  await upload(server.url, 100_000);
  const before = residentBytes(pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentBytes(pid));
  }, 20);
  const start = performance.now();
  const statuses = await Promise.all(Array.from({ length: count }, () => upload(server.url, bytes)));
  clearInterval(watch);
  await expectStored(server.url, { count, bytes });
  await server.stop();
  const seconds = (performance.now() - start) / 1000;
  const refused = statuses.filter((status) => status !== 201 && status !== 204);
  if (refused.length > 0) throw new Error(`Refused: ${refused.join(', ')}`);
  const rate = mib((count * bytes) / seconds);
  console.log(
    `${name.padEnd(10)} ${count} x ${mib(bytes)}: grew by ${mib(most - before)}, ${seconds.toFixed(1)} s, ${rate}/s`,
  );
}
