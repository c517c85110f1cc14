import { write, writeSync } from 'node:fs';
import type { LogOutput } from './log-output.js';

/**
 * Text is buffered up to this length before it is written: a write for each line would cost more than a small
 * request.
 */
const collected = 32_768;
/** No line waits longer than this many milliseconds. */
const flushEvery = 200;
/**
 * If the log is not read, lines beyond this length are dropped: a full pipe must not use up the memory of the
 * service.
 */
const most = 16_777_216;

/**
 * Writes lines to a file descriptor, buffered and asynchronously. The rest is written when the process ends,
 * also by an uncaught error. `shared`: other processes write to it too.
 */
export function createBufferedOutput(descriptor: number, shared = false): LogOutput {
  let text = '';
  let dropped = 0;
  let writing: Promise<void> | null = null;

  function flush(): Promise<void> {
    if (writing) return writing.then(flush);
    if (text === '') return Promise.resolve();
    const bytes = Buffer.from(take());
    writing = writePieces(descriptor, shared ? wholeLines(bytes) : [bytes]).finally(() => {
      writing = null;
    });
    return writing;
  }

  function take(): string {
    const taken =
      dropped === 0
        ? text
        : `${text}${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines dropped' })}\n`;
    text = '';
    dropped = 0;
    return taken;
  }

  setInterval(() => void flush(), flushEvery).unref();
  process.on('exit', () => {
    if (text !== '') writeRest(descriptor, Buffer.from(take()));
  });

  return {
    write(line) {
      if (text.length > most) {
        dropped += 1;
        return;
      }
      text += line;
      if (text.length > collected && !writing) void flush();
    },
    flush,
  };
}

/**
 * A pipe takes this many bytes in one piece; a longer write may be interleaved with those of other processes.
 */
const atomic = 4096;
const lineBreak = 0x0a;

/** Splits into pieces of whole lines, no longer than a pipe takes at once unless a single line is. */
function* wholeLines(bytes: Buffer): Generator<Buffer> {
  let from = 0;
  while (from < bytes.length) {
    const last =
      bytes.length - from <= atomic ? bytes.length - 1 : bytes.lastIndexOf(lineBreak, from + atomic - 1);
    const end = last < from ? bytes.indexOf(lineBreak, from) : last;
    const until = end === -1 ? bytes.length : end + 1;
    yield bytes.subarray(from, until);
    from = until;
  }
}

async function writePieces(descriptor: number, pieces: Iterable<Buffer>): Promise<void> {
  for (const piece of pieces) await writeAll(descriptor, piece);
}

/** A log that cannot be written must not stop the service; there is also no other place to report it. */
async function writeAll(descriptor: number, bytes: Buffer): Promise<void> {
  let at = 0;
  while (at < bytes.length) {
    const result = await writeSome(descriptor, bytes, at);
    if (typeof result === 'number') at += result;
    else if (result.code === 'EAGAIN') await new Promise((resolve) => setTimeout(resolve, 10));
    else return;
  }
}

function writeSome(descriptor: number, bytes: Buffer, at: number): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    write(descriptor, bytes, at, bytes.length - at, null, (error, written) => resolve(error ?? written));
  });
}

function writeRest(descriptor: number, bytes: Buffer): void {
  let at = 0;
  // A pipe that stays full would keep the process from ending.
  for (let tries = 0; at < bytes.length && tries < 1000; tries += 1) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return;
    }
  }
}
