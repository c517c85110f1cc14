/** Images with everything that has to go, made by sharp and by hand. */
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A text that is in no cleaned file. */
export const secret = 'SECRET-PLACE';

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="${secret}"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

export type RasterFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

/** A picture that is not the same in any of its eight orientations. */
export function picture(width = 64, height = 40): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      pixels[at] = Math.round((255 * x) / width);
      pixels[at + 1] = Math.round((255 * y) / height);
      pixels[at + 2] = x < width / 4 && y < height / 2 ? 255 : 0;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A picture with EXIF (place and orientation 6), XMP and a color profile, as far as the format has them. */
export async function withMetadata(format: RasterFormat): Promise<Buffer> {
  return picture()
    .toFormat(format, { effort: format === 'avif' ? 0 : 2 })
    .withIccProfile('p3')
    .withExif({
      IFD0: { Copyright: secret, ImageDescription: secret },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSAreaInformation: secret },
    })
    .withXmp(xmp)
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A segment of JPEG. */
export function jpegSegment(marker: number, payload: string | Buffer): Buffer {
  const body = Buffer.from(payload);
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** A chunk of PNG. */
export function pngChunk(type: string, data: string | Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

const pngMark: Buffer = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG file of one color, of any size, in few bytes: its pixels are all zeros. */
export function hugePng(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const pixels = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 });
  return Buffer.concat([pngMark, pngChunk('IHDR', head), pngChunk('IDAT', pixels), pngChunk('IEND', '')]);
}

/** A GIF file of many frames of one pixel. */
export function manyFrames(count: number): Buffer {
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex');
  const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('01000100800000ffffff000000', 'hex')]);
  return Buffer.concat([head, ...Array.from({ length: count }, () => frame), Buffer.from([0x3b])]);
}

/** An extension of GIF with data in one block. */
export function gifExtension(label: number, blocks: readonly string[]): Buffer {
  const parts = blocks.map((each) => Buffer.concat([Buffer.from([each.length]), Buffer.from(each)]));
  return Buffer.concat([Buffer.from([0x21, label]), ...parts, Buffer.from([0])]);
}

/** An animation of four frames, which repeats without end. */
export async function animation(format: 'gif' | 'webp'): Promise<Buffer> {
  const frames = await Promise.all(
    [0, 60, 120, 180].map((lightness) =>
      sharp({ create: { width: 30, height: 20, channels: 3, background: { r: lightness, g: 90, b: 200 } } })
        .png()
        .toBuffer(),
    ),
  );
  return sharp(frames, { join: { animated: true } })
    .toFormat(format, { loop: 0, delay: [80, 80, 80, 120] })
    .toBuffer();
}
