import { createReadStream } from 'node:fs';

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Null if its bytes are not UTF-8. */
  readonly text: string | null;
}

const lineFeed = 0x0a;

/**
 * The lines of a file, without empty ones. They are split as bytes, so that an invalid line does not affect
 * the others.
 */
export async function* linesOf(file: string): AsyncGenerator<Line> {
  let number = 0;
  let rest: Buffer[] = [];
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let begin = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, begin)) {
      number += 1;
      const line = lineOf(Buffer.concat([...rest, chunk.subarray(begin, end)]), number);
      if (line !== null) yield line;
      rest = [];
      begin = end + 1;
    }
    rest.push(chunk.subarray(begin));
  }
  const last = lineOf(Buffer.concat(rest), number + 1);
  if (last !== null) yield last;
}

/**
 * Editors of Windows begin a file with a byte order mark, which the decoder removes, and end lines with two
 * characters.
 */
function lineOf(bytes: Buffer, number: number): Line | null {
  const text = decoded(bytes, number === 1);
  return text?.trim() === '' ? null : { number, text };
}

function decoded(bytes: Buffer, isFirst: boolean): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: !isFirst }).decode(bytes);
  } catch {
    return null;
  }
}
