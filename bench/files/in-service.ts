/**
 * What files and images cost a running service (docs/spec/uploads.md#promises): its start, reads of other
 * documents, the response to an upload of 24 megapixels, and reads while sizes of images are made.
 *
 *   node scripts/run.js bench/files/in-service.ts
 *   node scripts/run.js bench/files/in-service.ts --rounds 9 --images 50 --posts 2000 --seconds 3
 *
 * Servers and the load are processes of their own, rounds alternate, and every response is checked.
 */
import { deepStrictEqual, ok } from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import sharp from 'sharp';
import type { LoadJob, LoadResult } from '../http/load.js';
import { seed } from '../http/seed.js';
import { cpuMicroseconds, endServers, type ServerProcess, startServer } from '../http/server-process.js';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    images: { type: 'string', default: '50' },
    posts: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '3' },
  },
});
const rounds = Number(values.rounds);

const sizes = { small: { width: 320, height: 320 }, medium: { width: 1024 }, large: { width: 1600 } };
/** What a collection costs that has no files: it has a field for each of those of a file. */
const withoutFiles =
  "{ slug: 'files', drafts: false, fields: [" +
  "{ name: 'filename', type: 'text' }, { name: 'mimeType', type: 'text' }, { name: 'filesize', type: 'number' }, " +
  "{ name: 'checksum', type: 'text' }, { name: 'url', type: 'text' }] },";
const pdfs = "{ slug: 'files', drafts: false, upload: { mimeTypes: ['application/pdf'] }, fields: [] },";
const photos = `{ slug: 'photos', drafts: false, upload: { mimeTypes: ['image/jpeg'], maxBytes: '60mb', sizes: ${JSON.stringify(sizes)} }, fields: [] },`;

const configOf = (more: string): string => `import { defineConfig } from 'svc';
export default defineConfig({
  limits: { answerCache: 0 },
  collections: [
    { slug: 'authors', drafts: false, fields: [
      { name: 'name', type: 'text' }, { name: 'email', type: 'email', unique: true }, { name: 'bio', type: 'textarea' },
    ] },
    { slug: 'posts', drafts: false, fields: [
      { name: 'title', type: 'text' }, { name: 'excerpt', type: 'textarea' }, { name: 'body', type: 'textarea' },
      { name: 'category', type: 'text' }, { name: 'publishedAt', type: 'date', time: true },
      { name: 'views', type: 'number' }, { name: 'featured', type: 'boolean' },
      { name: 'author', type: 'relationship', to: 'authors' },
    ] },
    ${more}
  ],
});
`;

const root = join(import.meta.dirname, '../..');
mkdirSync(join(root, 'tmp'), { recursive: true });
const folder = mkdtempSync(join(root, 'tmp/bench-'));
try {
  await main();
} finally {
  endServers();
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  console.log(
    `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  const services = [
    { name: 'without files', folder: project('none', withoutFiles) },
    { name: 'PDF alone', folder: project('pdfs', pdfs) },
    { name: 'images', folder: project('photos', pdfs + photos) },
  ] as const;
  await build({
    entryPoints: [join(import.meta.dirname, '../http/load.ts')],
    outfile: join(folder, 'load.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  await starts(services);
  const [none, , images] = services;
  const [plain, withImages] = [await started(none), await started(images)];
  for (const { url } of [plain, withImages]) await seed(url, { authors: 100, posts: Number(values.posts) });
  await reads([plain, withImages]);
  await plain.stop();
  const photo = await photoOf(6000, 4000);
  await responses(withImages, photo);
  await readsBesideImages(withImages);
  await withImages.stop();
}

interface Project {
  readonly name: string;
  readonly folder: string;
}

function project(name: string, collections: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'svc.config.ts'), configOf(collections));
  writeFileSync(join(path, 'package.json'), '{ "type": "module" }\n');
  execFileSync(process.execPath, [join(root, 'dist/bin/svc.js'), 'build'], { cwd: path });
  return path;
}

function started({ name, folder: cwd }: Project): Promise<ServerProcess> {
  return startServer({
    name,
    cwd,
    argv: () => ['dist/server.js'],
    env: { SVC_LOG_LEVEL: 'silent', SVC_RATE_LIMIT: 'off' },
  });
}

/** From the start of the process to its first response, in turns, since the machine's load changes. */
async function starts(services: readonly Project[]): Promise<void> {
  const spent = services.map(() => ({ wall: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round <= 2 * rounds; round += 1)
    for (const [index, service] of services.entries()) {
      const server = await started(service);
      const cpu = cpuMicroseconds(server.pid) / 1000;
      await server.stop();
      // The first start of each makes its tables.
      if (round === 0) continue;
      spent[index]?.wall.push(server.startup);
      spent[index]?.cpu.push(cpu);
    }
  const [base] = spent;
  for (const [index, { wall, cpu }] of spent.entries()) {
    const [wallTime, cpuTime] = [median(wall), median(cpu)];
    const more = [wallTime - median(base?.wall ?? []), cpuTime - median(base?.cpu ?? [])];
    console.log(
      `start, ${(services[index]?.name ?? '').padEnd(16)}${wallTime.toFixed(1).padStart(8)} ms, ${more[0]?.toFixed(1)} ms more; ` +
        `${cpuTime.toFixed(1)} ms of processor time, ${more[1]?.toFixed(1)} ms more`,
    );
  }
}

/** Lists of documents beside which there are files, or none. */
async function reads(servers: readonly ServerProcess[]): Promise<void> {
  const cost = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const server of servers) {
      const before = cpuMicroseconds(server.pid);
      const { answers } = await load(server, '/api/posts');
      const spent = (cpuMicroseconds(server.pid) - before) / answers;
      cost.set(server.name, [...(cost.get(server.name) ?? []), spent]);
    }
  const [base = 1] = [...cost.values()].map(median);
  for (const [name, all] of cost)
    console.log(
      `list of 10, ${name.padEnd(16)}${median(all).toFixed(0).padStart(6)} µs of processor time, ${(100 * (median(all) / base - 1)).toFixed(1)} % more`,
    );
}

/** An upload of 24 megapixels until its response, and until its sizes are there. */
async function responses(server: ServerProcess, photo: Blob): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const begin = performance.now();
    const made = await upload(server, photo);
    // The first one starts the process that decodes images.
    if (round > 0) times.push(performance.now() - begin);
    else console.log(`first upload of 24 megapixels: ${(performance.now() - begin).toFixed(0)} ms`);
    await expectSizes(server, made);
  }
  const mib = (photo.size / 1_048_576).toFixed(1);
  console.log(
    `upload of 24 megapixels, ${mib} MiB, until the response: ${median(times).toFixed(0)} ms, ${Math.max(...times).toFixed(0)} ms at most`,
  );
}

/** Lists of posts with their author, alone and while sizes are made. */
async function readsBesideImages(server: ServerProcess): Promise<void> {
  const path = '/api/posts?depth=1';
  const alone: number[] = [];
  for (let round = 0; round < 3; round += 1) alone.push((await load(server, path, 1)).p99);
  const photo = await photoOf(3000, 2000);
  const count = Number(values.images);
  const made: Photo[] = [];
  const beside: number[] = [];
  const uploads = (async () => {
    for (let index = 0; index < count; index += 1) made.push(await upload(server, photo));
  })();
  let isDone = false;
  const all = uploads.then(() => queueIsEmpty(server)).finally(() => (isDone = true));
  while (!isDone) beside.push((await load(server, path, 1)).p99);
  await all;
  for (const one of made) await expectSizes(server, one);
  const [before, during] = [median(alone), median(beside)];
  console.log(
    `p99 of lists with author: ${before.toFixed(2)} ms alone, ${during.toFixed(2)} ms while ${count} images of 6 megapixels are taken and made, ${(100 * (during / before - 1)).toFixed(0)} % more`,
  );
}

async function photoOf(width: number, height: number): Promise<Blob> {
  // Noise over a gradient: harder than photos.
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#777', noise } })
    .blur(1.2)
    .jpeg({ quality: 92 })
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}

interface Photo {
  readonly id: string;
  readonly width: number;
  readonly filesize: number;
  readonly sizes: Readonly<
    Record<string, { readonly url: string; readonly width: number; readonly height: number }>
  >;
}

async function upload(server: ServerProcess, photo: Blob): Promise<Photo> {
  const body = new FormData();
  body.set('file', photo, 'a.jpg');
  const response = await fetch(`${server.url}/api/photos`, { method: 'POST', body });
  const answer = (await response.json()) as Photo;
  deepStrictEqual([response.status, answer.filesize > 0], [201, true], JSON.stringify(answer));
  deepStrictEqual(Object.keys(answer.sizes ?? {}), Object.keys(sizes));
  return answer;
}

/** Each size is what the document says. */
async function expectSizes({ url: origin }: ServerProcess, photo: Photo): Promise<void> {
  for (const { url, width, height } of Object.values(photo.sizes)) {
    const response = await fetch(new URL(url, origin));
    ok(response.ok, `${url}: ${response.status}`);
    const seen = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    deepStrictEqual([seen.width, seen.height, seen.format], [width, height, 'webp']);
  }
}

/** Waits until no size waits to be made. */
async function queueIsEmpty({ url, pid }: ServerProcess): Promise<void> {
  // Its processes take no time any more.
  for (let idle = 0; idle < 3; ) {
    const before = childMicroseconds(pid);
    await pause(500);
    idle = childMicroseconds(pid) - before < 50_000 ? idle + 1 : 0;
  }
  ok((await fetch(`${url}/health/ready`)).ok);
}

/** Processor time of the processes of a server. */
function childMicroseconds(pid: number): number {
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .trim();
  return children.split('\n').reduce((sum, child) => sum + cpuMicroseconds(Number(child)), 0);
}

async function load({ url }: ServerProcess, path: string, connections = 10): Promise<LoadResult> {
  const child = spawn(process.execPath, [join(folder, 'load.mjs')], { stdio: ['pipe', 'pipe', 'inherit'] });
  const job: LoadJob = {
    url,
    connections,
    duration: Number(values.seconds),
    requests: [{ method: 'GET', path }],
  };
  child.stdin.end(JSON.stringify(job));
  const result = JSON.parse(await text(child.stdout)) as LoadResult;
  deepStrictEqual(result.failures, 0);
  return result;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
