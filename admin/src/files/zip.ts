/** A file in a ZIP file. */
interface Entry {
  readonly name: Uint8Array;
  readonly crc: number;
  readonly size: number;
  /** Time and date as MS-DOS has them. */
  readonly time: number;
  readonly offset: number;
}

/** A ZIP file that grows. Files are not compressed: images, audio and video are already. */
export interface ZipWriter {
  /** Adds a file; two of one name get different ones. Below 4 GiB together. */
  readonly add: (name: string, content: Blob, crc: number, modified: Date) => void;
  readonly finish: () => Blob;
}

/** Begins a ZIP file. Its parts are blobs, which a browser may keep on disk. */
export function zipWriter(): ZipWriter {
  const parts: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  const entries: Entry[] = [];
  const taken = new Set<string>();
  let length = 0;
  const put = (part: Blob | Uint8Array<ArrayBuffer>): void => {
    parts.push(part);
    length += part instanceof Blob ? part.size : part.byteLength;
  };
  return {
    add(name, content, crc, modified) {
      const entry: Entry = {
        name: new TextEncoder().encode(unusedName(name, taken)),
        ...{ crc, size: content.size, time: dosTime(modified), offset: length },
      };
      entries.push(entry);
      put(header(entry, false));
      put(content);
    },
    finish() {
      const directory = length;
      for (const entry of entries) put(header(entry, true));
      const end = new DataView(new ArrayBuffer(22));
      end.setUint32(0, 0x06054b50, true);
      end.setUint16(8, entries.length, true);
      end.setUint16(10, entries.length, true);
      end.setUint32(12, length - directory, true);
      end.setUint32(16, directory, true);
      put(new Uint8Array(end.buffer));
      return new Blob(parts, { type: 'application/zip' });
    },
  };
}

/** What stands before a file, or in the directory at the end. */
function header({ name, crc, size, time, offset }: Entry, isDirectory: boolean): Uint8Array<ArrayBuffer> {
  const fixed = isDirectory ? 46 : 30;
  const bytes = new Uint8Array(fixed + name.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, isDirectory ? 0x02014b50 : 0x04034b50, true);
  // The directory also has the version that has made it.
  const at = isDirectory ? 6 : 4;
  if (isDirectory) view.setUint16(4, 20, true);
  view.setUint16(at, 20, true);
  // Names are UTF-8.
  view.setUint16(at + 2, 0x0800, true);
  view.setUint32(at + 6, time, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, size, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, name.length, true);
  if (isDirectory) view.setUint32(42, offset, true);
  bytes.set(name, fixed);
  return bytes;
}

/** Returns the name, or one with a number that is not taken. Systems differ in whether case matters. */
function unusedName(name: string, taken: Set<string>): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let found = name;
  for (let count = 2; taken.has(found.toLowerCase()); count++) found = `${stem} (${count})${extension}`;
  taken.add(found.toLowerCase());
  return found;
}

function dosTime(date: Date): number {
  const day =
    ((Math.max(date.getFullYear(), 1980) - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  const time = (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1);
  return day * 0x10000 + time;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Returns the CRC-32 of bytes that follow others with the CRC-32 `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 255] ?? 0);
  return ~value >>> 0;
}
