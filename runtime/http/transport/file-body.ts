import { close, createReadStream, read } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';

const readInto = promisify(read);

/** Bytes of one read: larger ones do not make a download faster, and each download holds one. */
const readSize = 65_536;

/** Buffers that wait for the next download, at most. */
const maxIdle = 32;
const idle: Buffer[] = [];

/**
 * A part of an open file as the body of a response. It is sent through one buffer, which is used again: a
 * stream makes one for each read, and the garbage of downloads makes the engine go through the whole heap.
 */
export class FileBody {
  readonly #fd: number;
  readonly #start: number;
  readonly #end: number;

  /**
   * @param fd Closed when the body was sent, or is not to be sent.
   * @param start Position of the first byte.
   * @param end Position of the last byte.
   */
  constructor(fd: number, { start, end }: { readonly start: number; readonly end: number }) {
    this.#fd = fd;
    this.#start = start;
    this.#end = end;
  }

  /** Closes the file without sending it. */
  cancel(): void {
    close(this.#fd, () => undefined);
  }

  /** The body as a stream, where something else than a socket takes it. */
  stream(): Readable {
    return createReadStream('', {
      fd: this.#fd,
      start: this.#start,
      end: this.#end,
      highWaterMark: readSize,
    });
  }

  /** Sends the body of a response whose head was written. A connection is cut if the file ends early. */
  async sendTo(response: ServerResponse): Promise<void> {
    const buffer = idle.pop() ?? Buffer.allocUnsafeSlow(readSize);
    try {
      for (let at = this.#start; at <= this.#end; ) {
        const wanted = Math.min(readSize, this.#end - at + 1);
        const { bytesRead } = await readInto(this.#fd, buffer, 0, wanted, at);
        if (bytesRead === 0) throw new Error('The file is shorter than it was.');
        at += bytesRead;
        await written(response, buffer.subarray(0, bytesRead));
      }
      response.end();
      if (idle.length < maxIdle) idle.push(buffer);
    } catch {
      // Of a connection that is cut, something may still read the buffer: it is not used again.
      response.destroy();
    } finally {
      this.cancel();
    }
  }
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
