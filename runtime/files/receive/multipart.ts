import { Busboy, type BusboyEvents, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { reason } from '../../errors/reasons/reason.js';
import { badInput, ServiceError } from '../../errors/service-error.js';

/** A part of a multipart body, in the order of the body. The next one comes when this one is read. */
export interface BodyPart {
  readonly name: string;
  /** As sent; null if there is none. */
  readonly filename: string | null;
  /** Its `Content-Type`; null if there is none. */
  readonly declaredType: string | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** A multipart body that is read part by part, no faster than its parts are read. */
export interface MultipartBody {
  /** The next part; null at the end of the body. */
  next(): Promise<BodyPart | null>;
  /** Reads no further. */
  close(): void;
}

/** Bytes of a part that wait for their reader. */
const partBuffer = 256 * 1024;
/** Data, file, and one that is refused by its name. A chunk of the body may have thousands. */
const maxParts = 3;
/** What busboy takes for the type of a part without one. */
const undeclared = 'text/plain';

/**
 * Opens a body of the type `multipart/form-data`.
 *
 * @throws ServiceError BAD_USER_INPUT without a boundary. `next` and the bytes of parts throw it for a body
 * that ends early, is malformed or has more than three parts.
 */
export function openMultipart(parts: AsyncIterable<Uint8Array>, contentType: string): MultipartBody {
  const parser = createParser(contentType);
  const found: BodyPart[] = [];
  let failure: unknown = null;
  let isClosed = false;
  let isFinished = false;
  let current: BusboyFileStream | null = null;
  let wake = (): void => {};
  let goOn = (): void => {};
  let isStarted = false;

  function fail(error: unknown): void {
    failure ??= error;
    current?.destroy(error instanceof Error ? error : new Error('The body could not be read.'));
    wake();
    goOn();
  }

  const begun: BusboyEvents['file'] = (name, stream, filename, _encoding, type) => {
    current = stream;
    // Without a listener a part that nobody reads any more would end the process.
    stream.on('error', () => {});
    found.push({
      name: String(name),
      filename: (filename as string | undefined) ?? null,
      declaredType: type === undeclared ? null : type,
      bytes: bytesOf(stream, () => failure),
    });
    wake();
  };
  parser.on('file', begun);
  parser.on('partsLimit', () => fail(malformed()));
  parser.on('error', () => fail(malformed()));
  parser.on('finish', () => {
    isFinished = true;
    wake();
  });

  async function pump(): Promise<void> {
    for await (const chunk of parts) {
      if (isClosed) return;
      if (!parser.write(chunk)) await drained();
      await allTaken();
      if (isClosed || failure !== null) return;
    }
    parser.end();
  }

  /** Parts that nobody has taken would pile up while the one before them is read. */
  async function allTaken(): Promise<void> {
    while (found.length > 0 && !isClosed && failure === null) {
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
  }

  function drained(): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        parser.off('drain', go).off('close', go).off('error', go);
        resolve();
      };
      parser.on('drain', go).on('close', go).on('error', go);
    });
  }

  return {
    async next() {
      if (!isStarted) {
        isStarted = true;
        pump().catch(fail);
      }
      for (;;) {
        const part = found.shift();
        if (found.length === 0) goOn();
        if (part !== undefined) return part;
        if (failure !== null) throw failure;
        if (isFinished) return null;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close() {
      isClosed = true;
      current?.destroy();
      parser.destroy();
      goOn();
    },
  };
}

function createParser(contentType: string): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: () => true,
      preservePath: true,
      fileHwm: partBuffer,
      limits: { parts: maxParts, headerPairs: 20, headerSize: 16 * 1024 },
    });
  } catch {
    throw malformed();
  }
}

async function* bytesOf(stream: BusboyFileStream, failure: () => unknown): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    const known = failure();
    throw known instanceof ServiceError ? known : error;
  }
}

function malformed(): ServiceError {
  return badInput(reason('body.notMultipart'));
}
