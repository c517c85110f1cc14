import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { allOf, inChunks } from '../../../tests/conformance/file-storage.js';
import {
  animation,
  gifExtension,
  hugePng,
  jpegSegment,
  manyFrames,
  picture,
  pngChunk,
  type RasterFormat,
  secret,
  withMetadata,
} from '../../../tests/support/image-files.js';
import { recognisedTypes } from '../../util/media-types.js';
import type { ImageHeader } from './image-facts.js';
import { type ContentRules, openContent } from './open-content.js';

const rules: ContentRules = {
  filename: 'file',
  declaredType: null,
  mimeTypes: recognisedTypes,
  maxBytes: 50_000_000,
  maxPixels: 100_000_000,
  maxFrames: 200,
  keepMetadata: false,
};

interface Stored {
  readonly bytes: Buffer;
  readonly header: ImageHeader | null;
}

/** What is stored of a file, in chunks of a size that cuts it anywhere. */
async function stored(file: Buffer, change: Partial<ContentRules> = {}, size = 65_536): Promise<Stored> {
  const content = await openContent(inChunks(file, size), { ...rules, ...change });
  return { bytes: await allOf(content.body), header: content.header() };
}

async function pixels(file: Buffer): Promise<Buffer> {
  return sharp(file, { animated: true }).raw().toBuffer();
}

const comment = jpegSegment(0xfe, secret);
const afterStart = (file: Buffer, ...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([file.subarray(0, 2), ...parts, file.subarray(2)]);

/** Files with metadata of all kinds, which sharp does not all write. */
async function soiled(format: RasterFormat): Promise<Buffer> {
  const file = await withMetadata(format);
  if (format === 'jpeg') {
    const iptc = jpegSegment(0xed, `Photoshop 3.0\0${secret}`);
    const pictures = jpegSegment(0xe2, `MPF\0${secret}`);
    const thumbnail = jpegSegment(0xe0, `JFXX\0\x10${secret}`);
    return Buffer.concat([afterStart(file, comment, iptc, pictures, thumbnail), Buffer.from(secret)]);
  }
  if (format === 'png') {
    const texts = ['tEXt', 'iTXt', 'prVt'].map((type) => pngChunk(type, `Comment\0${secret}`));
    return Buffer.concat([file.subarray(0, 33), ...texts, file.subarray(33), Buffer.from(secret)]);
  }
  if (format === 'gif') {
    const xmp = gifExtension(0xff, ['XMP DataXMP', secret]);
    const parts = [gifExtension(0xfe, [secret, secret]), xmp, gifExtension(0x01, ['123456789012', secret])];
    const start = 13 + 3 * 2 ** (((file[10] ?? 0) & 7) + 1);
    return Buffer.concat([file.subarray(0, start), ...parts, file.subarray(start), Buffer.from(secret)]);
  }
  return file;
}

const formats: readonly RasterFormat[] = ['jpeg', 'png', 'gif', 'webp', 'avif'];

describe.each(formats)('a %s file', (format) => {
  test('is stored without its metadata, with the same pixels, orientation and color profile', async () => {
    const file = await soiled(format);
    const before = await sharp(file).metadata();
    const { bytes, header } = await stored(file);
    const after = await sharp(bytes).metadata();
    expect(bytes.includes(secret)).toBe(false);
    expect(after.xmp?.toString().includes(secret) ?? false).toBe(false);
    expect(after.exif?.toString('latin1').replace('Exif', '') ?? '').not.toMatch(/[a-z]{3}/i);
    expect(after.comments).toBeUndefined();
    expect(after.iptc).toBeUndefined();
    expect(after.orientation).toBe(before.orientation);
    expect(after.icc?.equals(before.icc ?? Buffer.alloc(0))).toBe(
      before.icc === undefined ? undefined : true,
    );
    expect((await pixels(bytes)).equals(await pixels(file))).toBe(true);
    const { width, height } = await sharp(file)
      .autoOrient()
      .toBuffer({ resolveWithObject: true })
      .then(({ info }) => info);
    expect(header).toEqual({ width, height, frames: 1, orientation: before.orientation ?? 1 });
  });

  test('is the same however its bytes come', async () => {
    const file = await soiled(format);
    const whole = await stored(file);
    for (const size of [1, 7, 300]) expect(await stored(file, {}, size)).toEqual(whole);
  });

  test('is cleaned once: a second time changes nothing', async () => {
    const once = await stored(await soiled(format));
    expect(await stored(once.bytes)).toEqual(once);
  });

  test('stays as it was sent where metadata are kept, and is checked all the same', async () => {
    const file = await soiled(format);
    for (const size of [1, 300, 65_536]) {
      expect((await stored(file, { keepMetadata: true }, size)).bytes.equals(file)).toBe(true);
    }
    const half = file.subarray(0, Math.floor(file.length * 0.8));
    if (format !== 'avif') await expect(stored(half, { keepMetadata: true })).rejects.toThrow();
  });

  test('that ends too early is refused', async () => {
    const file = await picture(300, 200).toFormat(format).toBuffer();
    for (const share of [0.3, 0.6, 0.95]) {
      const part = file.subarray(0, Math.floor(file.length * share));
      await expect(stored(part)).rejects.toMatchObject({ name: 'InvalidFile' });
    }
  });

  test('of garbage is refused or passed on, but never fails otherwise', async () => {
    const file = await soiled(format);
    for (let round = 0; round < 200; round += 1) {
      const broken = Buffer.from(file);
      for (let change = 0; change < 4; change += 1) {
        const [place = 0, value = 0] = [randomBytes(4).readUInt32BE() % file.length, randomBytes(1)[0]];
        broken[Math.max(place, 12)] = value;
      }
      const result = await stored(broken).catch((error: unknown) => error);
      if (result instanceof Error) expect(result.name).toMatch(/^(?:InvalidFile|UnlistedType)$/);
    }
  });

  test('with more pixels than allowed is refused', async () => {
    const file = await picture(300, 200).toFormat(format).toBuffer();
    await expect(stored(file, { maxPixels: 59_999 })).rejects.toMatchObject({ reason: 'tooManyPixels' });
    expect((await stored(file, { maxPixels: 60_000 })).header).toMatchObject({ width: 300, height: 200 });
  });
});

test.each([1, 3, 6, 8])('the orientation %d stays in each format that has one', async (orientation) => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const file = await picture().toFormat(format).withMetadata({ orientation }).toBuffer();
    const { bytes, header } = await stored(file);
    expect((await sharp(bytes).metadata()).orientation ?? 1).toBe(orientation);
    const [width, height] = orientation >= 5 ? [40, 64] : [64, 40];
    expect(header).toEqual({ width, height, frames: 1, orientation });
  }
});

test('an AVIF file that is turned has the size of the upright picture', async () => {
  const file = await picture().avif({ effort: 0 }).withMetadata({ orientation: 6 }).toBuffer();
  expect((await stored(file)).header).toMatchObject({ width: 40, height: 64 });
});

test.each(['gif', 'webp'] as const)(
  'an animated %s stays animated, and its frames are counted',
  async (format) => {
    const file = await animation(format);
    const { bytes, header } = await stored(file);
    expect(header).toMatchObject({ width: 30, height: 20, frames: 4 });
    expect(await sharp(bytes).metadata()).toMatchObject({ pages: 4, loop: 0 });
    await expect(stored(file, { maxFrames: 3 })).rejects.toMatchObject({ reason: 'tooManyFrames' });
    await expect(stored(file, { maxPixels: 2_399 })).rejects.toMatchObject({ reason: 'tooManyPixels' });
  },
);

test('a PNG of 20000 x 20000 pixels is refused by its first bytes', async () => {
  const file = hugePng(20_000, 20_000);
  expect(file.length).toBeLessThan(100_000);
  const begin = async function* (): AsyncGenerator<Uint8Array> {
    yield file.subarray(0, 64);
    for (let rest = 0; rest < 16; rest += 1) yield file.subarray(64, 4_160);
    throw new Error('More was read than the beginning.');
  };
  const content = await openContent(begin(), rules);
  await expect(allOf(content.body)).rejects.toMatchObject({
    reason: 'tooManyPixels',
    details: { width: 20_000, height: 20_000 },
  });
});

test.each([
  ['a PNG whose header is said to have 2 GiB', '89504e470d0a1a0a7fffffff49484452'],
  [
    'a WebP file whose header is said to have 2 GiB',
    '52494646f0ffffff5745425056503858000000700000000000000000',
  ],
])('%s is refused by its first bytes', async (_what, head) => {
  let sent = 0;
  const begin = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head, 'hex');
    for (; ; sent += 1) yield Buffer.alloc(65_536);
  };
  const content = await openContent(begin(), rules);
  await expect(allOf(content.body)).rejects.toMatchObject({ name: 'InvalidFile', reason: 'corrupt' });
  expect(sent).toBeLessThan(5);
});

test('bytes that fill up the space before a marker of a JPEG are dropped, however many', async () => {
  const file = await picture().jpeg().toBuffer();
  const filled = afterStart(file, Buffer.alloc(200_000, 0xff));
  for (const size of [7, 65_536]) expect(await stored(filled, {}, size)).toEqual(await stored(file));
});

test('a GIF of 10,000 frames is refused, and one of 200 is not', async () => {
  await expect(stored(manyFrames(10_000))).rejects.toMatchObject({ reason: 'tooManyFrames' });
  expect((await stored(manyFrames(200))).header).toMatchObject({ frames: 200 });
});

test('what is behind the end of an image is not stored: an archive, a script, a film', async () => {
  for (const format of ['jpeg', 'png', 'gif', 'webp'] as const) {
    const file = await picture().toFormat(format).toBuffer();
    const polyglot = Buffer.concat([
      file,
      Buffer.from('PK\x03\x04', 'latin1'),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    expect((await stored(polyglot)).bytes.includes('<script>')).toBe(false);
  }
});

test('a script that begins as a GIF is no GIF', async () => {
  const script = Buffer.from('GIF89a/*\0\0\0*/=1;alert(document.domain)//'.padEnd(200, ' '), 'latin1');
  await expect(stored(script)).rejects.toMatchObject({ name: 'InvalidFile' });
});

test('an empty file is refused', async () => {
  await expect(stored(Buffer.alloc(0))).rejects.toMatchObject({ reason: 'empty' });
});

test('a file of more bytes than allowed is refused, when the byte above the limit comes', async () => {
  const text = Buffer.alloc(200_000, 'a');
  expect((await stored(text, { maxBytes: 200_000 })).bytes.length).toBe(200_000);
  await expect(stored(text, { maxBytes: 199_999 })).rejects.toMatchObject({
    name: 'FileTooLarge',
    maxBytes: 199_999,
  });
});

test('a text is checked to its end', async () => {
  const text = Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from([0])]);
  await expect(stored(text, { filename: 'a.txt' })).rejects.toMatchObject({ reason: 'badText' });
});

test('other files pass unchanged', async () => {
  const file = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000)]);
  expect(await stored(file, { filename: 'a.pdf' })).toEqual({ bytes: file, header: null });
});

test('what the source throws comes through, and the source is ended when reading stops', async () => {
  const failure = new Error('the client is gone');
  const file = Buffer.from('%PDF-1.7'.padEnd(70_000));
  let isEnded = false;
  const source = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield file;
      for (;;) yield Buffer.alloc(65_536);
    } finally {
      isEnded = true;
    }
  };
  const content = await openContent(source(), rules);
  for await (const _ of content.body) break;
  expect(isEnded).toBe(true);
  const failing = async function* (): AsyncGenerator<Uint8Array> {
    yield file.subarray(0, 500);
    throw failure;
  };
  await expect(openContent(failing(), rules)).rejects.toBe(failure);
});
