import { isUtf8 } from 'node:buffer';
import { bufferOf } from './byte-source.js';
import { InvalidFile } from './content-errors.js';

/**
 * Passes a text on that is valid UTF-8, or UTF-16 with a byte order mark, and has no NUL.
 *
 * @throws InvalidFile `badText`
 */
export async function* checkText(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let check: TextCheck | null = null;
  let begin: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    if (check === null) {
      begin = Buffer.concat([begin, chunk]);
      if (begin.length < 2) continue;
      check = checkOf(begin);
      check.add(begin);
      yield begin;
    } else {
      check.add(bufferOf(chunk));
      yield chunk;
    }
  }
  if (check === null) {
    check = utf8Check();
    check.add(begin);
    yield begin;
  }
  check.end();
}

interface TextCheck {
  add(chunk: Buffer): void;
  end(): void;
}

function checkOf(begin: Buffer): TextCheck {
  const mark = begin.readUInt16BE();
  if (mark === 0xfffe) return utf16Check('utf-16le');
  return mark === 0xfeff ? utf16Check('utf-16be') : utf8Check();
}

function refuse(): never {
  throw new InvalidFile('badText');
}

/** A character of up to four bytes may begin in one chunk and end in the next. */
function utf8Check(): TextCheck {
  let rest: Buffer = Buffer.alloc(0);
  return {
    add(chunk) {
      if (chunk.includes(0)) refuse();
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const whole = bytes.length - unfinishedBytes(bytes);
      if (!isUtf8(bytes.subarray(0, whole))) refuse();
      rest = Buffer.from(bytes.subarray(whole));
    },
    end() {
      if (rest.length > 0) refuse();
    },
  };
}

/** Bytes at the end that are the beginning of a character. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte < 0xc0) continue;
    const length = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return length > back ? back : 0;
  }
  return 0;
}

function utf16Check(encoding: 'utf-16le' | 'utf-16be'): TextCheck {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (chunk?: Buffer): void => {
    try {
      const text = chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
      if (text.includes('\0')) refuse();
    } catch {
      refuse();
    }
  };
  return { add: decode, end: () => decode() };
}
