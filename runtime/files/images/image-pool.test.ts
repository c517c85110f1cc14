import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { expect, onTestFinished, test } from 'vitest';
import { inChunks } from '../../../tests/conformance/file-storage.js';
import { animation, hugePng, picture, withMetadata } from '../../../tests/support/image-files.js';
import { packageRoot } from '../../util/package-root.js';
import { ImageProcessEnded, ImagesClosed, ImageUnwanted, QueueFull } from './image-errors.js';
import {
  type ImageLane,
  ImagePool,
  type ImagePoolOptions,
  type ImageSource,
  type MadeSize,
} from './image-pool.js';
import { type SizeSpec, sizeOf } from './size-spec.js';
import { unsettled } from './unsettled.js';

const limits = { maxPixels: 100_000_000, maxFrames: 200 };

function newPool(options: ImagePoolOptions = {}): ImagePool {
  const pool = new ImagePool(options);
  onTestFinished(() => pool.close());
  return pool;
}

function imageOf(bytes: Buffer, mimeType: string): ImageSource {
  return { ...limits, mimeType, file: async () => inChunks(bytes) };
}

function size(name: string, change: Partial<SizeSpec>): SizeSpec {
  return { name, fit: 'inside', format: 'webp', quality: 80, ...change };
}

interface Made extends Omit<MadeSize, 'path' | 'spec'> {
  readonly name: string;
  readonly content: Buffer;
}

async function madeOf(
  pool: ImagePool,
  source: ImageSource,
  sizes: readonly SizeSpec[],
  focal = { focalX: 50, focalY: 50 },
): Promise<readonly Made[]> {
  const made: Made[] = [];
  await pool.makeSizes(source, {
    sizes,
    ...focal,
    store: async ({ path, spec, ...rest }) => {
      made.push({ ...rest, name: spec.name, content: await readFile(path) });
    },
  });
  return made;
}

test.each(['jpeg', 'png', 'webp', 'avif'] as const)(
  'a %s is decoded once, upright, with its placeholder',
  async (format) => {
    const file = await withMetadata(format);
    const inspected = await newPool().inspect(imageOf(file, `image/${format}`));
    expect(inspected).toMatchObject({ width: 40, height: 64, frames: 1 });
    const raw = await sharp(file).autoOrient().ensureAlpha().raw().toBuffer();
    const [header] = Buffer.from(rgbaToThumbHash(40, 64, raw));
    // Rounding of colors may move the least bit.
    expect(
      Math.abs((Buffer.from(inspected.thumbhash, 'base64')[0] ?? 0) - (header ?? 0)),
    ).toBeLessThanOrEqual(1);
  },
);

test.runIf(process.platform === 'linux')(
  'no thread of an image process keeps the server waiting',
  async () => {
    const pool = newPool();
    await pool.inspect(imageOf(await picture(600, 400).jpeg().toBuffer(), 'image/jpeg'));
    const folder = `/proc/${pool.state.pids[0]}/task`;
    const priorities = (await readdir(folder)).map(async (thread) => {
      // The name of the program may have spaces; the 17th field after it is the priority.
      const status = (await readFile(join(folder, thread, 'stat'), 'utf8')).replace(/^.*\) /, '');
      return Number(status.split(' ')[16]);
    });
    expect(new Set(await Promise.all(priorities))).toEqual(new Set([10]));
  },
);

test.each(['gif', 'webp'] as const)('all frames of an animated %s are decoded', async (format) => {
  const file = await animation(format);
  const inspected = await newPool().inspect(imageOf(file, `image/${format}`));
  expect(inspected).toMatchObject({ width: 30, height: 20, frames: 4 });
});

test('what cannot be decoded is refused, and the process takes the next image', async () => {
  const pool = newPool();
  const good = await picture(600, 400).jpeg().toBuffer();
  const png = await picture(600, 400).png().toBuffer();
  const bad: readonly (readonly [Buffer, string])[] = [
    [good.subarray(0, good.length / 2), 'image/jpeg'],
    [png.subarray(0, png.length / 2), 'image/png'],
    [Buffer.from(png).fill(7, 200, 700), 'image/png'],
    [good, 'image/png'],
    [Buffer.from('no image'), 'image/jpeg'],
    [hugePng(20_000, 20_000), 'image/png'],
    [Buffer.alloc(0), 'image/gif'],
  ];
  for (const [bytes, mimeType] of bad) {
    await expect(pool.inspect(imageOf(bytes, mimeType))).rejects.toMatchObject({ reason: 'undecodable' });
  }
  const [pid, ...others] = pool.state.pids;
  await pool.inspect(imageOf(good, 'image/jpeg'));
  expect([pool.state.pids, others, pool.state.restarts]).toEqual([[pid], [], 0]);
});

test.each([
  [
    'SVG',
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>',
    ),
  ],
  ['PDF', Buffer.from('%PDF-1.1\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')],
  ['TIFF', await picture().tiff().toBuffer()],
])('%s is never loaded', async (_, bytes) => {
  for (const mimeType of ['image/png', 'image/svg', 'image/tiff', 'image/svg+xml']) {
    await expect(newPool().inspect(imageOf(bytes, mimeType))).rejects.toMatchObject({
      reason: 'undecodable',
    });
  }
});

test('sizes have the pixels that the config says, the smallest first, upright and without metadata', async () => {
  const file = await sharp(await picture(640, 400).jpeg().toBuffer())
    .withExif({ IFD0: { Copyright: 'me' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const sizes = [
    size('large', { width: 300 }),
    size('square', { width: 100, height: 100, fit: 'cover' }),
    size('wide', { width: 350, height: 50, fit: 'cover', format: 'jpeg' }),
    size('asSent', { width: 4000, format: 'same' }),
    size('small', { height: 20, format: 'png' }),
    size('modern', { width: 64, format: 'avif' }),
  ];
  const made = await madeOf(newPool(), imageOf(file, 'image/jpeg'), sizes);
  expect(made.map(({ name, mimeType }) => [name, mimeType])).toEqual([
    ['small', 'image/png'],
    ['modern', 'image/avif'],
    ['square', 'image/webp'],
    ['wide', 'image/jpeg'],
    ['large', 'image/webp'],
    ['asSent', 'image/jpeg'],
  ]);
  for (const { name, width, height, bytes, content } of made) {
    const spec = sizes.find((each) => each.name === name) ?? size('none', {});
    const found = await sharp(content).metadata();
    const expected = sizeOf({ width: 400, height: 640 }, spec);
    expect([name, width, height, found.width, found.height]).toEqual([
      ...[name, expected.width, expected.height, expected.width, expected.height],
    ]);
    expect(bytes).toBe(content.length);
    expect([found.exif, found.icc, found.orientation ?? 1]).toEqual([undefined, undefined, 1]);
  }
});

test('AVIF is made with little effort, since the default takes minutes for a photo', async () => {
  const file = await picture(320, 200).png().toBuffer();
  const [made] = await madeOf(newPool(), imageOf(file, 'image/png'), [
    size('modern', { width: 320, format: 'avif', quality: 60 }),
  ]);
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const isMadeWith = async (effort?: number): Promise<boolean> => {
    const image = sharp(data, { raw: { width, height, channels } });
    const bytes = await image.avif({ quality: 60, ...(effort !== undefined && { effort }) }).toBuffer();
    return made?.content.equals(bytes) ?? false;
  };
  expect([await isMadeWith(2), await isMadeWith(1), await isMadeWith(3), await isMadeWith()]).toEqual([
    ...[true, false, false, false],
  ]);
});

test('as many images are made at a time as there are processes', async () => {
  const pool = newPool({ workers: 2 });
  const file = imageOf(await picture().png().toBuffer(), 'image/png');
  const together = unsettled();
  let running = 0;
  const make = (name: string): Promise<void> =>
    pool.makeSizes(file, {
      ...{ sizes: [size(name, { width: 10 })], focalX: 50, focalY: 50 },
      async store() {
        running += 1;
        if (running === 2) together.resolve();
        await together.done;
      },
    });
  // Neither ends before the other one has begun.
  await Promise.all([make('one'), make('other')]);
  expect(new Set(pool.state.pids).size).toBe(2);
});

test('a page that is too long for a format has its sizes', async () => {
  const page = imageOf(await picture(20, 17_000).png().toBuffer(), 'image/png');
  const [made] = await madeOf(newPool(), page, [size('page', { width: 20 })]);
  expect(await sharp(made?.content).metadata()).toMatchObject({ format: 'webp', width: 19, height: 16_383 });
});

test('a cut is around the focal point', async () => {
  const halves = Buffer.alloc(200 * 100 * 3);
  for (let at = 0; at < halves.length; at += 3) halves[at + ((at / 3) % 200 < 100 ? 0 : 2)] = 255;
  const file = await sharp(halves, { raw: { width: 200, height: 100, channels: 3 } })
    .png()
    .toBuffer();
  const square = [size('square', { width: 50, height: 50, fit: 'cover', format: 'png' })];
  const pool = newPool();
  const colors = [];
  for (const focalX of [0, 100]) {
    const [made] = await madeOf(pool, imageOf(file, 'image/png'), square, { focalX, focalY: 50 });
    const { dominant } = await sharp(made?.content).stats();
    colors.push(dominant.r > dominant.b ? 'red' : 'blue');
  }
  expect(colors).toEqual(['red', 'blue']);
});

test('animations stay animated in webp and in their own format, with their pace', async () => {
  const file = await animation('gif');
  const sizes = [
    size('webp', { width: 15 }),
    size('gif', { width: 10, height: 10, fit: 'cover', format: 'same' }),
    size('still', { width: 12, format: 'jpeg' }),
  ];
  const made = await madeOf(newPool(), imageOf(file, 'image/gif'), sizes);
  const found = await Promise.all(
    made.map(async ({ name, content }) => [name, await sharp(content).metadata()] as const),
  );
  const { delay } = await sharp(file).metadata();
  expect(Object.fromEntries(found)).toMatchObject({
    webp: { format: 'webp', width: 15, height: 10, pages: 4, loop: 0, delay },
    gif: { format: 'gif', width: 10, height: 10, pages: 4, loop: 0, delay },
    still: { format: 'jpeg', width: 12, height: 8 },
  });
  expect(made.find(({ name }) => name === 'webp')).toMatchObject({ width: 15, height: 10 });
});

test('transparency stays, and is white where there is none', async () => {
  const file = await sharp({ create: { width: 50, height: 50, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer();
  const made = await madeOf(newPool(), imageOf(file, 'image/png'), [
    size('webp', { width: 10 }),
    size('jpeg', { width: 20, format: 'jpeg' }),
  ]);
  const [clear, white] = await Promise.all(
    made.map(({ content }) => sharp(content).ensureAlpha().raw().toBuffer()),
  );
  expect([clear?.[3], white?.subarray(0, 4)]).toEqual([0, Buffer.from([255, 255, 255, 255])]);
});

test('16 bits, gray and CMYK become sRGB', async () => {
  const pool = newPool();
  const files = [
    await picture().toColourspace('rgb16').png().toBuffer(),
    await picture().grayscale().png().toBuffer(),
    await picture().toColourspace('cmyk').jpeg().toBuffer(),
  ];
  for (const file of files) {
    const { format = 'png' } = await sharp(file).metadata();
    const [made] = await madeOf(pool, imageOf(file, `image/${format}`), [size('webp', { width: 32 })]);
    expect(await sharp(made?.content).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar', width: 32 });
  }
});

test('nothing stays on the disk, whatever happens', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-pool-test-'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  onTestFinished(async () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true });
  });
  const pool = newPool();
  const file = imageOf(await picture(400, 300).png().toBuffer(), 'image/png');
  const sizes = [size('a', { width: 100 }), size('b', { width: 200 })];
  await madeOf(pool, file, sizes);
  const failure = new Error('the storage is away');
  const store = async (): Promise<never> => {
    throw failure;
  };
  await expect(pool.makeSizes(file, { sizes, focalX: 50, focalY: 50, store })).rejects.toBe(failure);
  await expect(pool.inspect(imageOf(Buffer.from('x'), 'image/png'))).rejects.toThrow();
  expect(await readdir(folder)).toEqual([]);
});

test('a process that is killed during a job is replaced, and the job is done', async () => {
  const pool = newPool();
  const file = imageOf(await picture(2000, 1500).jpeg().toBuffer(), 'image/jpeg');
  const names: string[] = [];
  await pool.makeSizes(file, {
    sizes: [size('a', { width: 100 }), size('b', { width: 1500, format: 'avif' }), size('c', { width: 200 })],
    focalX: 50,
    focalY: 50,
    store: async ({ spec }) => {
      names.push(spec.name);
      if (spec.name === 'a') for (const pid of pool.state.pids) process.kill(pid, 'SIGKILL');
    },
  });
  expect(names.sort()).toEqual(['a', 'b', 'c']);
  expect(pool.state.restarts).toBe(1);
});

test.each([
  ['takes more memory than allowed', { maxMemoryBytes: 1_000_000 }],
  ['is silent for too long', { maxSilence: 1 }],
])('an image whose process %s is tried once more, then refused', async (_, options) => {
  const pool = newPool(options);
  const large = imageOf(await picture(3000, 3000).png({ compressionLevel: 1 }).toBuffer(), 'image/png');
  await expect(pool.inspect(large)).rejects.toMatchObject({ reason: 'undecodable' });
  expect(pool.state).toMatchObject({ restarts: 2, running: 0, waiting: 0 });
});

test('sizes whose process ends twice are no fault of the image: they can be made later', async () => {
  const file = imageOf(await picture().png().toBuffer(), 'image/png');
  const sizes = [size('a', { width: 10 })];
  const made = madeOf(newPool({ maxMemoryBytes: 1_000_000 }), file, sizes);
  await expect(made).rejects.toThrow(ImageProcessEnded);
});

test('what a request waits for goes ahead, and a full queue refuses', async () => {
  const pool = newPool({ maxQueue: 2 });
  const file = imageOf(await picture(200, 100).png().toBuffer(), 'image/png');
  const order: string[] = [];
  const make = async (name: string, lane: ImageLane): Promise<void> => {
    const store = async (): Promise<void> => void order.push(name);
    await pool.makeSizes(file, {
      sizes: [size(name, { width: 10 })],
      focalX: 50,
      focalY: 50,
      lane,
      store,
    });
  };
  const jobs = [make('running', 'queued'), make('first', 'queued'), make('second', 'queued')];
  expect(() => pool.checkRoom('transform')).not.toThrow();
  jobs.push(make('asked', 'transform'), make('asked too', 'transform'), make('urgent', 'urgent'));
  for (const lane of ['queued', 'transform'] as const) {
    await expect(make('refused', lane)).rejects.toThrow(QueueFull);
    expect(() => pool.checkRoom(lane)).toThrow(QueueFull);
  }
  await Promise.all(jobs);
  // What readers ask for takes turns with what waits for nobody.
  expect(order).toEqual(['running', 'urgent', 'asked', 'first', 'asked too', 'second']);
  expect(() => pool.checkRoom()).not.toThrow();
  expect(pool.state).toMatchObject({ made: 6, failures: 0, waiting: 0 });
});

test('an image that is not wanted any more is not begun', async () => {
  const pool = newPool({ workers: 1 });
  const file = imageOf(await picture().png().toBuffer(), 'image/png');
  const made: string[] = [];
  const make = (name: string, signal?: AbortSignal): Promise<void> =>
    pool.makeSizes(file, {
      ...{ sizes: [size(name, { width: 10 })], focalX: 50, focalY: 50, lane: 'transform', signal },
      async store({ spec }) {
        made.push(spec.name);
      },
    });
  const [left, begun] = [new AbortController(), new AbortController()];
  const jobs = [make('begun', begun.signal), make('left', left.signal), make('last')];
  expect(pool.state.waiting).toBe(2);
  left.abort();
  begun.abort();
  expect(pool.state.waiting).toBe(1);
  await expect(jobs[1]).rejects.toThrow(ImageUnwanted);
  await Promise.all([jobs[0], jobs[2]]);
  await expect(make('late', left.signal)).rejects.toThrow(ImageUnwanted);
  expect(made).toEqual(['begun', 'last']);
});

test('jobs of a pool that is closed fail', async () => {
  const pool = newPool();
  const file = imageOf(await picture().png().toBuffer(), 'image/png');
  const jobs = [pool.inspect(file), pool.inspect(file)].map((job) =>
    expect(job).rejects.toThrow(ImagesClosed),
  );
  await pool.close();
  await Promise.all(jobs);
  await expect(pool.inspect(file)).rejects.toThrow(ImagesClosed);
  expect(pool.state.pids).toEqual([]);
});

test('a program that only closes the pool goes on after it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-pool-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'a.png');
  await writeFile(file, await picture().png().toBuffer());
  const program = `
    const { ImagePool } = await import(${JSON.stringify(join(packageRoot, 'dist/runtime/files/images/image-pool.js'))});
    const pool = new ImagePool();
    await pool.inspect({ file: process.argv[1], mimeType: 'image/png', maxPixels: 1e8, maxFrames: 200 });
    await pool.close();
    process.stdout.write('closed');
  `;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    file,
  ]);
  expect(stdout).toBe('closed');
});

test('the process of the server starts nothing before the first image, and never loads libvips', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-pool-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'a.png');
  await writeFile(file, await picture().png().toBuffer());
  const program = `
    const { ImagePool } = await import(${JSON.stringify(join(packageRoot, 'dist/runtime/files/images/image-pool.js'))});
    const { readFileSync } = await import('node:fs');
    const pool = new ImagePool();
    const before = pool.state.pids.length;
    const { width } = await pool.inspect({ file: process.argv[1], mimeType: 'image/png', maxPixels: 1e8, maxFrames: 200 });
    const maps = process.platform === 'linux' ? readFileSync('/proc/self/maps', 'utf8') : '';
    process.stdout.write(JSON.stringify([before, width, maps.includes('vips')]));
  `;
  // It ends by itself, although the pool is not closed.
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    file,
  ]);
  expect(JSON.parse(stdout)).toEqual([0, 64, false]);
});
