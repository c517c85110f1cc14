import { nextSlice } from '../../util/slices.js';

/** Characters up to which a text is sent as it is. */
const largeFrom = 512 * 1024;
/** Characters that are joined, or encoded, in one slice. */
const piece = 512 * 1024;

/**
 * The JSON texts of a response between a start and an end, joined by commas. A large one is returned as
 * bytes, encoded in slices so that other requests can proceed.
 */
export async function joinedJson(
  start: string,
  texts: readonly string[],
  end: string,
): Promise<string | Uint8Array> {
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length < largeFrom) return `${start}${texts.join(',')}${end}`;
  return encoded([start, ...texts.flatMap((text, at) => (at === 0 ? [text] : [',', text])), end]);
}

async function encoded(texts: readonly string[]): Promise<Uint8Array> {
  const pieces: string[] = [];
  let size = 0;
  for (const text of inPieces(texts)) {
    pieces.push(text);
    size += Buffer.byteLength(text);
    await nextSlice();
  }
  const bytes = Buffer.allocUnsafe(size);
  let at = 0;
  for (const text of pieces) {
    at += bytes.write(text, at);
    await nextSlice();
  }
  return bytes;
}

/** The same text in pieces of about one size. */
function* inPieces(texts: readonly string[]): Generator<string> {
  let short: string[] = [];
  let length = 0;
  for (const text of texts) {
    for (let from = 0; from < text.length; ) {
      const to = pieceEnd(text, from + piece - length);
      short.push(text.slice(from, to));
      length += to - from;
      from = to;
      if (length < piece) continue;
      yield short.join('');
      short = [];
      length = 0;
    }
  }
  if (short.length > 0) yield short.join('');
}

/** Where a text may be cut: not inside a surrogate pair. */
function pieceEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
