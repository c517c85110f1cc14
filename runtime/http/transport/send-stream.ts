import type { ServerResponse } from 'node:http';
import { FileBody } from './file-body.js';

/** A body that comes by and by. */
export type StreamedBody = ReadableStream<Uint8Array> | FileBody;

/** Ends a body that nobody reads. */
export async function cancelBody(body: StreamedBody): Promise<void> {
  await body.cancel();
}

/** The body as a stream of the web. */
export function webStream(body: StreamedBody): ReadableStream<Uint8Array> {
  return body instanceof FileBody ? (ReadableStream.from(body.stream()) as ReadableStream<Uint8Array>) : body;
}

/**
 * Sends a stream as the body of a response whose head was written. Not `pipeline`: that cancels a stream that
 * waits for its next part only when the part comes, and a client may be gone by then for hours.
 */
export async function sendStream(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader();
  response.once('close', () => void reader.cancel().catch(() => undefined));
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (!response.write(part.value)) await drained(response);
    }
    response.end();
  } catch {
    // The connection is cut: the client must not take a part for the whole.
    response.destroy();
  }
}

/** Resolves when more may be written, or nothing can be written any more. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    function go(): void {
      response.off('drain', go).off('close', go);
      resolve();
    }
    response.on('drain', go).on('close', go);
  });
}
