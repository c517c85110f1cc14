import { platform } from '../platform.js';
import type { FileBlob, FileStream, PlainBlob } from './bytes.js';

/** A file whose size is known. */
export interface PlainFile {
  readonly filename: string;
  readonly type?: string | undefined;
  readonly size: number;
  readonly content: FileBlob | FileStream;
}

/** The bytes of a file, piece by piece. */
export interface Source {
  /** Number of failures since the last bytes have arrived. */
  failures: number;
  /** The next bytes from a position. */
  at(offset: number): Promise<PlainBlob>;
}

const mebibyte = 1024 * 1024;
/** Bytes of one request. So much of a stream is held in memory, in case it has to be sent again. */
const pieceBytes = 16 * mebibyte;

/**
 * Opens a file.
 *
 * @param isWatched - smaller pieces, since the progress is shown after each.
 */
export function openSource({ content, size }: PlainFile, isWatched: boolean): Source {
  const piece = isWatched ? Math.min(8 * mebibyte, Math.max(mebibyte / 4, Math.ceil(size / 50))) : pieceBytes;
  return 'getReader' in content ? streamed(content, { piece, size }) : sliced(content as PlainBlob, piece);
}

function sliced(blob: PlainBlob, piece: number): Source {
  return { failures: 0, at: async (offset) => blob.slice(offset, offset + piece) };
}

/** A stream cannot be read again: only the last piece can. */
function streamed(
  stream: FileStream,
  { piece, size }: { readonly piece: number; readonly size: number },
): Source {
  const reader = (stream as ReadsBytes).getReader();
  let from = 0;
  let held = blobOf([]);
  let rest: Uint8Array | null = null;

  async function next(): Promise<PlainBlob> {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    while (bytes < piece) {
      const { done, value = new Uint8Array() } =
        rest === null ? await reader.read() : { done: false, value: rest };
      rest = null;
      if (done) break;
      const taken = value.subarray(0, piece - bytes);
      if (taken.byteLength < value.byteLength) rest = value.subarray(taken.byteLength);
      parts.push(taken);
      bytes += taken.byteLength;
    }
    return blobOf(parts);
  }

  return {
    failures: 0,
    async at(offset) {
      if (offset < from) throw new TypeError('The stream cannot be read again.');
      while (offset >= from + held.size) {
        from += held.size;
        held = await next();
        if (held.size === 0) throw new TypeError(`The stream has ${from} bytes, not ${size}.`);
      }
      if (from + held.size > size) throw new TypeError(`The stream has more than ${size} bytes.`);
      return held.slice(offset - from);
    },
  };
}

interface ReadsBytes {
  getReader(): { read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array }> };
}

function blobOf(parts: readonly Uint8Array[]): PlainBlob {
  return new platform.Blob(parts, {}) as PlainBlob;
}
