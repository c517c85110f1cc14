import { isTextType, recognisedTypes, type TypeFamily } from '../../util/media-types.js';
import { zipFamily } from './zip-type.js';

/** Bytes of a file that its type is found from. */
export const headBytes = 65_536;

/** A place in the file, and the bytes that are there: as text, or in hexadecimal with `..` for any byte. */
type Mark = readonly [at: number, bytes: string];

interface Signature {
  readonly types: TypeFamily;
  readonly marks: readonly Mark[];
}

const matroska: TypeFamily = ['video/x-matroska', 'audio/x-matroska'];
const webm: TypeFamily = ['video/webm', 'audio/webm'];
const mp4: TypeFamily = ['video/mp4', 'audio/mp4'];
/** Without markup that a browser runs: its type follows from its root element, see `textTypes`. */
const text: TypeFamily = [
  'text/plain',
  ...recognisedTypes.filter(
    (type) => isTextType(type) && !['text/plain', 'text/html', 'image/svg+xml'].includes(type),
  ),
];
const xhtml: TypeFamily = ['application/xhtml+xml'];
const html: TypeFamily = ['text/html'];
const svg: TypeFamily = ['image/svg+xml'];
const script: TypeFamily = ['application/x-sh'];
const xml: TypeFamily = recognisedTypes.filter(
  (type) => (type === 'application/xml' || type.endsWith('+xml')) && ![...xhtml, ...svg].includes(type),
);
/** What texts may be, by their beginnings. */
export const textFamilies: readonly TypeFamily[] = [text, xml, html, xhtml, svg, script];
const binary: TypeFamily = ['application/octet-stream'];
const ole: TypeFamily = [
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.ms-outlook',
];

const ascii = (value: string): string => Buffer.from(value, 'latin1').toString('hex');

/** The first that fits counts. */
const signatures: readonly Signature[] = [
  { types: ['image/jpeg'], marks: [[0, 'ffd8ff']] },
  { types: ['image/png'], marks: [[0, '89504e470d0a1a0a']] },
  { types: ['image/gif'], marks: [[0, ascii('GIF87a')]] },
  { types: ['image/gif'], marks: [[0, ascii('GIF89a')]] },
  {
    types: ['image/webp'],
    marks: [
      [0, ascii('RIFF')],
      [8, ascii('WEBP')],
    ],
  },
  {
    types: ['audio/wav'],
    marks: [
      [0, ascii('RIFF')],
      [8, ascii('WAVE')],
    ],
  },
  {
    types: ['video/x-msvideo'],
    marks: [
      [0, ascii('RIFF')],
      [8, ascii('AVI ')],
    ],
  },
  { types: ['application/pdf'], marks: [[0, ascii('%PDF-')]] },
  { types: ['audio/mpeg'], marks: [[0, ascii('ID3')]] },
  { types: ['audio/flac'], marks: [[0, ascii('fLaC')]] },
  { types: ['audio/ogg', 'video/ogg', 'application/ogg'], marks: [[0, ascii('OggS')]] },
  { types: ['audio/midi'], marks: [[0, ascii('MThd')]] },
  { types: ['image/tiff'], marks: [[0, '49492a00']] },
  { types: ['image/tiff'], marks: [[0, '4d4d002a']] },
  { types: ['image/vnd.adobe.photoshop'], marks: [[0, ascii('8BPS')]] },
  { types: ['image/jxl'], marks: [[0, '0000000c4a584c200d0a870a']] },
  { types: ['image/jxl'], marks: [[0, 'ff0a']] },
  {
    types: ['image/bmp'],
    marks: [
      [0, ascii('BM')],
      [6, '00000000'],
      [15, '000000'],
    ],
  },
  {
    types: ['image/x-icon'],
    marks: [
      [0, '00000100'],
      [5, '00'],
    ],
  },
  { types: ole, marks: [[0, 'd0cf11e0a1b11ae1']] },
  { types: ['application/gzip'], marks: [[0, '1f8b08']] },
  {
    types: ['application/x-bzip2'],
    marks: [
      [0, ascii('BZh')],
      [4, '314159265359'],
    ],
  },
  { types: ['application/x-xz'], marks: [[0, 'fd377a585a00']] },
  { types: ['application/zstd'], marks: [[0, '28b52ffd']] },
  { types: ['application/x-7z-compressed'], marks: [[0, '377abcaf271c']] },
  { types: ['application/vnd.rar'], marks: [[0, '526172211a07']] },
  { types: ['application/x-tar'], marks: [[257, ascii('ustar')]] },
  { types: ['application/rtf'], marks: [[0, ascii('{\\rtf')]] },
  { types: ['application/postscript'], marks: [[0, ascii('%!PS')]] },
  { types: ['model/gltf-binary'], marks: [[0, ascii('glTF')]] },
  { types: ['font/woff'], marks: [[0, ascii('wOFF')]] },
  { types: ['font/woff2'], marks: [[0, ascii('wOF2')]] },
  { types: ['font/ttf'], marks: [[0, '0001000000']] },
  { types: ['font/otf'], marks: [[0, ascii('OTTO')]] },
  { types: ['application/wasm'], marks: [[0, '0061736d']] },
  { types: ['application/x-elf'], marks: [[0, '7f454c46']] },
  { types: ['application/x-mach-binary'], marks: [[0, 'cffaedfe']] },
  { types: ['application/x-mach-binary'], marks: [[0, 'cefaedfe']] },
  { types: ['application/x-mach-binary'], marks: [[0, 'cafebabe']] },
];

/**
 * The types that the bytes may be, from the beginning of a file. It is never empty: what has no signature is
 * text if it can be, else `application/octet-stream`.
 *
 * @param head - the first {@link headBytes} bytes, or the whole file if it is shorter.
 */
export function findTypes(head: Buffer): TypeFamily {
  const found = signatures.find(({ marks }) => marks.every(([at, bytes]) => hasAt(head, at, bytes)));
  if (found !== undefined) return found.types;
  if (hasAt(head, 4, ascii('ftyp'))) return isoMediaTypes(head);
  if (hasAt(head, 0, '504b0304') || hasAt(head, 0, '504b0506')) return zipFamily(head);
  if (hasAt(head, 0, '1a45dfa3')) return head.subarray(0, 64).includes('webm') ? webm : matroska;
  if (isMpegAudio(head)) return ['audio/mpeg'];
  if (head.length > 1 && head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0) return ['audio/aac'];
  return mayBeText(head) ? textTypes(head) : isProgram(head) ? ['application/x-msdownload'] : binary;
}

function hasAt(head: Buffer, at: number, bytes: string): boolean {
  return head.subarray(at, at + bytes.length / 2).toString('hex') === bytes;
}

/** By the brands of `ftyp` (ISO 14496-12): the major one, or for images one of the compatible ones. */
function isoMediaTypes(head: Buffer): TypeFamily {
  const length = Math.min(head.readUInt32BE(0), 256, head.length);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= length; at += at === 8 ? 8 : 4) brands.push(head.toString('latin1', at, at + 4));
  const [major = ''] = brands;
  if (major === 'qt  ') return ['video/quicktime'];
  if (major === 'M4A ' || major === 'M4B ') return ['audio/mp4'];
  if (major.startsWith('3g')) return ['video/3gpp', ...mp4];
  if (major === 'avif' || major === 'avis') return ['image/avif'];
  if (/^he[iv][cxms]$/.test(major)) return ['image/heic'];
  if (major === 'mif1' || major === 'msf1') {
    return brands.includes('avif') || brands.includes('avis') ? ['image/avif'] : ['image/heic'];
  }
  return mp4;
}

/** Bit rates of layer III in kbit/s: of version 1, and of versions 2 and 2.5. */
const bitRates = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

/** A frame of layer III, and another one right behind it: two bytes alone are too common. */
function isMpegAudio(head: Buffer): boolean {
  const length = mpegFrameLength(head, 0);
  return length > 0 && (head.length <= length || mpegFrameLength(head, length) > 0);
}

function mpegFrameLength(head: Buffer, at: number): number {
  const [first = 0, second = 0, third = 0] = head.subarray(at, at + 3);
  const version = (second >> 3) & 3;
  if (first !== 0xff || (second & 0xe6) !== 0xe2 || version === 1) return 0;
  const bitRate = bitRates[version === 3 ? 0 : 1][third >> 4] ?? 0;
  const sampleRate = (sampleRates[(third >> 2) & 3] ?? 0) / ([4, 1, 2, 1][version] ?? 1);
  if (bitRate === 0 || sampleRate === 0) return 0;
  return Math.floor(((version === 3 ? 144 : 72) * bitRate * 1000) / sampleRate) + ((third >> 1) & 1);
}

/** No control character but white space and escape, as in https://mimesniff.spec.whatwg.org/. */
function mayBeText(head: Buffer): boolean {
  if (hasAt(head, 0, 'fffe') || hasAt(head, 0, 'feff')) return true;
  return !head.some((byte) => byte < 0x20 && (byte < 9 || byte === 0x0b || (byte > 0x0d && byte !== 0x1b)));
}

/** Old formats of Windows begin with two letters only, which texts may do as well. */
function isProgram(head: Buffer): boolean {
  return hasAt(head, 0, ascii('MZ'));
}

/** What is before the first element of a document, and that element. */
interface Opening {
  readonly hasDeclaration: boolean;
  readonly doctype: string;
  /** From the first element on, or empty. */
  readonly root: string;
}

/** Goes forward only: a pattern with comments in it could try each of their ends again and again. */
function openingOf(text: string): Opening {
  let rest = text.trimStart();
  const hasDeclaration = rest.startsWith('<?xml');
  let doctype = '';
  for (;;) {
    const end = endOfMarkup(rest);
    if (end === 0) return { hasDeclaration, doctype, root: rest };
    if (/^<!doctype/i.test(rest)) doctype ||= rest.slice(0, end).toLowerCase();
    rest = rest.slice(end).trimStart();
  }
}

/** The length of a comment, an instruction or a document type at the beginning; 0 if there is none. */
function endOfMarkup(text: string): number {
  let close = '';
  if (text.startsWith('<?')) close = '>';
  else if (text.startsWith('<!--')) close = '-->';
  else if (/^<!doctype/i.test(text)) close = /^[^>]*\[/.test(text) ? ']>' : '>';
  if (close === '') return 0;
  const at = text.indexOf(close, close === '-->' ? 4 : 0);
  return at < 0 ? text.length : at + close.length;
}

/**
 * What a browser would take for HTML or SVG is never a plain text, whatever it is declared as. Fragments such
 * as `<p>` are: Markdown begins with them.
 */
function textTypes(head: Buffer): TypeFamily {
  const start = decoded(head.subarray(0, 4096)).replace(/^\ufeff/, '');
  if (start.startsWith('#!')) return script;
  const { hasDeclaration, doctype, root } = openingOf(start);
  const isHtml =
    /^<!doctype\s+html/.test(doctype) ||
    /^<(?:html|head|body|script|iframe|title|style|meta)[\s/>]/i.test(root);
  if (isHtml) return hasDeclaration ? xhtml : html;
  if (/^<(?:\w+:)?svg[\s/>]/i.test(root)) return svg;
  return hasDeclaration ? xml : text;
}

function decoded(bytes: Buffer): string {
  if (hasAt(bytes, 0, 'fffe')) return bytes.toString('utf16le');
  if (hasAt(bytes, 0, 'feff'))
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  return bytes.toString('utf8');
}
