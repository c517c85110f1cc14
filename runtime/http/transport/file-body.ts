import { createReadStream, read } from 'node:fs';
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const readInto = promisify(read);

/** Bytes of one read: larger ones do not make a download faster, and each download holds one. */
const readSize = 65_536;

/** Buffers that wait for the next download, at most. */
const maxIdle = 32;
const idle: Buffer[] = [];

/** A file that is open, maybe for several bodies at a time. */
export interface OpenedFile {
  readonly fd: number;
  /** Called once or more often. */
  readonly release: () => void;
}

/**
 * A part of an open file as the body of a response. It is sent through one buffer, which is used again: a
 * stream makes one for each read, and the garbage of downloads makes the engine go through the whole heap.
 */
export class FileBody {
  readonly #file: OpenedFile;
  readonly #start: number;
  readonly #end: number;

  /**
   * @param file Released when the body was sent, or is not to be sent.
   * @param start Position of the first byte.
   * @param end Position of the last byte.
   */
  constructor(file: OpenedFile, { start, end }: { readonly start: number; readonly end: number }) {
    this.#file = file;
    this.#start = start;
    this.#end = end;
  }

  /** Releases the file without sending it. */
  cancel(): void {
    this.#file.release();
  }

  /** The body as a stream, where something else than a socket takes it. */
  stream(): Readable {
    const { fd, release } = this.#file;
    const close = (_fd: number, done: (error: null) => void): void => {
      release();
      done(null);
    };
    return createReadStream('', {
      ...{ fd, start: this.#start, end: this.#end, highWaterMark: readSize },
      fs: { read, close },
    });
  }

  /** Sends the body of a response whose head was written. A connection is cut if the file ends early. */
  async sendTo(response: ServerResponse): Promise<void> {
    const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(readSize);
    try {
      if (response.socket === null) await turnOf(response);
      for (let at = this.#start; at <= this.#end; ) {
        const wanted = Math.min(readSize, this.#end - at + 1);
        const { bytesRead } = await readInto(this.#file.fd, buffer, 0, wanted, at);
        if (bytesRead === 0) throw new Error('The file is shorter than it was.');
        // Neither a callback nor `close` would tell it: both were due during the read.
        if (response.destroyed || response.writableEnded) throw new Error('The client is gone.');
        at += bytesRead;
        const bytes = buffer.subarray(0, bytesRead);
        await (at > this.#end ? ended(response, bytes) : written(response, bytes));
      }
      if (idle.length < maxIdle) idle.push(buffer);
    } catch {
      // Of a connection that is cut, something may still read the buffer: it is not used again.
      response.destroy();
    } finally {
      this.cancel();
    }
  }
}

/** Responses that wait for earlier ones on their connection, by that: too many to listen to it for each. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/** Resolves when the response has its connection. One that never gets it has no `close` of its own. */
function turnOf(response: ServerResponse): Promise<void> {
  const { socket } = response.req;
  return new Promise((resolve, reject) => {
    if (response.destroyed || socket.destroyed) return reject(new Error('The client is gone.'));
    const others = waitingOn(socket);
    others.add(reject);
    response.once('socket', () => {
      others.delete(reject);
      resolve();
    });
  });
}

function waitingOn(socket: Socket): Set<() => void> {
  const known = waiting.get(socket);
  if (known !== undefined) return known;
  const others = new Set<() => void>();
  waiting.set(socket, others);
  socket.once('close', () => {
    for (const lost of others) lost();
  });
  return others;
}

/** The last bytes, along with the end: in one call to the system with the head where there are no others. */
async function ended(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  if (response.end !== ServerResponse.prototype.end) {
    await written(response, bytes);
    response.end();
    return;
  }
  return new Promise((resolve, reject) => {
    response.once('close', reject);
    response.end(bytes, () => {
      response.off('close', reject);
      resolve();
    });
  });
}

/** Resolves when the connection needs the bytes no more. */
function written(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    response.once('close', reject);
    response.write(bytes, (error) => {
      response.off('close', reject);
      if (error == null) resolve();
      else reject(error);
    });
  });
}
