import { readFile } from 'node:fs/promises';
import type { OpenApiDocument } from './openapi-document.js';

/** The emitted `openapi.json`. */
export interface OpenApiFile {
  /** Returns its bytes, read once on the first call. */
  bytes(): Promise<Buffer>;
  document(): Promise<OpenApiDocument>;
}

export function createOpenApiFile(file: URL): OpenApiFile {
  let reading: Promise<Buffer> | null = null;
  function bytes(): Promise<Buffer> {
    reading ??= readFile(file).catch((error: unknown) => {
      reading = null;
      throw error;
    });
    return reading;
  }
  return {
    bytes,
    // The generator writes this file, and `svc generate` checks it against this type.
    document: async () => JSON.parse((await bytes()).toString('utf8')) as OpenApiDocument,
  };
}
