import { readFile } from 'node:fs/promises';
import type { OpenApiDocument } from './docs/openapi-document.js';

/** The emitted `openapi.json`. */
export interface OpenApiFile {
  /** Its bytes, read once when they are first asked for. */
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
    // The file is ours, and svc generate tests what it writes against this type.
    document: async () => JSON.parse((await bytes()).toString('utf8')) as OpenApiDocument,
  };
}
