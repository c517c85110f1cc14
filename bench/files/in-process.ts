/**
 * Files: what an upload costs beside the shortest program that does as much, and what images take.
 *
 *   node scripts/run.js bench/files/in-process.ts                      # 256 MiB, 5 rounds
 *   node scripts/run.js bench/files/in-process.ts --bytes 1073741824 --rounds 3
 *
 * The rounds alternate. Wall time depends on what else the machine does; processor time less so. Numbers are
 * those of this process, which has the client too: it is the same for both.
 */
import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, request } from 'node:http';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { openContent } from '../../runtime/files/content/open-content.js';
import { ImagePool, type MadeSize } from '../../runtime/files/images/image-pool.js';
import type { SizeSpec } from '../../runtime/files/images/size-spec.js';
import { openLocalStorage } from '../../runtime/files/storage/local/local-storage.js';

const { values } = parseArgs({
  options: { bytes: { type: 'string', default: '268435456' }, rounds: { type: 'string', default: '5' } },
});
const bytes = Number(values.bytes);
const rounds = Number(values.rounds);

interface Spent {
  readonly wall: number;
  readonly cpu: number;
}

async function measured(work: () => Promise<unknown>): Promise<Spent> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { wall: performance.now() - start, cpu: (user + system) / 1000 };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
}

function print(name: string, spent: readonly Spent[], size: number): void {
  const [wall, cpu] = [median(spent.map((each) => each.wall)), median(spent.map((each) => each.cpu))];
  const rate = size === 0 ? '' : ` ${(size / 1_048_576 / (wall / 1000)).toFixed(0)} MiB/s`;
  console.log(
    `${name.padEnd(44)} wall ${wall.toFixed(0).padStart(6)} ms, cpu ${cpu.toFixed(0).padStart(6)} ms${rate}`,
  );
}

/** Random at its beginning, then the same again and again: the client must not be what is measured. */
function* source(): Generator<Buffer> {
  const block = Buffer.alloc(65_536, '%PDF-1.7 and so on. ');
  for (let left = bytes; left > 0; left -= block.length)
    yield block.subarray(0, Math.min(left, block.length));
}

async function send(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const sent = request(
      { port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': bytes } },
      (response) => {
        response.resume().on('end', resolve);
      },
    );
    sent.on('error', reject);
    pipeline(Readable.from(source()), sent).catch(reject);
  });
}

/** Uploads once through a handler of its own server. */
async function upload(handle: (body: IncomingMessage) => Promise<unknown>): Promise<Spent> {
  const server = createServer((incoming, response) => {
    void handle(incoming).then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const spent = await measured(() => send(typeof address === 'object' ? (address?.port ?? 0) : 0));
  server.close();
  return spent;
}

async function uploads(folder: string): Promise<void> {
  const storage = await openLocalStorage({ dir: join(folder, 'files') });
  const rules = { filename: 'a.pdf', declaredType: null, mimeTypes: ['application/pdf'], maxBytes: bytes };
  const limits = { maxPixels: 1, maxFrames: 1, keepMetadata: false };
  const plain: Spent[] = [];
  const ours: Spent[] = [];
  const path = join(folder, 'plain');
  const peak = process.memoryUsage.rss();
  let maxRss = 0;
  for (let round = 0; round < rounds; round += 1) {
    plain.push(
      await upload(async (body) => {
        const hash = createHash('sha256');
        body.on('data', (chunk: Buffer) => hash.update(chunk));
        await pipeline(body, createWriteStream(path, { flush: true }));
        hash.digest();
      }),
    );
    await rm(path);
    const watch = setInterval(() => {
      maxRss = Math.max(maxRss, process.memoryUsage.rss());
    }, 20);
    ours.push(
      await upload(async (body) => {
        const content = await openContent(body, { ...rules, ...limits });
        await storage.write('media/a1/original', content.body, { contentType: content.mimeType });
      }),
    );
    clearInterval(watch);
    if ((await stat(storage.localPath?.('media/a1/original') ?? '')).size !== bytes)
      throw new Error('not whole');
    await storage.delete('media/a1/original');
  }
  print(`pipeline with SHA-256 and fsync, ${bytes >> 20} MiB`, plain, bytes);
  print(`openContent and write, ${bytes >> 20} MiB`, ours, bytes);
  const ratio = median(plain.map((each) => each.wall)) / median(ours.map((each) => each.wall));
  console.log(
    `ratio ${ratio.toFixed(2)}, memory grew by ${((maxRss - peak) / 1_048_576).toFixed(0)} MiB at most`,
  );
}

const sides = [
  { width: 320, height: 320 },
  { width: 640 },
  { width: 1024 },
  { width: 1600 },
  { width: 1200, height: 630 },
];

/** A benchmark of wrong images would say nothing. */
async function isRight({ path, spec, width, height }: MadeSize): Promise<void> {
  const seen = await sharp(path).metadata();
  if (seen.format !== spec.format || seen.width !== width || seen.height !== height || width !== spec.width)
    throw new Error(`The size ${spec.name} is not what was wanted.`);
}

/** Resident memory of a process; 0 where the system does not say it. */
function residentBytes(pid: number): number {
  try {
    const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    return 0;
  }
}

async function images(folder: string): Promise<void> {
  const path = join(folder, 'photo.jpg');
  // Noise over a gradient: harder than photos.
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  await sharp({ create: { width: 6000, height: 4000, channels: 3, background: '#777', noise } })
    .blur(1.2)
    .jpeg({ quality: 92 })
    .toFile(path);
  const source = { file: path, mimeType: 'image/jpeg', maxPixels: 100_000_000, maxFrames: 200 };
  const pool = new ImagePool();
  const inspected: Spent[] = [];
  const made = new Map<SizeSpec['format'], Spent[]>();
  await pool.inspect(source);
  let peak = 0;
  const watch = setInterval(() => {
    for (const pid of pool.state.pids) peak = Math.max(peak, residentBytes(pid));
  }, 20);
  for (let round = 0; round < rounds; round += 1) {
    inspected.push(await measured(() => pool.inspect(source)));
    for (const format of ['webp', 'jpeg'] as const) {
      const sizes = sides.map((side, index): SizeSpec => {
        return {
          name: `s${index}`,
          ...side,
          fit: 'height' in side ? 'cover' : 'inside',
          format,
          quality: 80,
        };
      });
      const spent = await measured(() =>
        pool.makeSizes(source, { sizes, focalX: 50, focalY: 50, store: isRight }),
      );
      made.set(format, [...(made.get(format) ?? []), spent]);
    }
  }
  clearInterval(watch);
  await pool.close();
  console.log(
    `24 megapixels, ${((await stat(path)).size / 1_048_576).toFixed(1)} MiB JPEG (wall; the work is in another process)`,
  );
  print('placeholder', inspected, 0);
  for (const [format, spent] of made) print(`5 sizes as ${format}`, spent, 0);
  console.log(`the image process had ${(peak / 1_048_576).toFixed(0)} MiB at most`);
}

const folder = await mkdtemp(join(tmpdir(), 'svc-bench-files-'));
try {
  console.log(
    `Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`,
  );
  await uploads(folder);
  await images(folder);
} finally {
  await rm(folder, { recursive: true });
}
